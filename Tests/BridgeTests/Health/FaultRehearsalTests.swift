import Faults
import Messaging
import TestSupport
import Testing
import Time
import Timelines
import Weather

@testable import Bridge
@testable import Places

private let noon = UTCInstant(unixSeconds: 1_774_699_200)

/// The bridge's reports of its faults.
@Suite struct FaultRehearsalTests {
    private let panel = "panels: [{id: p, location: \"35.6465,139.6297\"}]"

    private static func failure(_ reason: String) -> ReloadFailure {
        ReloadFailure(reason: reason, retry: .backoff, asked: [SourceOutcome(source: "open-meteo", failure: reason)])
    }

    private func health(_ bridge: inout Rehearsal) throws -> ToldHealth {
        bridge.carryOut(bridge.state.settleFaults(at: bridge.now))
        return try ToldHealth(bridge.state.presenter.healthMessage(HealthFigures(), at: bridge.now).payload)
    }

    @Test func `an upstream that fails for a day is told of twice, and health says each`() async throws {
        var bridge = try await Rehearsal(panel, at: noon + .seconds(60))
        bridge.run(until: bridge.now)
        var told = try health(&bridge)
        #expect(told.ok && told.faults == nil)
        bridge.upstream = { _, _ in .failure(Self.failure("Open-Meteo answered with status 503: wait")) }
        bridge.run(until: noon.addingHours(1) + .seconds(1800))
        told = try health(&bridge)
        #expect(told.faults?.map(\.fault) == ["upstream/open-meteo"])
        #expect(told.ok, "the entries that are there are of this hour's forecast or the last")
        #expect(told.upstreams?["open-meteo"]?.ok == false)
        bridge.run(until: noon.addingHours(24))
        told = try health(&bridge)
        #expect(!told.ok && (told.faults?.first?.count ?? 0) > 20)
        #expect(told.faults?.first?.message.contains("next try at 2026-03-29T12:") == true)
        #expect(bridge.warned.count == 1)
        bridge.upstream = { .success(Rehearsal.forecast($0, at: $1)) }
        bridge.run(until: noon.addingHours(25))
        #expect(bridge.warned.count == 1)
        let ends = bridge.logged.filter { $0.contains("open-meteo answers again, after ") }
        #expect(ends.count == 1)
        told = try health(&bridge)
        #expect(told.ok && told.faults == nil)
    }

    @Test func `a source that nobody asks any more is no fault`() async throws {
        var bridge = try await Rehearsal(panel, at: noon + .seconds(60))
        bridge.upstream = { _, _ in .failure(Self.failure("down")) }
        bridge.run(until: bridge.now)
        let before = try health(&bridge)
        #expect(before.faults?.count == 1 && !before.ok, "there is a sample alone")
        bridge.upstream = { .success(Rehearsal.forecast($0, at: $1)) }
        bridge.send("43.0621,141.3544", to: "kiatsu/p/location/set")
        bridge.run(until: bridge.now + .seconds(60))
        let after = try health(&bridge)
        #expect(after.faults == nil && after.ok)
        #expect(bridge.logged.contains { $0.contains("open-meteo") && $0.contains(", after ") })
    }

    @Test func `a source of names is at fault for the places that wait for it, and for no others`() async throws {
        var bridge = try await Rehearsal(panel, at: noon + .seconds(60))
        bridge.run(until: bridge.now)
        let home = try #require(bridge.state.panels["p"]?.nameKeys.first)
        let elsewhere = NameKey(
            cell: GridCell(containing: try #require(Coordinate(latitude: 1, longitude: 1))),
            language: "en"
        )
        func note(named: Set<NameKey> = [], isAnswered: Bool = false, failed: Set<NameKey> = []) {
            let failures = failed.isEmpty ? [:] : ["Nominatim answered with status 503: wait": failed]
            bridge.carryOut(
                bridge.state.noteNames(
                    NameRound(source: "nominatim", named: named, isAnswered: isAnswered, failures: failures),
                    at: bridge.now
                )
            )
        }
        note(failed: [home])
        #expect(bridge.warned.count == 1)
        note(named: [elsewhere])
        var told = try health(&bridge)
        #expect(told.faults?.map(\.fault) == ["upstream/nominatim"], "another place's name was known before")
        #expect(told.upstreams?["nominatim"]?.ok == false && told.upstreams?["nominatim"]?.ts == nil)
        note(named: [home], isAnswered: true)
        told = try health(&bridge)
        #expect(told.faults == nil && told.upstreams?["nominatim"]?.ts == bridge.now.unixSeconds)
        // Nobody is there any more.
        note(failed: [elsewhere])
        told = try health(&bridge)
        #expect(told.faults == nil && told.upstreams?["nominatim"]?.ok == true)
        #expect(bridge.logged.contains { $0.contains("nobody waits for nominatim any more") })
    }

    @Test func `what a panel follows in vain is told once, and that it has a position again`() async throws {
        var bridge = try await Rehearsal(
            "panels: [{id: p, location: \"35.6465,139.6297\", follow: me/phone}]",
            at: noon + .seconds(60)
        )
        bridge.run(until: bridge.now)
        for _ in 0..<500 {
            bridge.send("35.1234567 139.7654321 nonsense", to: "me/phone")
            bridge.run(until: bridge.now + .seconds(61))
        }
        #expect(bridge.warned.count == 1)
        let told = try health(&bridge)
        #expect(told.faults?.first?.fault == "follow/p" && told.faults?.first?.count == 500)
        #expect(told.faults?.first?.message.contains("1234") == false && told.ok)
        bridge.send("43.0621,141.3544", to: "me/phone")
        let after = try health(&bridge)
        #expect(after.faults == nil)
    }
}
