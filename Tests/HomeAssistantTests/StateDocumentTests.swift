import Foundation
import TestSupport
import Testing
import Time
import Weather
import Widgets

@testable import HomeAssistant

private let noon = UTCInstant(unixSeconds: 1_774_699_200)
private let hostile: [String] = [
    "", " ", "\"\\/'{{ value_json }}\\u0000", "\u{0}\u{1}\u{8}\t\r\n\u{1B}[2J\u{7F}\u{85}\u{2028}x",
    "\u{202E}\u{2066}שלום\u{2069}\u{202C} مرحبا\u{200F}", "NaN", "null", "{}", "\u{FEFF}\u{FFFE}\u{10FFFF}",
    String(repeating: "👨‍👩‍👧‍👦", count: 100), "Z" + String(repeating: "\u{301}", count: 10_000),
    String(repeating: "x", count: 10_000), String(repeating: "\"", count: 10_000),
    String(repeating: "海内存知己", count: 2_000), String(repeating: "é", count: 255), String(repeating: "é", count: 256),
]

@Suite struct StateDocumentTests {
    func context(_ units: Units = .metric, language: String = "en", name: String = "here") -> DisplayContext {
        DisplayContext(
            settings: DisplaySettings(language: language, units: units, family: .large),
            placeName: name,
            hour: noon,
            isStale: false
        )
    }

    func document(_ payload: [UInt8]) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(payload)) as? [String: Any])
    }

    func payload(
        place: String = "here",
        widgets: [any Widget] = Combination.widgets,
        _ values: [String: Reading]
    ) -> [UInt8] {
        PanelStateDocument.payload(
            place: place,
            position: Coordinate(latitude: -35.6465, longitude: 139.6297) ?? .origin,
            decimals: 2,
            readings: Combination.readings(of: widgets),
            values: PanelStateDocument.written(values),
            isProblem: false
        )
    }

    func values(_ entries: [any WidgetEntry], _ context: DisplayContext? = nil) -> [String: Reading] {
        let context = context ?? self.context()
        return entries.reduce(into: [:]) { $0.merge($1.readings(in: context)) { first, _ in first } }
    }

    func expectGood(_ payload: [UInt8], _ location: SourceLocation = #_sourceLocation) {
        let faults = StateRules.faults(of: payload, for: Combination.panel())
        #expect(faults == [], sourceLocation: location)
    }

    @Test func `the rules see what is wrong with a state`() {
        let good = String(decoding: payload(["condition": .text("sunny")]), as: UTF8.self)
        #expect(StateRules.faults(of: Array(good.utf8), for: Combination.panel()) == [])
        for (part, bad) in [
            ("sunny", "bright"), ("\"humidity\":null,", ""), ("\"humidity\":null", "\"humidity\":\"12\""),
            ("\"humidity\":null", "\"humidity\":true"), ("\"humidity\":null", "\"humidity\":NaN"),
            ("\"updated\":null", "\"updated\":1774699200"), ("\"updated\":null", "\"updated\":\"2026-03-28T12:00:00\""),
            ("\"quote\":null", "\"quote\":\"\(String(repeating: "x", count: 256))\""),
            ("\"problem\":false", "\"problem\":\"OFF\""), ("}", ""),
        ] {
            #expect(good.contains(part))
            let faults = StateRules.faults(of: Array(good.replacing(part, with: bad).utf8), for: Combination.panel())
            #expect(faults != [], "\(part) as \(bad)")
        }
    }

    @Test func `the position is rounded, and of what is gone everything is unknown`() throws {
        let text = String(decoding: payload([:]), as: UTF8.self)
        #expect(text.contains(#""latitude":-35.65,"longitude":139.63,"#))
        let readings = Combination.readings(of: Combination.widgets)
        let gone = try document(PanelStateDocument.unknown(readings: readings))
        let own = ["place", "latitude", "longitude", "problem", "version", "last_error", "last_error_at"]
        #expect(Set(gone.keys) == Set(readings.map(\.name) + own) && gone.values.allSatisfy { $0 is NSNull })
        expectGood(PanelStateDocument.unknown(readings: readings))
    }

    @Test func `every key is always there, null for what is unknown`() throws {
        for widgets in Combination.all {
            let readings = Combination.readings(of: widgets)
            let empty = try document(payload(widgets: widgets, [:]))
            #expect(Set(empty.keys) == Set(readings.map(\.name) + ["place", "latitude", "longitude", "problem"]))
            for reading in readings { #expect(empty[reading.name] is NSNull) }
            let stranger = try document(payload(widgets: widgets, ["stranger": .text("x")]))
            #expect(stranger.keys.sorted() == empty.keys.sorted())
        }
        let unknown = values([
            weather((0..<24).map { _ in hour(.unknown, temperature: nil, pressure: nil) }, obtained: nil),
            conditions(CurrentConditions(observed: noon, condition: .unknown)),
        ])
        expectGood(payload(unknown))
        let text = String(decoding: payload(unknown), as: UTF8.self)
        #expect(
            text.contains(#""condition":null"#) && text.contains(#""temperature":null"#) && !text.contains("unknown")
        )
    }

    @Test(arguments: hostile.indices)
    func `whatever the texts are, the document is good`(index: Int) throws {
        let text = hostile[index]
        let poem = Poem(lines: Array(repeating: "x" + text, count: Poem.mostLines), author: "x" + text)
        let entries: [any WidgetEntry] = [
            WeatherWidget().largest, ConditionsWidget().largest,
            DayEntry(
                date: noon,
                day: DayWidget().largest.day,
                timeZone: "UTC",
                quote: Quote(text: text, from: text),
                source: text
            ),
            PoemEntry(date: noon, poem: try #require(poem), source: "collection"),
        ]
        for language in ["de", "zh-TW"] {
            var values = values(entries, context(language: language, name: text))
            expectGood(payload(place: text, values))
            // Were a text as long wherever one may be.
            for (name, value) in values {
                let isWord = ["condition", "pressure_trend", "air_quality_category"].contains(name)
                if case .text = value, !isWord { values[name] = .text(text) }
            }
            expectGood(payload(place: text, values))
        }
        let state = BridgeStateDocument.payload(version: "1", lastError: (text, noon))
        let error = try #require(try document(state)["last_error"] as? String)
        #expect(error.unicodeScalars.count <= 255)
    }

    @Test func `255 characters are whole, of more there is a cut between graphemes`() throws {
        func place(_ text: String) throws -> String {
            try #require(try document(payload(place: text, [:]))["place"] as? String)
        }
        let most = String(repeating: "é", count: 255)
        #expect(try place(most) == most)
        #expect(try place(most + "é") == String(repeating: "é", count: 254) + "…")
        let family = "👨‍👩‍👧‍👦"
        let cut = try place(String(repeating: family, count: 100))
        #expect(cut == String(repeating: family, count: 254 / family.unicodeScalars.count) + "…")
    }

    @Test func `the bridge's document has its version and its last error`() throws {
        let none = try document(BridgeStateDocument.payload(version: "1.2.3", lastError: nil))
        #expect(none["version"] as? String == "1.2.3" && none["last_error"] as? String == "none")
        #expect(none["last_error_at"] is NSNull)
        let some = try document(BridgeStateDocument.payload(version: "1", lastError: ("a \"b\"\nc", noon)))
        #expect(some["last_error"] as? String == "a \"b\" c")
        #expect(some["last_error_at"] as? String == "2026-03-28T12:00:00Z")
    }
}
