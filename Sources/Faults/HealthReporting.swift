package import Support
package import Time

/// The schedule and the news of the health report.
package struct HealthReporting: Sendable {
    /// Set when the next message may be due earlier than was known.
    package let changed = Flag()
    private var schedule = HealthSchedule()
    /// The number of beginnings and ends of faults at the last look.
    private var knownFaultChanges = 0

    package init() {}

    /// The earliest time for the next message.
    package func next(at now: UTCInstant) -> UTCInstant { schedule.next(at: now) }

    /// Takes in that health was published.
    package mutating func told(at now: UTCInstant) { schedule.told(at: now) }

    /// Has health published at once: this broker has not been told yet.
    package mutating func connected() {
        schedule.connected()
        changed.set()
    }

    /// Takes in that the clock was set by so much.
    package mutating func clockStepped(by step: Duration) { schedule.clockStepped(by: step) }

    /// Has health published soon where a fault has begun or ended since; returns whether one has.
    package mutating func isNews(faultChanges: Int) -> Bool {
        guard faultChanges != knownFaultChanges else { return false }
        knownFaultChanges = faultChanges
        schedule.isNews = true
        changed.set()
        return true
    }
}
