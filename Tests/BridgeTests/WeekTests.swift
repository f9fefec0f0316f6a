import Configuration
import Foundation
import Messaging
import Payloads
import TestSupport
import Testing
import Time
import Weather
import Widgets

@testable import Bridge

private let yaml = """
    widgets: {day: {source: hitokoto}}
    panels:
      - {id: tokyo, location: "35.6465,139.6297", language: ja, encodings: [compact, frame],
         widgets: [weather, conditions, day, poem]}
      - {id: berlin, location: "52.52,13.405", language: de, encodings: [fields], wind_unit: km/h,
         widgets: {weather: {}, conditions: {family: small}, day: {slogan: Tür zu!}, poem: {}}}
      - {id: kathmandu, location: "27.7172,85.324", language: en, encodings: [full],
         temperature_unit: F, pressure_unit: inHg, wind_unit: mph,
         widgets: {weather: {}, conditions: {}, day: {family: small}, poem: {}}}
    """

/// A week of three panels, watched on their topics.
private struct Week {
    var bridge: ProvidedBridge
    var panels: [WeekPanel]
    var log = WeekLog()
    /// By panel, each once for as long as it stood.
    var statuses: [String: [String]] = [:]
    /// By panel, at each hour mark.
    var statusAtMark: [String: [UTCInstant: String]] = [:]
    var poems: [String: [WeekFact]] = [:]
    private var gists: [String: WeekGist] = [:]

    static let start = WeekWeather.start
    static let end = start.addingHours(7 * 24)

    init() async throws {
        let clock = TestClock(now: Self.start)
        let weather = [
            WeekWeather(
                place: try #require(Coordinate(latitude: 35.65, longitude: 139.63)),
                lowAt: 126,
                depthHPa: 24,
                widthHours: 16,
                meanCelsius: 12,
                rangeCelsius: 5,
                airQuality: (.unitedStates, 48)
            ),
            WeekWeather(
                place: try #require(Coordinate(latitude: 52.52, longitude: 13.41)),
                lowAt: 40,
                depthHPa: 28,
                widthHours: 13,
                meanCelsius: 6,
                rangeCelsius: 4,
                airQuality: (.european, 31)
            ),
            WeekWeather(
                place: try #require(Coordinate(latitude: 27.72, longitude: 85.32)),
                lowAt: 90,
                depthHPa: 6,
                widthHours: 9,
                meanCelsius: 17,
                rangeCelsius: 7,
                airQuality: (.unitedStates, 140)
            ),
        ]
        func source(_ name: String) -> WeekSource {
            WeekSource(name: name, weather: weather, clock: clock, zones: ProvidedBridge.zones)
        }
        let configuration = try ProvidedBridge.configuration(yaml)
        let environment = ProviderEnvironment(
            zones: ProvidedBridge.zones,
            sources: ["open-meteo": source("open-meteo"), "hitokoto": source("hitokoto")],
            collections: configuration.collections
        )
        bridge = await ProvidedBridge(configuration, environment, clock: clock)
        panels = [
            try WeekPanel(id: "tokyo", timeZone: "Asia/Tokyo", topics: Self.tokyo),
            try WeekPanel(id: "berlin", timeZone: "Europe/Berlin", topics: Self.berlin),
            try WeekPanel(id: "kathmandu", timeZone: "Asia/Kathmandu", topics: Self.kathmandu),
        ]
    }

    private static let tokyo = ["weather", "weather/frame", "conditions", "day", "poem", "status"]
    private static let kathmandu = ["weather/full", "conditions/full", "day/full", "poem/full", "status"]
    private static let berlin =
        ["temperature", "place", "pressure", "pressures", "icons", "temperatures", "labels", "condition", "trend"]
        .map { "weather/" + $0 }
        + [
            "temperature", "place", "text", "condition", "icon", "wind_direction", "wind_force", "humidity", "aqi",
            "air_quality", "observed", "feels_like", "wind_speed", "wind_text", "precipitation", "visibility",
            "updated",
            "updated_time",
        ].map { "conditions/" + $0 }
        + ["year", "month", "day", "weekday", "slogan", "quote", "date", "from", "hour", "minute", "second"]
        .map { "day/" + $0 }
        + ["lines", "author", "text"].map { "poem/" + $0 }
        + ["weather/updated", "weather/updated_time", "status"]

    /// Lets the week pass, a quarter of an hour at a time.
    mutating func run() async throws {
        try begin()
        var quarter = Self.start
        while quarter < Self.end {
            quarter = min(quarter + .seconds(900), Self.end)
            while let events = await bridge.next(by: quarter) { for event in events { try take(event) } }
            for panel in panels {
                #expect(try panel.shownDate() == panel.localDate(at: quarter), "\(panel.id) at \(quarter.iso8601)")
            }
        }
        log.flush()
    }

    /// Checks the messages to a broker on connecting, before any source was asked.
    private mutating func begin() throws {
        let messages = bridge.everything()
        try expectWithinLimits(messages)
        for index in panels.indices { panels[index].take(messages) }
        try mark()
    }

    private mutating func mark() throws {
        let now = bridge.clock.now
        log.begin(hour: now)
        for panel in panels {
            let gist = try panel.gist(at: now)
            #expect(try panel.entryHours() == Self.expectedEntryHours(of: panel, at: now), "\(now.iso8601)")
            log.show(panel, gist, at: now)
            gists[panel.id] = gist
            statusAtMark[panel.id, default: [:]][now] = panel.status
            poems[panel.id, default: []] += gist.poem
            note(panel)
        }
    }

    /// Weather and conditions stay at the last of five hours when there is no other; what needs no source goes on.
    private static func expectedEntryHours(of panel: WeekPanel, at hour: UTCInstant) -> [UTCInstant] {
        let last = WeekSource.outage.lowerBound.addingHours(3)
        let isPast = hour > last && hour <= WeekSource.outage.upperBound
        return panel.id == "berlin" ? [] : [isPast ? last : hour, isPast ? last : hour, hour, hour]
    }

    private mutating func note(_ panel: WeekPanel) {
        if statuses[panel.id]?.last != panel.status { statuses[panel.id, default: []].append(panel.status) }
    }

    private mutating func take(_ event: ProvidedBridge.Event) throws {
        let now = bridge.clock.now
        switch event {
        case .hourMark(let messages):
            try expectWithinLimits(messages)
            #expect(now == now.hourStart)
            for index in panels.indices {
                let topics = messages.compactMap(panels[index].topic)
                #expect(topics.count == Set(topics).count, "a topic twice at \(now.iso8601)")
                // What has expired is not said again.
                #expect(Set(topics).isSubset(of: panels[index].topics), "at \(now.iso8601)")
                panels[index].take(messages)
            }
            try mark()
        case .published(let messages):
            try expectWithinLimits(messages)
            for index in panels.indices where messages.contains(where: { panels[index].topic(of: $0) != nil }) {
                let status = panels[index].status
                panels[index].take(messages)
                try tellChange(of: panels[index], status: status)
            }
        case .logged(let level, let text):
            log.log(level, text, at: now)
        }
    }

    private mutating func tellChange(of panel: WeekPanel, status: String) throws {
        let now = bridge.clock.now
        let gist = try panel.gist(at: now)
        if let old = gists[panel.id] { log.tell(panel.id, from: old, to: gist, at: now) }
        if panel.status != status { log.tell("\(panel.id) is \(panel.status), was \(status)", at: now) }
        gists[panel.id] = gist
        note(panel)
    }

    private func expectWithinLimits(_ messages: [OutgoingMessage]) throws {
        for message in messages {
            let size = PacketBudget.packetSize(
                topicBytes: message.topic.utf8.count,
                payloadBytes: message.payload.count
            )
            let limit = message.topic.hasSuffix("/frame") ? 128 : message.topic.hasSuffix("/full") ? 1024 : 255
            #expect(size <= limit, "\(message.topic) at \(bridge.clock.now.iso8601)")
            #expect(message.isRetained)
            if let lifetime = message.lifetime {
                #expect(lifetime > .zero, "\(message.topic) expires as it is sent, at \(bridge.clock.now.iso8601)")
            }
        }
    }
}

@Suite struct WeekTests {
    @Test func `a week of three panels is as written down`() async throws {
        var week = try await Week()
        try await week.run()
        for panel in week.panels {
            // Never a sample again, and no way but down the ladder and up at once.
            #expect(week.statuses[panel.id] == ["sample", "fresh", "stale", "expired", "fresh"], "\(panel.id)")
            let poems = try #require(week.poems[panel.id]).dropFirst()
            #expect(!zip(poems, poems.dropFirst()).contains { $0 == $1 }, "\(panel.id): a poem twice running")
            let ladder = try #require(week.statusAtMark[panel.id])
            #expect(ladder.count == 7 * 24 + 1)
            for (hour, status) in ladder { #expect(status == Self.expectedStatus(at: hour), "\(hour.iso8601)") }
        }
        let text =
            (WeekLog.legend.split(separator: "\n", omittingEmptySubsequences: false).map(String.init).dropLast()
            + week.log.lines).joined(separator: "\n") + "\n"
        for line in text.split(separator: "\n") { #expect(line.count <= 160, "\(line)") }
        try expectGolden(text, "week.txt")
    }

    /// Sources are asked a little after the hour: what came in the last hour before the outage is fresh for the next,
    /// then the four more hours that it reaches are told of, and no longer.
    private static func expectedStatus(at hour: UTCInstant) -> String {
        let hours = Int((hour - WeekSource.outage.lowerBound).components.seconds) / 3600
        if hour == WeekWeather.start { return "sample" }
        if hours <= 0 || hour > WeekSource.outage.upperBound { return "fresh" }
        return hours < 4 ? "stale" : "expired"
    }

    /// Line by line; `UPDATE_GOLDEN=1` writes the file anew and fails.
    private func expectGolden(_ actual: String, _ fileName: String) throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden/\(fileName)")
        if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
            try actual.write(to: file, atomically: true, encoding: .utf8)
            Issue.record("\(fileName) is written anew")
            return
        }
        let expected = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
        let lines = actual.components(separatedBy: "\n")
        guard lines != expected else { return }
        Attachment.record(actual, named: fileName)
        let changes = lines.difference(from: expected)
        let first = changes.map { change -> (line: Int, text: String) in
            switch change {
            case .remove(let offset, let line, _): (offset, "\(offset + 1) - \(line)")
            case .insert(let offset, let line, _): (offset, "\(offset + 1) + \(line)")
            }
        }.sorted { $0.line < $1.line }.prefix(12)
        Issue.record(
            """
            \(fileName): \(changes.removals.count) line(s) are not there, \(changes.insertions.count) are not written \
            down; the first of them:
            \(first.map(\.text).joined(separator: "\n"))
            """
        )
    }
}
