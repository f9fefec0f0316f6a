import Time

/// What a bridge says of itself on `bridge/health`, as far as others need it.
package struct HealthReport: Sendable, Equatable, Decodable {
    /// What is wrong.
    struct Fault: Sendable, Equatable, Decodable {
        /// Such as `upstream/open-meteo`.
        var fault: String
        /// What happened, what Kiatsu does and what the user can do.
        var message: String?
    }

    /// When it was published, in seconds since 1970.
    let ts: Int
    /// Whether all is well.
    let ok: Bool
    /// How long the bridge has run, in seconds.
    package let uptime: Int?
    /// How many panels it has.
    package let panels: Int?
    let faults: [Fault]?

    /// Why the bridge is not well at `now`, each a line; none when it is.
    func problems(at now: UTCInstant, topic: String) -> [String] {
        // Others leave the bridge at its work: a panel that follows a topic without positions restarts no container.
        var problems = (ok ? [] : faults ?? []).map { fault in
            "\(fault.fault): \(fault.message ?? "a fault that \(topic) says no more of")"
        }
        if !ok, problems.isEmpty { problems.append("\(topic) says that all is not well") }
        let age = now - UTCInstant(unixSeconds: ts)
        if age > HealthCheck.longestAge {
            problems.append(
                "\(topic) is of \(age.components.seconds) s ago: `kiatsu run` hangs, or was ended and its broker, too"
            )
        } else if age < .zero - HealthCheck.longestAge {
            problems.append("\(topic) is of the future: the clock here or that of `kiatsu run` is wrong")
        }
        return problems
    }
}
