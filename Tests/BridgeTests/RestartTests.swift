import Messaging
import Payloads
import Storage
import Testing
import Time
import Timelines
import Weather
import Widgets

@testable import Bridge

private let noon = UTCInstant(unixSeconds: 1_774_699_200)
private let panel = "panels: [{id: p, location: \"35.6465,139.6297\", language: ja}]"

@Suite struct RestartTests {
    private func stored(after bridge: Rehearsal, _ position: StoredPosition?) -> StoredState {
        var stored = StoredState()
        if let position { stored.positions["p"] = position }
        stored.shown = bridge.shown.mapValues { ["weather": $0] }
        stored.timelines = bridge.stored
        return stored
    }

    @Test func `nothing is asked again that failed or was answered this hour`() async throws {
        var first = try await Rehearsal(panel, at: noon + .seconds(600))
        first.upstream = { _, _ in .failure(ReloadFailure(reason: "429", retry: .after(.seconds(1800)))) }
        first.run(until: noon + .seconds(600))
        var second = try await Rehearsal(panel, at: noon + .seconds(660), stored: stored(after: first, nil))
        second.run(until: noon + .seconds(2300))
        #expect(second.reloads.isEmpty, "Retry-After outlives a restart")
        second.run(until: noon + .seconds(2500))
        #expect(second.reloads.count == 1)
    }
}
