import JSON
package import Support
package import Time

/// The requests of the last minutes: which were answered, how many there may be, and what the log says of them.
package struct Requests: Sendable {
    /// The most requests a minute that are answered although they change nothing: each costs a long answer.
    package static let mostReadings = 120

    private var replays = RequestReplays()
    private var readings = RateWindow(limit: mostReadings)
    private var lines = CommandLines()

    package init() {}

    /// Decides what is to be done with a request that must be carried out once, however often it is sent.
    package mutating func admit(_ key: RequestReplays.Key, from address: ReplyAddress, at now: UTCInstant)
        -> RequestReplays.Admission
    {
        replays.admit(key, from: address, at: now)
    }

    /// Counts a request that changes nothing, and throws where there are too many.
    package mutating func admitReading(at now: UTCInstant) throws(RequestError) {
        guard !readings.admit(at: now) else { return }
        let opening = readings.nextOpening.map { " at \($0.iso8601)" } ?? " in a minute"
        throw RequestError("\(Self.mostReadings) such requests within a minute; send it again\(opening)")
    }

    /// Takes in the answer to a request, and gives the addresses that it goes to: the requester's, and those of all who
    /// sent the same request again meanwhile.
    package mutating func finish(_ reply: BridgeReply, _ payload: [UInt8], for requester: Requester) -> [ReplyAddress] {
        guard let key = requester.replay else { return [requester.address] }
        var isRefusal = false
        if case .error = reply { isRefusal = true }
        return [requester.address] + replays.finish(key, with: payload, isRefusal: isRefusal)
    }

    /// The level of the next line of the log about what a command did; what the log has no room for is counted.
    package mutating func lineLevel(at now: UTCInstant) -> LogLevel { lines.level(at: now) }

    /// The line about those that were left out since this was asked last; nil where none was.
    package mutating func takeLineOfUntold() -> String? {
        lines.takeUntold().map {
            "\($0) more line(s) about commands were left out (panels added, removed, moved, refreshed or said hello); "
                + "log: {level: debug} has each"
        }
    }

    /// The data of an answer, as JSON.
    package static func json(_ value: some Encodable) -> [UInt8] {
        (try? value.encoded(isSlashEscaped: false)) ?? Array("{}".utf8)
    }
}
