package import Time

/// The requests of the last minutes with their answers, so that one that comes twice is answered twice and carried out
/// once.
package struct RequestReplays: Sendable {
    /// A request as it came; its transaction is in the payload.
    package struct Key: Hashable, Sendable {
        /// The request's name, as in its topic.
        package let verb: String
        /// The payload as it came.
        package let payload: [UInt8]

        package init(verb: String, payload: [UInt8]) {
            self.verb = verb
            self.payload = payload
        }
    }

    /// The treatment of a request.
    package enum Admission: Equatable {
        /// Carry it out, and report its answer with `finish`.
        case new
        /// It is being carried out: its answer will go to this requester, too.
        case underway
        case answered([UInt8])
    }

    private struct Entry {
        let at: UTCInstant
        var answer: [UInt8]?
        /// The requesters that repeated it before it was answered.
        var waiting: [ReplyAddress] = []
    }

    /// The time for which a request is remembered.
    package static let length = Duration.seconds(600)
    /// The most requests that are remembered.
    package static let mostRequests = 256
    /// The most requesters that wait for the answer of one request.
    package static let mostWaiting = 16

    private var entries: [Key: Entry] = [:]
    /// The oldest first.
    private var order: [Key] = []

    /// Decides what is to be done with a request, and remembers it.
    package mutating func admit(_ key: Key, from address: ReplyAddress, at now: UTCInstant) -> Admission {
        // An entry with a later time is from before the clock was set back, so its age is unknown.
        forget { $0.answer != nil && ($0.at > now || now - $0.at >= Self.length) }
        if let entry = entries[key] {
            if let answer = entry.answer { return .answered(answer) }
            entries[key]?.waiting = entry.waiting.suffix(Self.mostWaiting - 1) + [address]
            return .underway
        }
        if entries.count >= Self.mostRequests, let oldest = order.first(where: { entries[$0]?.answer != nil }) {
            entries[oldest] = nil
            order.removeAll { $0 == oldest }
        }
        // If all entries are still being carried out, as with a disk that hangs, this request is not remembered.
        guard entries.count < Self.mostRequests else { return .new }
        entries[key] = Entry(at: now)
        order.append(key)
        return .new
    }

    /// Takes in the answer of a request, and gives the addresses of those who sent it again meanwhile.
    ///
    /// One that was refused is forgotten: nothing was done, and another time it may be.
    package mutating func finish(_ key: Key, with answer: [UInt8], isRefusal: Bool) -> [ReplyAddress] {
        guard let entry = entries[key] else { return [] }
        entries[key]?.answer = answer
        entries[key]?.waiting = []
        if isRefusal {
            entries[key] = nil
            order.removeAll { $0 == key }
        }
        return entry.waiting
    }

    /// The number of remembered requests.
    package var count: Int { entries.count }

    private mutating func forget(where isGone: (Entry) -> Bool) {
        let gone = entries.filter { isGone($0.value) }
        guard !gone.isEmpty else { return }
        for key in gone.keys { entries[key] = nil }
        order.removeAll { gone[$0] != nil }
    }
}
