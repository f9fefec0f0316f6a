import Commands
import Faults
import Support
import Time
import Timelines
import Widgets

/// Faults, logged once when they begin and once when they end.
extension BridgeState {
    mutating func faultBegan(_ report: FaultReport, at now: UTCInstant) -> [Effect] {
        Self.effects(faults.began(report, at: now))
    }

    mutating func faultEnded(_ key: FaultKey, at now: UTCInstant) -> [Effect] {
        Self.effects(faults.ended(key, at: now))
    }

    /// Ends the faults that nothing reports any more, and tells what is left to tell; to be called every minute.
    mutating func settleFaults(at now: UTCInstant) -> [Effect] {
        Self.effects(faults.settle(timelines, panels, at: now)) + tellUntoldCommands() + tellForecastRounds(at: now)
    }

    /// Takes in how the sources did that were asked for timelines of a set.
    mutating func noteOutcomes(
        of answers: AnyProvider.Answers,
        _ id: TimelineSetID,
        at now: UTCInstant
    ) -> [Effect] {
        Self.effects(faults.noteOutcomes(of: answers, id, timelines, panels, at: now))
    }

    /// Takes in how the source of names did in a round of questions.
    mutating func noteNames(_ round: NameRound, at now: UTCInstant) -> [Effect] {
        Self.effects(faults.noteNames(round, timelines, panels, at: now))
    }

    private static func effects(_ lines: [FaultLedger.Line]) -> [Effect] { lines.map { .log($0.level, $0.text) } }

    // MARK: Lines about commands

    /// A line about what a command did.
    mutating func commandLine(_ text: String, at now: UTCInstant) -> Effect { .log(requests.lineLevel(at: now), text) }

    /// Tells how many such lines were left out; to be called every minute.
    private mutating func tellUntoldCommands() -> [Effect] {
        requests.takeLineOfUntold().map { [.log(.info, $0)] } ?? []
    }
}
