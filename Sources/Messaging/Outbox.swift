/// What waits for the broker: the newest value of each retained topic, and the answers of this connection.
///
/// A topic keeps its place in the queue from its first value until its last one is acknowledged, and never has two values
/// in flight at once. Answers go before retained values, since somebody waits for them.
struct Outbox {
    typealias Instant = ContinuousClock.Instant

    /// A message that is to be sent now.
    struct Departure {
        /// What to settle when the broker has answered.
        var slot: SlotTable.Index
        var message: OutgoingMessage

        /// What is left of its lifetime, in whole seconds, at least 1.
        var expirySeconds: UInt32?
    }

    /// How many answers may wait, within an eighth of the bytes; the oldest gives way.
    static let answerLimit = 4096

    /// What share of the bytes waiting answers may take, so that retained values always find room.
    private static let answerShare = 8

    /// What a slot costs besides its topic, payload and correlation data, roughly.
    private static let bytesPerSlot = 200

    private let byteLimit: Int
    private var table = SlotTable()
    private var slotOfTopic: [String: SlotTable.Index] = [:]
    private var waiting = SlotTable.Chain()
    private var answers = SlotTable.Chain()
    private var inFlight = SlotTable.Chain()
    private var waitingAnswers = 0
    private var waitingAnswerBytes = 0
    private var isConnected = false

    private(set) var inFlightCount = 0
    private(set) var byteCount = 0
    private(set) var expiredCount = 0
    private(set) var droppedAnswerCount = 0

    init(byteLimit: Int) {
        self.byteLimit = byteLimit
    }

    /// All messages that the broker has not answered yet, in flight or not.
    var count: Int { table.count }

    /// Takes a message in, in place of an older one of the same topic; `false` when there is no room for it.
    mutating func put(_ message: OutgoingMessage, now: Instant) -> Bool {
        let deadline = message.lifetime.map { now + $0 }
        guard message.isRetained else {
            putAnswer(message, deadline: deadline)
            return true
        }
        guard let slot = slotOfTopic[message.topic] else {
            let bytes = Self.bytes(of: message)
            guard byteCount + bytes <= byteLimit else { return false }
            byteCount += bytes
            let slot = table.insert(message, deadline: deadline)
            slotOfTopic[message.topic] = slot
            table.append(slot, to: &waiting)
            return true
        }
        let growth = Self.bytes(of: message) - Self.bytes(of: table[slot].message)
        guard growth <= 0 || byteCount + growth <= byteLimit else {
            // The older value must not be sent, or sent again, as if it were the newest.
            table[slot].deadline = now
            return false
        }
        byteCount += growth
        table[slot].message = message
        table[slot].deadline = deadline
        table[slot].isSuperseded = table[slot].isInFlight
        return true
    }

    private mutating func putAnswer(_ message: OutgoingMessage, deadline: Instant?) {
        guard isConnected else {
            droppedAnswerCount += 1
            return
        }
        let bytes = Self.bytes(of: message)
        let answerByteLimit = byteLimit / Self.answerShare
        guard bytes <= answerByteLimit else {
            droppedAnswerCount += 1
            return
        }
        while waitingAnswers == Self.answerLimit || waitingAnswerBytes + bytes > answerByteLimit,
            let oldest = nextAnswer()
        {
            droppedAnswerCount += 1
            remove(oldest)
        }
        byteCount += bytes
        table.append(table.insert(message, deadline: deadline), to: &answers)
        waitingAnswers += 1
        waitingAnswerBytes += bytes
    }

    /// Takes up to `limit` messages out to be sent, in order; those that have expired are dropped.
    mutating func take(upTo limit: Int, now: Instant, into departures: inout [Departure]) {
        var remaining = limit
        while remaining > 0, let slot = nextSlot() {
            let deadline = table[slot].deadline
            if let deadline, deadline <= now {
                expiredCount += 1
                remove(slot)
                continue
            }
            table[slot].isInFlight = true
            table.append(slot, to: &inFlight)
            inFlightCount += 1
            remaining -= 1
            departures.append(
                Departure(
                    slot: slot,
                    message: table[slot].message,
                    expirySeconds: deadline.map { Self.wholeSeconds(now.duration(to: $0)) }
                )
            )
        }
    }

    private mutating func nextSlot() -> SlotTable.Index? {
        nextAnswer() ?? table.popFirst(of: &waiting)
    }

    private mutating func nextAnswer() -> SlotTable.Index? {
        guard let slot = table.popFirst(of: &answers) else { return nil }
        waitingAnswers -= 1
        waitingAnswerBytes -= Self.bytes(of: table[slot].message)
        return slot
    }

    /// Ends the flight of a slot, acknowledged or refused; a newer value of its topic is next.
    mutating func settle(_ slot: SlotTable.Index) {
        table.unlink(slot, from: &inFlight)
        inFlightCount -= 1
        if table[slot].isSuperseded {
            table[slot].isInFlight = false
            table[slot].isSuperseded = false
            table.prepend(slot, to: &waiting)
        } else {
            remove(slot)
        }
    }

    func topic(of slot: SlotTable.Index) -> String { table[slot].message.topic }

    /// From now on answers are taken in.
    mutating func connected() {
        isConnected = true
    }

    /// Puts what was in flight back to the front, in its order, and drops the answers.
    mutating func connectionLost() {
        isConnected = false
        while let slot = table.popLast(of: &inFlight) {
            table[slot].isInFlight = false
            table[slot].isSuperseded = false
            if table[slot].message.isRetained {
                table.prepend(slot, to: &waiting)
            } else {
                droppedAnswerCount += 1
                remove(slot)
            }
        }
        while let slot = nextAnswer() {
            droppedAnswerCount += 1
            remove(slot)
        }
        inFlightCount = 0
    }

    /// Drops what waits; what is in flight stays.
    mutating func discardWaiting() {
        while let slot = table.popFirst(of: &waiting) { remove(slot) }
    }

    private mutating func remove(_ slot: SlotTable.Index) {
        let message = table[slot].message
        byteCount -= Self.bytes(of: message)
        if message.isRetained { slotOfTopic[message.topic] = nil }
        table.remove(slot)
        if table.count == 0 { slotOfTopic = [:] }
    }

    private static func bytes(of message: OutgoingMessage) -> Int {
        message.topic.utf8.count + message.payload.count + (message.correlationData?.count ?? 0)
            + (message.responseTopic?.utf8.count ?? 0) + bytesPerSlot
    }

    private static func wholeSeconds(_ remaining: Duration) -> UInt32 {
        let (seconds, attoseconds) = remaining.components
        return UInt32(clamping: max(1, attoseconds > 0 ? seconds + 1 : seconds))
    }
}
