import Configuration
import Foundation
import Messaging
import Storage
import Testing
import Time
import Timelines
import Weather
import Widgets

@testable import Bridge

private let noon = UTCInstant(unixSeconds: 1_774_699_200)
private let set = "kiatsu/p/location/set"
private func panel(_ id: String) -> String {
    """
      - id: \(id)
        location: "35.6465,139.6297"
        language: ja
        encodings: [compact, full, fields]
        widgets: [weather, conditions, day, poem]
    """
}
private let setagaya = cell(35.6465, 139.6297)
private let berlin = cell(52.52, 13.405)

/// The results of a place's two widgets at the place that a panel moves to.
struct HalfMove: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let forecastFails: Bool
    let conditionsFail: Bool

    static let all = [
        HalfMove(testDescription: "neither is there", forecastFails: true, conditionsFail: true),
        HalfMove(testDescription: "conditions lag", forecastFails: false, conditionsFail: true),
        HalfMove(testDescription: "weather lags", forecastFails: true, conditionsFail: false),
    ]
}

@Suite struct WidgetRestartTests {
    /// A bridge in the middle of a move, with another panel that stays.
    private func halfway(_ half: HalfMove) async throws -> Rehearsal {
        var bridge = try await Rehearsal("panels:\n" + panel("p") + "\n" + panel("q"), at: noon + .seconds(600))
        bridge.run(until: noon + .seconds(600))
        prepare(&bridge, half)
        bridge.send("52.52,13.405", to: set)
        return bridge
    }

    private func prepare(_ bridge: inout Rehearsal, _ half: HalfMove) {
        bridge.upstream = {
            half.forecastFails && $0 != setagaya ? .failure(serverError) : .success(Rehearsal.forecast($0, at: $1))
        }
        bridge.conditions = {
            half.conditionsFail && $0 != setagaya ? .failure(serverError) : .success(Rehearsal.report($0, at: $1))
        }
    }

    private func restarted(_ bridge: Rehearsal, _ half: HalfMove) async throws -> Rehearsal {
        var next = try await Rehearsal(
            "panels:\n" + panel("p") + "\n" + panel("q"),
            at: bridge.now + .seconds(10),
            stored: bridge.stopped()
        )
        prepare(&next, half)
        next.run(until: next.now)
        return next
    }

    /// The content of the panel's topics, without the parts that change with the time.
    private func topics(_ bridge: Rehearsal) -> [String: String] {
        var cache = EncodingCache()
        let messages = bridge.state.presenter.messages(of: "p", .everything, cache: &cache, at: bridge.now)
        let kept = messages.filter { !$0.topic.hasPrefix("kiatsu/p/day") && !$0.topic.hasPrefix("kiatsu/p/poem") }
        return Dictionary(uniqueKeysWithValues: kept.map { ($0.topic, String(decoding: $0.payload, as: UTF8.self)) })
    }

    @Test(arguments: HalfMove.all)
    func `a restart in the middle of a move restores what was shown`(half: HalfMove) async throws {
        let bridge = try await halfway(half)
        let before = topics(bridge)
        let next = try await restarted(bridge, half)
        var after = topics(next)
        // The moment from which it was so is not stored with an overtaken position.
        for topic in before.keys where topic.hasSuffix("/location") {
            let members = before[topic]?.components(separatedBy: ",\"ts\"").first
            #expect(after[topic]?.components(separatedBy: ",\"ts\"").first == members)
            after[topic] = before[topic]
        }
        for (topic, text) in before { #expect(after[topic] == text, "\(topic)") }
    }

    @Test(arguments: HalfMove.all)
    func `after the restart all is shown once it comes, and nothing else is in use`(half: HalfMove) async throws {
        var next = try await restarted(halfway(half), half)
        #expect(next.leaks == [])
        next.upstream = { .success(Rehearsal.forecast($0, at: $1)) }
        next.conditions = { .success(Rehearsal.report($0, at: $1)) }
        next.run(until: noon.addingHours(2))
        for topic in ["weather/place", "conditions/place"] { #expect(next.last("kiatsu/p/\(topic)") == "ベルリン") }
        #expect(next.last("kiatsu/p/day/full")?.contains("Europe/Berlin") == true)
        #expect(topics(next)["kiatsu/p/location"]?.contains("ベルリン") == true)
        #expect(next.last("kiatsu/p/status") == "fresh")
        #expect(next.last("kiatsu/q/status") == "fresh")
        #expect(next.leaks == [])
        #expect(try Set(next.timelineSet("conditions").scheduler.keys) == [.place(setagaya), .place(berlin)])
    }
}

extension Rehearsal {
    /// Each set of timelines whose schedule has other subjects in use than its widgets show and want, with both; empty
    /// where all is well.
    var leaks: [String] {
        state.timelines.ids.compactMap { id in
            let set = state[id]
            var wanted: Set<TimelineSubject> = []
            for panel in state.panels.values {
                for widget in panel.widgets where widget.timelineSet == id {
                    wanted.formUnion([widget.shown, panel.wantedSubject(set.subject)])
                    // Where the panel is and this widget is not, while it is on its way to yet another place.
                    if set.subject == .place { wanted.insert(.place(GridCell(containing: panel.coordinate))) }
                }
            }
            let used = Set(set.scheduler.keys)
            guard used != wanted else { return nil }
            func text(_ subjects: Set<TimelineSubject>) -> String {
                subjects.map(\.text).sorted().joined(separator: " ")
            }
            return "\(set.title): too many [\(text(used.subtracting(wanted)))], "
                + "missing [\(text(wanted.subtracting(used)))]"
        }
    }
}
