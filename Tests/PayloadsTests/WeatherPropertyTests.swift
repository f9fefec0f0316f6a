import Foundation
import TestSupport
import Testing
import Time
import Weather
import Widgets

@testable import Payloads

/// Rules that hold for every entry, name and topic that is accepted.
@Suite struct WeatherPropertyTests {
    @Test(arguments: UInt64(0)..<400)
    func `every packet is within its limit`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let limits: [WeatherEncoding: Int] = [.compact: 255, .full: 1024, .fields: 255, .frame: 128]
        for (encoding, limit) in limits {
            let sample = Sample.random(using: &random)
            let baseTopic = try Self.baseTopic(encoding, using: &random)
            for payload in try sample.payloads(encoding, baseTopic: baseTopic, panelID: "p") {
                let topic = "\(baseTopic)/p/weather\(payload.topicSuffix)"
                #expect(publishPacket(topic: topic, payload: payload.bytes).count <= limit, "\(topic)")
                #expect(String(validating: payload.bytes, as: UTF8.self) != nil || encoding == .frame)
                #expect(!payload.bytes.isEmpty)
            }
        }
    }

    @Test(arguments: UInt64(0)..<400)
    func `the JSON is JSON`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let sample = Sample.random(using: &random)
        for encoding in [WeatherEncoding.compact, .full] {
            let baseTopic = try Self.baseTopic(encoding, using: &random)
            let payload = try #require(sample.payloads(encoding, baseTopic: baseTopic, panelID: "p").first)
            let object = try #require(
                JSONSerialization.jsonObject(with: Data(payload.bytes)) as? [String: Any]
            )
            #expect(object["ts"] as? Int == sample.entry.date.unixSeconds)
            #expect((object["p"] as? [Any])?.count == 24)
            try expectPrefix(try #require(object["n"] as? String), of: sample.name)
        }
        for payload in try sample.payloads(.fields) where payload.bytes.first == UInt8(ascii: "[") {
            if payload.topicSuffix == "/place" { continue }
            let list = try #require(JSONSerialization.jsonObject(with: Data(payload.bytes)) as? [Any])
            #expect(list.count == 24)
        }
    }

    @Test(arguments: UInt64(0)..<400)
    func `the full JSON and the frame say the same`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let sample = Sample.random(using: &random)
        let full = try WeatherPayload.decode(compactOrFull: try #require(sample.payloads(.full).first).bytes)
        let frame = try FrameDecoder.decode(try #require(sample.payloads(.frame).first).bytes)
        #expect(frame.date == full.date)
        #expect(frame.utcOffsetMinutes == full.utcOffsetMinutes)
        #expect(frame.temperature == full.temperature)
        #expect(frame.temperatures == full.temperatures)
        #expect(frame.icons == full.icons)
        #expect(frame.trend == full.trend)
        #expect(frame.isPlaceholder == full.isPlaceholder)
        #expect(frame.ageHours == full.ageHours.map { min($0, 254) })
        #expect(frame.pressures == Self.asStepsCarry(full.pressures))
        try expectPrefix(frame.placeName, of: full.placeName)
        #expect(frame.isNameCut == (Array(frame.placeName.utf8) != Array(PlaceName(sample.name).text.utf8)))
        #expect(frame.isStale == sample.isStale)
    }

    @Test(arguments: UInt64(0)..<400)
    func `the full JSON says what the entry is`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let sample = Sample.random(using: &random)
        let entry = sample.entry
        let full = try WeatherPayload.decode(compactOrFull: try #require(sample.payloads(.full).first).bytes)
        #expect(full.date == entry.date)
        #expect(full.pressures == entry.hours.map { $0.pressure.flatMap { .init(tenthsHPa: Int($0.tenthsHPa)) } })
        #expect(full.temperatures == entry.hours.map { $0.temperature?.wholeCelsius })
        #expect(full.temperature?.celsius == entry.hours[0].temperature.map { Double($0.tenthsCelsius) / 10 })
        #expect(full.conditions == entry.hours.map(\.condition))
        #expect(full.trend == TrendClass(entry.trend))
        #expect(full.ageHours == entry.ageHours)
        #expect(full.timeZone == entry.timeZone)
        #expect(full.source == entry.source)
        #expect(full.labels == entry.hours.map { $0.localHour % 3 == 0 ? String($0.localHour) : "・" })
    }

    @Test(arguments: UInt64(0)..<200)
    func `a name is cut only as far as it must be`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let sample = Sample.random(using: &random)
        let frame = try #require(sample.payloads(.frame).first).bytes
        let shown = try FrameDecoder.decode(frame).placeName
        let rest = PlaceName(sample.name).text.dropFirst(shown.count)
        guard let next = rest.firstIndex(where: { $0 != " " }) else { return }
        let more = rest[...next].utf8.count
        #expect(publishPacket(topic: "kiatsu/kitchen/weather/frame", payload: frame).count + more > 128)
    }

    @Test func `values that no payload can carry become the nearest that one can`() throws {
        var sample = Sample.setagaya
        let hours = sample.entry.hours
        sample.entry = WeatherEntry(
            date: UTCInstant(unixSeconds: -7200),
            hours: hours,
            timeZone: "not a \"zone\"",
            utcOffsetMinutes: -10_000,
            obtained: .distantFuture,
            source: "s\"\\\u{7}ø" + String(repeating: "x", count: 60)
        )
        let full = try WeatherPayload.decode(compactOrFull: try #require(sample.payloads(.full).first).bytes)
        let frame = try FrameDecoder.decode(try #require(sample.payloads(.frame).first).bytes)
        #expect(full.date.unixSeconds == 0)
        #expect(frame.date == full.date)
        #expect(full.timeZone == nil)
        #expect(full.utcOffsetMinutes == -1920)
        #expect(frame.utcOffsetMinutes == -1920)
        #expect(full.ageHours == 0)
        #expect(frame.ageHours == 0)
        #expect(full.source == "s" + String(repeating: "x", count: 26))
    }

    /// The frame's rule: from what is shown towards what is meant by at most 12.7 hPa an hour.
    private static func asStepsCarry(_ pressures: [SeaLevelPressure?]) -> [SeaLevelPressure?] {
        guard var shown = (pressures[0]?.tenthsHPa).map(Int.init) else { return Array(repeating: nil, count: 24) }
        return pressures.map { pressure in
            guard let meant = pressure.map({ Int($0.tenthsHPa) }) else { return nil }
            shown = meant > shown ? min(meant, shown + 127) : max(meant, shown - 127)
            return SeaLevelPressure(tenthsHPa: shown)
        }
    }

    private func expectPrefix(_ shown: String, of name: String, _ location: SourceLocation = #_sourceLocation) throws {
        let all = PlaceName(name).text.map { Array($0.utf8) }
        let part = shown.map { Array($0.utf8) }
        #expect(Array(all.prefix(part.count)) == part, sourceLocation: location)
    }

    /// From one byte to the longest that is accepted, which every fifth is.
    private static func baseTopic(_ encoding: WeatherEncoding, using random: inout SeededGenerator) throws -> String {
        let error = try #require(throws: TopicTooLong.self) {
            try TopicRoom(encoding: encoding, baseTopic: String(repeating: "b", count: 1100), panelID: "p")
        }
        let longest = 1100 - error.excess
        let count = Int.random(in: 0..<5, using: &random) == 0 ? longest : Int.random(in: 1...longest, using: &random)
        return String(repeating: "b", count: count)
    }
}

extension Sample {
    /// An entry as wild as its types allow.
    static func random(using random: inout SeededGenerator) -> Sample {
        // A walk that stays in range, leaps, or is all at the ends.
        let stride: Double = [0.3, 6, 350].randomElement(using: &random) ?? 0.3
        let nullShare = [0, 0, 10, 50, 100].randomElement(using: &random) ?? 0
        var pressure = Double.random(in: 800...1150, using: &random)
        var hours: [WeatherEntry.Hour] = []
        let localHour = Int.random(in: 0..<24, using: &random)
        for index in 0..<24 {
            let step = Double.random(in: -stride...stride, using: &random)
            pressure = min(1150, max(800, pressure + step))
            let telling: Double = [-99.9, 99.9, -0.5, -0.46, 0.46, 0.5, 0].randomElement(using: &random) ?? 0
            let isUsual = Bool.random(using: &random)
            let celsius = isUsual ? Double.random(in: -99.9...99.9, using: &random) : telling
            hours.append(
                WeatherEntry.Hour(
                    temperature: Int.random(in: 0..<100, using: &random) < nullShare
                        ? nil : Temperature(celsius: celsius),
                    pressure: Int.random(in: 0..<100, using: &random) < nullShare
                        ? nil : SeaLevelPressure(hPa: pressure),
                    condition: Condition.allCases.randomElement(using: &random) ?? .unknown,
                    isDaylight: Bool.random(using: &random),
                    localHour: UInt8((localHour + index) % 24)
                )
            )
        }
        let date = Int.random(in: 0...1_193_046, using: &random) * 3600
        let obtained = [nil, date, max(0, date - 300 * 3600), max(0, date - 3601)].randomElement(using: &random) ?? nil
        let zones = ["UTC", "Asia/Tokyo", "Etc/GMT+12", "America/Argentina/ComodRivadavia"]
        return Sample(
            title: "random",
            entry: WeatherEntry(
                date: UTCInstant(unixSeconds: date),
                hours: hours,
                timeZone: zones.randomElement(using: &random) ?? "UTC",
                utcOffsetMinutes: Int.random(in: -48...56, using: &random) * 15,
                obtained: obtained.map { UTCInstant(unixSeconds: $0) },
                source: ["met.no", "openweather", "a-source-of-just-thirty-two-byte"].randomElement(using: &random)
                    ?? "x"
            ),
            name: name(using: &random),
            isStale: Bool.random(using: &random)
        )
    }

    private static func name(using random: inout SeededGenerator) -> String {
        let pieces = [
            "a", "Z", " ", "  ", "世", "田", "ー", "é", "e\u{301}", "o\u{308}\u{323}", "👨‍👩‍👧‍👦", "🇯🇵", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "👍🏽", "한", "각",
            "שָׁ", "نَ", "क्षि", "น้ำ", "\"", "\\", "\n", "\r\n", "\u{0}", "\u{1B}", "\u{9F}", "\u{202E}", "\u{2066}",
            "\u{2028}",
            "\u{200D}", "\u{FE0F}", "\u{301}", "\u{FEFF}", "/", "<", "\u{10FFFF}", "\u{3000}", "\u{7F}", "🇯",
        ]
        // One script, or all of them, up to 200 characters.
        let few = pieces.shuffled(using: &random).prefix(Int.random(in: 1...pieces.count, using: &random))
        let count = [0, 1, 4, 30, 200].randomElement(using: &random) ?? 0
        return (0..<count).map { _ in few.randomElement(using: &random) ?? "" }.joined()
    }
}
