import Time
import Timelines
import Widgets

/// The places that each source has given forecasts for in its round, for one line of the log a round.
///
/// A source has one round an hour: what it answers after its line is told, such as for a panel that moves, is not told.
struct ForecastRounds: Sendable {
    private struct Tally {
        var begunAt: UTCInstant
        var subjects: [TimelineSetID: Set<TimelineSubject>] = [:]
    }

    /// The longest wait for the rest of a round.
    private static let longestWait = Duration.seconds(300)
    /// Regular requests that are due within this time belong to the round.
    private static let spread = Duration.seconds(120)

    /// By the source's name.
    private var rounds: [String: Tally] = [:]
    /// The hour of the last line of each source.
    private var toldIn: [String: UTCInstant] = [:]

    /// Takes in the places that sources have given a forecast for.
    mutating func note(_ answers: AnyProvider.Answers, _ id: TimelineSetID, at now: UTCInstant) {
        for case (.place(let cell), .success(let reloaded)) in answers {
            guard let source = reloaded.asked.last(where: { $0.failure == nil })?.source else { continue }
            guard toldIn[source] != now.hourStart else { continue }
            rounds[source, default: Tally(begunAt: now)].subjects[id, default: []].insert(.place(cell))
        }
    }

    /// The lines for the rounds that are complete, or that have taken long enough.
    mutating func takeLines(_ timelines: TimelineTable, at now: UTCInstant) -> [String] {
        guard !rounds.isEmpty else { return [] }
        let isComplete = !timelines.asksPlaces(by: now + Self.spread)
        let ended = rounds.filter { isComplete || !(.zero..<Self.longestWait).contains(now - $0.value.begunAt) }
        return ended.sorted { $0.key < $1.key }.map { source, round in
            rounds[source] = nil
            toldIn[source] = now.hourStart
            return Self.line(of: source, round, timelines)
        }
    }

    private static func line(of source: String, _ round: Tally, _ timelines: TimelineTable) -> String {
        let count = round.subjects.values.reduce(into: Set<TimelineSubject>()) { $0.formUnion($1) }.count
        let next = round.subjects.filter { timelines.isCurrent($0.key) }.flatMap { id, subjects in
            subjects.compactMap { timelines[id].scheduler.asking(of: $0)?.nextAt }
        }.min()
        let time = next.map { ", next at \($0.iso8601.dropFirst(11).prefix(5)) UTC" } ?? ""
        return "forecasts for \(count) \(count == 1 ? "place" : "places") from \(source)\(time)"
    }
}
