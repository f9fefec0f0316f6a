import Foundation
import Messaging
import Storage
import TestSupport
import Testing
import Time
import Timelines
import Weather

@testable import Bridge
@testable import Places

private let noon = UTCInstant(unixSeconds: 1_774_699_200)

/// Far out in the Pacific: without a network there are only nautical zones.
private let panel = """
    encodings: [full]
    panels:
      - {id: p, location: "0.5,-140.5", language: en, widgets: [weather, conditions, day]}
    """
private let widgets = ["weather", "conditions", "day"]

extension Rehearsal {
    /// An upstream that names a zone, or none.
    fileprivate static func naming(
        _ zone: String?,
        _ source: String = "open-meteo"
    ) -> (GridCell, UTCInstant) -> Result<HourlyForecast, ReloadFailure> {
        { cell, now in
            var forecast = Rehearsal.forecast(cell, at: now)
            forecast.timeZone = zone
            forecast.source = source
            return .success(forecast)
        }
    }

    /// The zones that the panel's topics had, one after the other.
    fileprivate func zones(on topic: String) -> [String] {
        published.filter { $0.topic == "kiatsu/p/" + topic }.compactMap { message in
            let parts = String(decoding: message.payload, as: UTF8.self).components(separatedBy: #""tz":""#)
            return parts.count > 1 ? parts[1].components(separatedBy: "\"").first : nil
        }
    }
}

@Suite struct PanelZoneTests {
    @Test func `the zone that the forecast names holds for all of the panel, and is told of once`() async throws {
        var bridge = try await Rehearsal(panel, at: noon + .seconds(60))
        #expect(bridge.state.panels["p"]?.place.timeZone == "Etc/GMT+9")
        bridge.upstream = Rehearsal.naming("Pacific/Kiritimati")
        bridge.run(until: noon + .seconds(1200))
        #expect(bridge.state.panels["p"]?.place.timeZone == "Pacific/Kiritimati")
        #expect(bridge.zones(on: "location").filter { $0 == "Pacific/Kiritimati" }.count == 1)
        #expect(bridge.zones(on: "day/full").filter { $0 == "Pacific/Kiritimati" }.count == 1)
        for widget in widgets { #expect(bridge.zones(on: widget + "/full").last == "Pacific/Kiritimati", "\(widget)") }
        // At noon in Greenwich it is the next day there.
        #expect(bridge.last("kiatsu/p/day/full")?.contains("29") == true)
        bridge.published = []
        bridge.run(until: noon.addingHours(3))
        #expect(bridge.zones(on: "location").isEmpty)
    }

    @Test func `an upstream that names no zone, or another upstream, does not take it back`() async throws {
        var bridge = try await Rehearsal(panel, at: noon + .seconds(60))
        bridge.upstream = Rehearsal.naming("Pacific/Kiritimati")
        bridge.run(until: noon + .seconds(1200))
        bridge.published = []
        for (hour, upstream) in [
            (nil, "met-norway"), ("Etc/GMT+9", "openweather"), ("Pacific/Honolulu", "openweather"),
        ]
        .enumerated() {
            bridge.upstream = Rehearsal.naming(upstream.0, upstream.1)
            bridge.run(until: noon.addingHours(hour + 1) + .seconds(1200))
            #expect(bridge.zones(on: "weather/full").last == "Pacific/Kiritimati", "\(upstream)")
        }
        #expect(bridge.state.panels["p"]?.place.timeZone == "Pacific/Kiritimati")
        #expect(bridge.zones(on: "location").isEmpty)
        // What the upstream itself says goes before what it said.
        bridge.upstream = Rehearsal.naming("Pacific/Marquesas")
        bridge.run(until: noon.addingHours(4) + .seconds(1200))
        #expect(bridge.zones(on: "location") == ["Pacific/Marquesas"])
        #expect(bridge.zones(on: "day/full").last == "Pacific/Marquesas")
    }

    @Test func `what was made before a zone was named is made anew with it, within the hour`() async throws {
        var bridge = try await Rehearsal(panel, at: noon + .seconds(60))
        bridge.upstream = Rehearsal.naming(nil, "met-norway")
        bridge.conditions = { cell, now in
            var report = Rehearsal.report(cell, at: now)
            report.timeZone = "Pacific/Kiritimati"
            return .success(report)
        }
        bridge.run(until: noon + .seconds(1800))
        for widget in widgets { #expect(bridge.zones(on: widget + "/full").last == "Pacific/Kiritimati", "\(widget)") }
        #expect(bridge.zones(on: "location").last == "Pacific/Kiritimati")
        #expect(bridge.reloads.count == 2)
    }

    @Test func `a zone that was named is there from the beginning after a restart`() async throws {
        var before = try await Rehearsal(panel, at: noon + .seconds(60))
        before.upstream = Rehearsal.naming("Pacific/Kiritimati")
        before.run(until: noon + .seconds(1200))
        let stored = before.named.takeUnsaved()
        #expect(stored.values.map(\.name) == ["Pacific/Kiritimati"])
        #expect(before.named.takeUnsaved().isEmpty)

        let named = NamedZones()
        named.restore(stored)
        var after = try await Rehearsal(panel, at: noon.addingHours(30), named: named)
        #expect(after.state.panels["p"]?.place.timeZone == "Pacific/Kiritimati")
        after.upstream = Rehearsal.naming(nil, "met-norway")
        after.run(until: noon.addingHours(31))
        #expect(Set(after.zones(on: "weather/full")) == ["Pacific/Kiritimati"])
    }

    @Test func `a panel that moves comes to the zone that the forecast there names`() async throws {
        var bridge = try await Rehearsal(panel, at: noon + .seconds(60))
        bridge.upstream = Rehearsal.naming(nil)
        bridge.run(until: noon + .seconds(1200))
        bridge.upstream = Rehearsal.naming("Pacific/Kiritimati")
        bridge.published = []
        bridge.send("1.2,-141.2", to: "kiatsu/p/location/set")
        bridge.run(until: noon + .seconds(2400))
        #expect(bridge.zones(on: "location") == ["Pacific/Kiritimati"])
        #expect(bridge.zones(on: "day/full").last == "Pacific/Kiritimati")
    }

    @Test func `what is known of zones stays bounded`() throws {
        let named = NamedZones()
        for index in 0..<30_000 {
            let coordinate = try #require(
                Coordinate(latitude: Double(index / 300) / 100, longitude: Double(index % 300) / 100)
            )
            let cell = GridCell(containing: coordinate)
            let zone = named.take("Europe/Paris", from: "a", for: cell, at: noon + .seconds(index))
            #expect(zone == "Europe/Paris")
        }
        #expect(named.takeUnsaved().count <= 20_000)
    }
}
