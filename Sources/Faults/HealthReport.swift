import JSON
package import Time

/// A bridge's report on `bridge/health`, as far as others need it; any part may be missing.
///
/// Whoever may publish there may write anything: texts are cut, and a number beyond ``sensible`` makes it unreadable.
package struct HealthReport: Sendable, Equatable, Decodable {
    /// A source of forecasts, quotes or names.
    package struct Upstream: Sendable, Equatable, Decodable {
        /// The calls of today (UTC) to the account with it.
        package var callsToday: Int?

        private enum CodingKeys: String, CodingKey {
            case callsToday = "calls_today"
        }
    }

    /// A present fault.
    package struct Fault: Sendable, Equatable, Decodable {
        /// Such as `upstream/open-meteo`.
        package var fault: String?
        /// In seconds since 1970.
        package var since: Int?
        /// The number of its reports.
        package var count: Int?
        /// The event, Kiatsu's reaction and the user's remedy.
        package var message: String?
    }

    /// The greatest age of a report that a running bridge publishes every minute.
    package static let longestAge = Duration.seconds(180)

    /// Counts, durations in seconds, and times up to the year 9999.
    private static let sensible = 0...253_402_300_799
    private static let mostFaults = 16
    private static let mostCharacters = 500

    /// The time of publication, in seconds since 1970.
    package let ts: Int?
    /// True if all is well.
    package let ok: Bool?
    /// True if all parts of the bridge give signs of life.
    package let alive: Bool?
    /// The time for which the bridge has run, in seconds.
    package let uptime: Int?
    /// The number of its panels.
    package let panels: Int?
    /// The number of connections after the first.
    package let reconnects: Int?
    /// The number of messages that the broker has not acknowledged.
    package let waiting: Int?
    /// The sources, by name.
    package let upstreams: [String: Upstream]?
    /// The faults, the newest first, at most 16.
    package private(set) var faults: [Fault]?

    /// Fails for what is not JSON of this shape, or has a number without sense.
    package init?(payload: [UInt8]) {
        guard let report = Self(json: payload), report.isSensible else { return nil }
        self = report
        faults = faults?.prefix(Self.mostFaults).map { fault in
            var fault = fault
            fault.fault = fault.fault.map { String($0.prefix(Self.mostCharacters)) }
            fault.message = fault.message.map { String($0.prefix(Self.mostCharacters)) }
            return fault
        }
    }

    private var isSensible: Bool {
        let ofFaults = (faults ?? []).flatMap { [$0.since, $0.count] }
        let numbers =
            [ts, uptime, panels, reconnects, waiting] + ofFaults + (upstreams ?? [:]).values.map(\.callsToday)
        return numbers.compactMap(\.self).allSatisfy(Self.sensible.contains)
    }

    /// The reasons why the bridge is not well at `now`, each a line; empty if it is.
    package func problems(at now: UTCInstant, topic: String) -> [String] {
        // Others leave the bridge at its work: a panel that follows a topic without positions restarts no container.
        var problems = (ok == false ? faults ?? [] : []).map { fault in
            "\(fault.fault ?? "a fault"): \(fault.message ?? "a fault that \(topic) says no more of")"
        }
        if ok == false, problems.isEmpty { problems.append("\(topic) says that all is not well") }
        if ok == nil { problems.append("what is on \(topic) cannot be read: it does not say whether all is well") }
        return problems + age(at: now, topic: topic)
    }

    /// The reasons why the bridge is not alive at `now`, each a line; empty if it is, whatever else is wrong.
    package func lifeProblems(at now: UTCInstant, topic: String) -> [String] {
        (alive == false ? ["\(topic) says that a part of the bridge gives no sign of life: its log names it"] : [])
            + age(at: now, topic: topic)
    }

    private func age(at now: UTCInstant, topic: String) -> [String] {
        guard let ts else { return ["what is on \(topic) cannot be read: it does not say when it was published"] }
        let age = now - UTCInstant(unixSeconds: ts)
        if age > Self.longestAge {
            return [
                "\(topic) is of \(age.components.seconds) s ago: `kiatsu run` hangs, or was ended and its broker, too"
            ]
        }
        guard age < .zero - Self.longestAge else { return [] }
        return ["\(topic) is of the future: the clock here or that of `kiatsu run` is wrong"]
    }
}
