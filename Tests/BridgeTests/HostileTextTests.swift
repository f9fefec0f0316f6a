import Foundation
import Payloads
import TestSupport
import Testing
import Time
import Timelines
import Upstreams
import Weather
import Widgets

@testable import Bridge
@testable import Places

private let noon = UTCInstant(unixSeconds: 1_774_699_200)

/// Texts that have broken displays, clients and encoders.
private let hostileTexts = [
    "a quote of 255 characters": String(repeating: "Carpe diem,\r\nquam minimum credula postero. ", count: 7)
        .prefix(255).description,
    "families": String(repeating: "👨‍👩‍👧‍👦", count: 30),
    "right to left": String(repeating: "\u{202E}שלום עולם‏ مرحبا بالعالم \u{2066}", count: 12),
    "60 CJK characters": String(repeating: "海内存知己天涯若比邻", count: 6),
    "quotation marks": String(repeating: "\"\\", count: 200),
    "controls": String(repeating: "\u{0}\u{1B}[2J\u{7F}\u{85}\u{2028}x", count: 60),
    "marks": "Z" + String(repeating: "\u{0301}", count: 900),
    "nothing": "",
    "long": String(repeating: "x", count: 5000),
]

@Suite struct HostileTextTests {
    @Test(arguments: hostileTexts.keys.sorted(), Catalogue.kiatsu.widgets.map(\.name))
    func `whatever the texts are, every packet is within its limit`(text: String, widget: String) throws {
        let hostile = try #require(hostileTexts[text])
        let widget = try #require(Catalogue.kiatsu.widget(widget))
        for entry in try entries(of: widget, saying: hostile) {
            for settings in ways(of: widget) {
                for panel in ["p", "panel1", String(repeating: "p", count: 24)] {
                    try check(entry, of: widget, settings, panel: panel, saying: hostile)
                }
            }
        }
    }

    private func check(
        _ entry: any WidgetEntry,
        of widget: any Widget,
        _ settings: WidgetConfiguration,
        panel: String,
        saying text: String
    ) throws {
        let content = entry.content(
            in: DisplayContext(
                settings: settings.display,
                options: ["slogan": text],
                placeName: text,
                hour: noon,
                isStale: true
            )
        )
        let hasNoText = text.isEmpty
        for encoding in settings.encodings {
            let bounds = EncodingBounds(of: widget, display: settings.display, encoding: encoding)
            let room = try TopicRoom(bounds, baseTopic: "kiatsu", panelID: panel)
            let largest = bounds.worstCasePacketSizes(baseTopic: "kiatsu", panelID: panel)
            let payloads = room.payloads(of: content, placeName: DisplayText(text), isStale: true)
            #expect(payloads.map(\.topicSuffix) == bounds.topicSuffixes)
            for (payload, worst) in zip(payloads, largest) {
                let topic = "kiatsu/\(panel)/\(widget.name)\(payload.topicSuffix)"
                let size = PacketBudget.packetSize(topicBytes: topic.utf8.count, payloadBytes: payload.bytes.count)
                #expect(worst.topic == topic && size <= worst.bytes && worst.bytes <= encoding.packetLimit)
                let isCleared = hasNoText && ["/slogan", "/quote", "/from"].contains(payload.topicSuffix)
                #expect(payload.bytes.isEmpty == isCleared, "an empty message would clear \(topic)")
                guard encoding != .frame else { continue }
                let text = try #require(String(validating: payload.bytes, as: UTF8.self), "\(topic)")
                #expect(!text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }, "\(topic)")
                guard encoding != .fields else { continue }
                let object = try JSONSerialization.jsonObject(with: Data(payload.bytes))
                #expect((object as? [String: Any])?["ts"] as? Int != nil, "\(text)")
            }
        }
    }

    /// All families, units far from metric, an icon theme, and languages with long and with short words.
    private func ways(of widget: any Widget) -> [WidgetConfiguration] {
        var ways: [WidgetConfiguration] = []
        for family in widget.families {
            for language in ["ja", "de"] {
                for units in [
                    Units.metric, Units(temperature: .fahrenheit, pressure: .inchesOfMercury, wind: .beaufort),
                ] {
                    var way = Catalogue.kiatsu.defaults(for: widget)
                    way.display = DisplaySettings(language: language, units: units, family: family, iconTheme: .hare)
                    way.encodings = widget.encodings
                    ways.append(way)
                }
            }
        }
        return ways
    }

    private func entries(of widget: any Widget, saying text: String) throws -> [any WidgetEntry] {
        let zones = LocalTimeZones(database: TimeZoneDatabase(), table: GeoNames())
        switch widget.name {
        case "weather":
            let place = try #require(Coordinate(latitude: -89.9, longitude: 180))
            var forecast = Rehearsal.forecast(GridCell(containing: place), at: noon)
            forecast.source = text
            return WeatherTimeline.make(from: forecast, at: place, zones: zones).entries.prefix(1).map { $0 }
        case "conditions":
            let place = try #require(Coordinate(latitude: -89.9, longitude: 180))
            var report = Rehearsal.report(GridCell(containing: place), at: noon)
            report.source = text
            report.timeZone = text
            return ConditionsTimeline.make(from: report, at: place, zones: zones).entries.prefix(1).map { $0 }
        case "day":
            let quote = Quote(text: text, from: text)
            return DayTimeline.make(
                in: "America/Argentina/Buenos_Aires",
                at: noon,
                quote: quote,
                source: text,
                zones: zones
            )
            .entries.prefix(2).map { $0 }
        case "poem":
            let lines = [String](repeating: text.isEmpty ? "x" : "x" + text, count: Poem.mostLines)
            let poem = try #require(Poem(lines: lines, author: "x" + text))
            return [PoemEntry(date: noon, poem: poem, source: "collection")]
        default:
            return [widget.sample(at: noon), widget.largest]
        }
    }
}
