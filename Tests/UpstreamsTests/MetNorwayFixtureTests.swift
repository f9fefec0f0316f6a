import Foundation
import TestSupport
import Testing
import Time
import Timelines
import Weather
import Widgets

@testable import Upstreams

@Suite(.enabled(if: Captures.areAvailable), .timeLimit(.minutes(4)))
struct MetNorwayFixtureTests {
    private let clock = TestClock(now: UTCInstant(unixSeconds: 1_595_245_471))

    private func headers() throws -> [String: String] {
        let document = try JSONSerialization.jsonObject(
            with: Data(Captures.text("metno/compact-newyork.headers").utf8)
        )
        let headers = try #require(document as? [String: String])
        let ofTheConnection: Set = ["Content-Length", "Content-Encoding", "Connection", "Content-Type"]
        return headers.filter { !ofTheConnection.contains($0.key) }
    }

    @Test func `the folder holds no capture that is not looked at`() {
        #expect(Captures.names(in: "metno") == ["compact-newyork", "compact-newyork.headers"])
    }

    @Test func `a capture is read whole`() async throws {
        let text = try Captures.text("metno/compact-newyork")
        let server = try HTTPServer { _ in .json(text) }
        let source = metNorway(server, clock: clock)
        let forecast = try #require(await source.forecasts(for: try coordinates((40.7, -74))).first).get()

        let document = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        let properties = try #require(document["properties"] as? [String: Any])
        let rows = try #require(properties["timeseries"] as? [[String: Any]])
        #expect(forecast.hours.count == rows.count)
        for (hour, row) in zip(forecast.hours, rows) {
            #expect(hour.start.iso8601 == row["time"] as? String)
            let data = try #require(row["data"] as? [String: Any])
            let instant = try #require(data["instant"] as? [String: [String: Double]])
            let details = try #require(instant["details"])
            #expect(hour.temperature?.celsius == details["air_temperature"])
            #expect(hour.pressure?.hPa == details["air_pressure_at_sea_level"])
            let hasSymbol = data["next_1_hours"] != nil || data["next_6_hours"] != nil
            #expect((hour.condition != .unknown) == hasSymbol)
        }
        let first = try #require(forecast.hours.first)
        #expect(first.condition == .mostlyCloudy)
        #expect(first.isDaylight == true)
        #expect(Set(forecast.hours.map(\.isDaylight)) == [true, false, nil])
        // Enough for every entry of the weather widget's timeline.
        #expect(forecast.hours.prefix(28).map(\.start) == (0..<28).map(clock.now.hourStart.addingHours))
    }

    @Test func `the captured headers say when to ask again and for what`() async throws {
        let text = try Captures.text("metno/compact-newyork")
        let headers = try headers()
        let server = try HTTPServer { _ in .json(text, headers: headers) }
        let source = metNorway(server, clock: clock)
        let place = try coordinates((40.7, -74))
        // 11:44:31, and the answer holds until 12:14:53.
        for (seconds, requests) in [(0, 1), (1821, 1), (1, 2)] {
            clock.advance(by: .seconds(seconds))
            _ = await source.forecasts(for: place)
            #expect(server.requests.count == requests)
        }
        #expect(server.requests.last?.headers["if-modified-since"] == "Mon, 20 Jul 2020 11:44:31 GMT")
    }
}
