import Faults
import Support
import Time

/// The host's clock.
extension BridgeState {
    /// Takes in what the clock shows: before NTP came it may be years behind.
    mutating func lookAtClock(_ now: UTCInstant) -> [Effect] {
        guard !now.isCredible else { return faultEnded(.clock, at: now) }
        guard !faults.isLasting(.clock) else { return [] }
        let report = FaultReport(
            key: .clock,
            cause: "behind",
            message: "This host's clock seems wrong, it shows \(now.iso8601): no forecast is for that hour, and no "
                + "certificate valid by it. Panels show samples, marked as such, or what was stored; all is asked for "
                + "again once the clock is set. Have it set by NTP: timedatectl set-ntp true.",
            recovery: "the clock is set",
            level: .error,
            isGrave: true
        )
        return faultBegan(report, at: now)
    }

    /// Takes in that the clock was set by so much: durations since the start and since a fault began stay what they
    /// are.
    mutating func clockStepped(by step: Duration, to now: UTCInstant) -> [Effect] {
        let wasCredible = startedAt.isCredible
        startedAt = startedAt + step
        faults.clockStepped(by: step)
        // Panels at their configured positions were told a time of the wrong clock.
        return wasCredible || !startedAt.isCredible ? [] : [.round(.panels(.everything))]
    }
}
