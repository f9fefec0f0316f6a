/// The messages for the broker: the newest value of each retained topic, and the responses of this connection.
///
/// A topic keeps its place in the queue from its first value until its last one is acknowledged, and never has two
/// values in flight at once. Answers go before retained values, since somebody waits for them, but for one retained
/// value after some answers in a row: whoever asks without end holds up no hour. Patient values go after all others, in
/// the order of their last values, so that none overtakes what was handed over before it: a topic of theirs may have
/// two values in flight, the newer one behind.
struct Outbox {
    typealias Instant = ContinuousClock.Instant

    /// A message that is to be sent now.
    struct Departure {
        /// The slot to settle when the broker has answered.
        var slot: SlotTable.Index
        var message: OutgoingMessage

        /// The rest of its lifetime, in whole seconds, at least 1.
        var expirySeconds: UInt32?
    }

    /// The most responses that may wait, within an eighth of the bytes; the oldest is displaced.
    static let answerLimit = 4096

    /// The divisor of the bytes for waiting responses, so that retained values always have space.
    static let answerShare = 8

    /// The responses in a row after which a waiting retained value is sent.
    static let mostAnswersInARow = 4

    /// The divisor of the bytes for patient values, and their most bytes; a batch that takes more goes
    /// alone.
    private static let patientShare = 2
    static let patientByteLimit = 1 << 20
    /// The most bytes of patient values in flight, beyond the first: new messages wait behind them.
    private static let patientBytesInFlight = 256 << 10

    /// The approximate size of a slot besides its topic, payload and correlation data.
    private static let bytesPerSlot = 200

    let byteLimit: Int
    var table = SlotTable()
    var slotOfTopic: [String: SlotTable.Index] = [:]
    var waiting = SlotTable.Chain()
    var answers = SlotTable.Chain()
    var patient = SlotTable.Chain()
    var inFlight = SlotTable.Chain()
    var refusals: RefusedValues
    var deliveries = Deliveries()
    var waitingAnswers = 0
    var waitingAnswerBytes = 0
    private var answersInARow = 0
    var isConnected = false

    var patientCount = 0
    var patientByteCount = 0
    var patientCountInFlight = 0
    var patientByteCountInFlight = 0

    var inFlightCount = 0
    var byteCount = 0
    private(set) var expiredCount = 0
    var droppedAnswerCount = 0
    /// The number of those that newer responses displaced.
    var displacedAnswerCount = 0

    init(byteLimit: Int, retry: BackoffConfiguration.Growth = BackoffConfiguration().rejection) {
        self.byteLimit = byteLimit
        refusals = RefusedValues(growth: retry)
    }

    /// All messages that the broker has not answered yet, in flight or not.
    var count: Int { table.count - refusals.count }

    /// Those of them that are not patient, without the answers that wait: they have a bound of their own, and who waits
    /// for space would wait for as long as somebody goes on asking.
    var hurriedCount: Int { count - patientCount - waitingAnswers }

    /// The number of values that the broker refused and that will be tried again.
    var refusedCount: Int { refusals.count }

    /// The moment of their next attempt.
    var retryAt: Instant? { refusals.retryAt }

    /// True once after the last refused topic was accepted.
    mutating func takeRecovery() -> Bool {
        defer { refusals.hasRecovered = false }
        return refusals.hasRecovered
    }

    /// True where a batch of patient messages of so many bytes has space now; nil where it never has.
    func hasPatientRoom(forBytes bytes: Int) -> Bool? {
        guard bytes <= byteLimit / Self.patientShare else { return nil }
        guard byteCount + bytes <= byteLimit else { return false }
        return patientCount == 0
            || patientByteCount + bytes <= min(byteLimit / Self.patientShare, Self.patientByteLimit)
    }

    /// Adds a message in place of an older one of its topic; false where it has no space.
    mutating func put(_ message: OutgoingMessage, now: Instant) -> Bool {
        deliveries.handOver(message)
        let isIn = take(in: message, now: now)
        if !isIn { deliveries.refused(message.topic, .outboxFull) }
        return isIn
    }

    private mutating func take(in message: OutgoingMessage, now: Instant) -> Bool {
        let deadline = message.lifetime.map { now + $0 }
        guard message.isRetained else {
            putAnswer(message, deadline: deadline)
            return true
        }
        guard let slot = slotOfTopic[message.topic] else { return insert(message, deadline: deadline) }
        guard !message.isPatient, !table[slot].message.isPatient else {
            return putBehind(slot, message, deadline: deadline, now: now)
        }
        let growth = Self.bytes(of: message) - Self.bytes(of: table[slot].message)
        guard growth <= 0 || byteCount + growth <= byteLimit else {
            // The older value must not be sent, or sent again, as if it were the newest.
            table[slot].deadline = now
            return false
        }
        if table[slot].isRefused {
            unlinkRefused(slot)
            table.append(slot, to: &waiting)
        }
        byteCount += growth
        table[slot].message = message
        table[slot].deadline = deadline
        table[slot].isSuperseded = table[slot].isInFlight
        return true
    }

    mutating func insert(_ message: OutgoingMessage, deadline: Instant?) -> Bool {
        let bytes = Self.bytes(of: message)
        guard byteCount + bytes <= byteLimit else { return false }
        byteCount += bytes
        let slot = table.insert(message, deadline: deadline)
        slotOfTopic[message.topic] = slot
        if message.isPatient {
            patientCount += 1
            patientByteCount += bytes
            table.append(slot, to: &patient)
        } else {
            table.append(slot, to: &waiting)
        }
        return true
    }

    /// Gives a message a place of its own behind those that wait, in place of an older one of its topic that waits; one
    /// that is in flight ends its flight by itself: the broker gets both, this one last.
    private mutating func putBehind(
        _ slot: SlotTable.Index,
        _ message: OutgoingMessage,
        deadline: Instant?,
        now: Instant
    ) -> Bool {
        let isInFlight = table[slot].isInFlight
        let growth = Self.bytes(of: message) - (isInFlight ? 0 : Self.bytes(of: table[slot].message))
        guard growth <= 0 || byteCount + growth <= byteLimit else {
            // The older value must not be sent, or sent again, as if it were the newest.
            table[slot].deadline = now
            return false
        }
        let isRefusalTold = table[slot].isRefusalTold
        if isInFlight {
            // Were a newer value kept in its place, that would not be the newest any more.
            table[slot].isSuperseded = false
        } else {
            unlinkWaiting(slot)
            remove(slot)
        }
        guard insert(message, deadline: deadline) else { return false }
        if isRefusalTold, let newer = slotOfTopic[message.topic] { noteRefusalTold(newer) }
        return true
    }

    mutating func unlinkWaiting(_ slot: SlotTable.Index) {
        if table[slot].isRefused {
            unlinkRefused(slot)
        } else if table[slot].message.isPatient {
            table.unlink(slot, from: &patient)
        } else {
            table.unlink(slot, from: &waiting)
        }
    }

    /// Takes up to `limit` messages out to be sent, in order; those that have expired are dropped.
    mutating func take(upTo limit: Int, now: Instant, into departures: inout [Departure]) {
        if refusals.isDue(at: now) { tryRefusedAgain() }
        var remaining = limit
        let window = limit + inFlightCount
        while remaining > 0, let slot = nextSlot(window: window) {
            let deadline = table[slot].deadline
            if let deadline, deadline <= now {
                expiredCount += 1
                remove(slot)
                continue
            }
            table[slot].isInFlight = true
            table.append(slot, to: &inFlight)
            inFlightCount += 1
            countPatientInFlight(slot, 1)
            remaining -= 1
            let message = table[slot].message
            // `now` may lie before the moment at which the message was handed over.
            let left = deadline.map { min(now.duration(to: $0), message.lifetime ?? .zero) }
            departures.append(
                Departure(slot: slot, message: message, expirySeconds: left.map(Self.wholeSeconds))
            )
        }
    }

    private mutating func nextSlot(window: Int) -> SlotTable.Index? {
        if answersInARow < Self.mostAnswersInARow, let answer = nextAnswer() {
            // Only answers with a lifetime count, as anyone may ask for them without end; others go before values.
            if table[answer].message.lifetime != nil { answersInARow += 1 }
            return answer
        }
        if let value = table.popFirst(of: &waiting) ?? nextPatient(window: window) {
            answersInARow = 0
            return value
        }
        return nextAnswer()
    }

    /// Half of the window and of what is on its way is left to those that come in next.
    private mutating func nextPatient(window: Int) -> SlotTable.Index? {
        let isLittle = inFlightCount < window / 2 && patientByteCountInFlight <= Self.patientBytesInFlight
        guard patientCountInFlight == 0 || isLittle else { return nil }
        return table.popFirst(of: &patient)
    }

    private mutating func countPatientInFlight(_ slot: SlotTable.Index, _ sign: Int) {
        guard table[slot].message.isPatient else { return }
        patientCountInFlight += sign
        patientByteCountInFlight += sign * Self.bytes(of: table[slot].message)
    }

    /// Ends the flight of a slot that was acknowledged or is given up; a newer value of its topic is next.
    mutating func settle(_ slot: SlotTable.Index) {
        endFlight(slot)
        let message = table[slot].message
        if table[slot].isGivenUp {
            table[slot].isGivenUp = false
        } else if message.isRetained {
            let isNewest = !table[slot].isSuperseded && slotOfTopic[message.topic] == slot
            deliveries.taken(message.topic, isNewest: isNewest)
        }
        if table[slot].isRefusalTold {
            table[slot].isRefusalTold = false
            refusals.accepted()
        }
        if table[slot].isSuperseded { sendNewer(slot) } else { remove(slot) }
    }

    mutating func endFlight(_ slot: SlotTable.Index) {
        table.unlink(slot, from: &inFlight)
        inFlightCount -= 1
        countPatientInFlight(slot, -1)
        table[slot].isInFlight = false
    }

    mutating func sendNewer(_ slot: SlotTable.Index) {
        table[slot].isSuperseded = false
        table.prepend(slot, to: &waiting)
    }

    func topic(of slot: SlotTable.Index) -> String { table[slot].message.topic }

    mutating func remove(_ slot: SlotTable.Index) {
        let message = table[slot].message
        let bytes = Self.bytes(of: message)
        byteCount -= bytes
        if table[slot].isRefusalTold { refusals.told -= 1 }
        if message.isRetained, slotOfTopic[message.topic] == slot { slotOfTopic[message.topic] = nil }
        if message.isRetained, message.isPatient {
            patientCount -= 1
            patientByteCount -= bytes
        }
        table.remove(slot)
        if table.count == 0 { slotOfTopic = [:] }
    }

    static func bytes(of message: OutgoingMessage) -> Int {
        message.topic.utf8.count + message.payload.count + (message.correlationData?.count ?? 0)
            + (message.responseTopic?.utf8.count ?? 0) + bytesPerSlot
    }

    private static func wholeSeconds(_ remaining: Duration) -> UInt32 {
        let (seconds, attoseconds) = remaining.components
        return UInt32(clamping: max(1, attoseconds > 0 ? seconds + 1 : seconds))
    }
}
