import Foundation
import TestSupport
import Testing
import Time
import Weather

@testable import Payloads
@testable import Widgets

/// Rules that hold for every entry, name and topic that is accepted.
@Suite struct WeatherPropertyTests {
    @Test(arguments: UInt64(0)..<400)
    func `every packet is within its limit`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let limits: [Encoding: Int] = [.compact: 255, .full: 1024, .fields: 255, .frame: 128]
        for (encoding, limit) in limits {
            let sample = Sample.random(using: &random)
            let display = DisplaySettings.all.randomElement(using: &random) ?? .plain
            let baseTopic = try Self.baseTopic(encoding, display, using: &random)
            for payload in try sample.payloads(encoding, baseTopic: baseTopic, panelID: "p", display: display) {
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
        for encoding in [Encoding.compact, .full] {
            let display = DisplaySettings.all.randomElement(using: &random) ?? .plain
            let baseTopic = try Self.baseTopic(encoding, display, using: &random)
            let payload = try #require(
                sample.payloads(encoding, baseTopic: baseTopic, panelID: "p", display: display).first
            )
            let object = try #require(
                JSONSerialization.jsonObject(with: Data(payload.bytes)) as? [String: Any]
            )
            #expect(object["ts"] as? Int == sample.entry.date.unixSeconds)
            let isSmall = encoding == .full && display.family == .small
            #expect((object["p"] as? [Any])?.count == (isSmall ? 1 : 24))
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
        #expect(frame.isNameCut == (Array(frame.placeName.utf8) != Array(DisplayText(sample.name).text.utf8)))
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

    @Test(arguments: UInt64(0)..<400)
    func `the full JSON in other units says what the entry is`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let sample = Sample.random(using: &random)
        let display = DisplaySettings.all.randomElement(using: &random) ?? .plain
        let units = display.units
        let hours = sample.entry.hours
        let bytes = try #require(sample.payloads(.full, display: display).first).bytes
        let full = try JSONDecoder().decode(FullWeather.self, from: Data(bytes))
        let scale = pow(10, Double(units.pressure.digits))
        #expect(full.t == hours[0].temperature.map { Double(units.temperature.tenths($0)) / 10 })
        let pressures = hours.map { $0.pressure.map { Double(units.pressure.value($0)) / scale } }
        #expect(full.p == (display.family == .small ? [pressures[0]] : pressures))
        let temperatures = hours.map { $0.temperature.map(units.temperature.whole) }
        #expect(full.h == (display.family == .large ? temperatures : nil))
        #expect((full.l == nil) == (display.family != .large))
        #expect(full.i.utf8.count == (display.family == .small ? 1 : 24))
        let change = sample.entry.pressureChangeTenthsHPa
        #expect(full.d3 == change.map { Double(units.pressure.change(tenthsHPa: $0)) / scale })
        let isMetric = units.temperature == .celsius && units.pressure == .hectopascals
        #expect(full.u == (isMetric ? nil : [units.temperature.rawValue, units.pressure.rawValue]))
        let (condition, isDaylight) = (hours[0].condition, hours[0].isDaylight)
        #expect(full.icon == display.iconTheme?.pictureName(of: condition, isDaylight: isDaylight))
        #expect(full.ut?.utf8.count == sample.entry.obtained.map { _ in 5 })
    }

    @Test(arguments: UInt64(0)..<400)
    func `pictures are named for as many hours as there is room for`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let sample = Sample.random(using: &random)
        let themes = [IconTheme.hare, IconTheme.longest].compactMap(\.self)
        let theme = try #require(themes.randomElement(using: &random))
        let family = try #require(Family.allCases.randomElement(using: &random))
        let display = DisplaySettings.shown(family: family, iconTheme: theme)
        let names = sample.entry.hours.map { theme.pictureName(of: $0.condition, isDaylight: $0.isDaylight) }
        for encoding in [Encoding.full, .fields] {
            let baseTopic = try Self.baseTopic(encoding, display, using: &random)
            let payload = try #require(
                sample.payloads(encoding, baseTopic: baseTopic, panelID: "p", display: display).last
            )
            guard family != .small else {
                #expect(
                    payload.topicSuffix != "/icon_names"
                        && !String(decoding: payload.bytes, as: UTF8.self).contains("icon_names")
                )
                continue
            }
            let shown =
                encoding == .full
                ? try JSONDecoder().decode(FullWeather.self, from: Data(payload.bytes)).iconNames ?? []
                : String(decoding: payload.bytes, as: UTF8.self).split(separator: ",").map(String.init)
            #expect(shown == Array(names.prefix(shown.count)) && (encoding == .full || !shown.isEmpty))
            guard shown.count < names.count else { continue }
            // One more would not have fitted; the first comes with its key.
            let punctuation = encoding == .fields ? 1 : shown.isEmpty ? 18 : 3
            let more = names[shown.count].utf8.count + punctuation
            let topic = "\(baseTopic)/p/weather\(payload.topicSuffix)"
            let packet = publishPacket(topic: topic, payload: payload.bytes).count
            #expect(packet + more > encoding.packetLimit)
        }
    }

    @Test func `an hour's usual values leave room for all names of a theme`() throws {
        let display = DisplaySettings.shown(iconTheme: .hare)
        for encoding in [Encoding.full, .fields] {
            let payload = try #require(Sample.setagaya.payloads(encoding, display: display).last)
            let text = String(decoding: payload.bytes, as: UTF8.self)
            #expect(text.matches(of: /cloudy|hare_noon|rain|snow/).count == (encoding == .full ? 25 : 24), "\(text)")
        }
    }

    @Test(arguments: UInt64(0)..<400)
    func `the compact JSON has the offset where the name leaves room for it`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var sample = Sample.random(using: &random)
        let baseTopic = try Self.baseTopic(.compact, .plain, using: &random)
        let payload = try #require(sample.payloads(.compact, baseTopic: baseTopic, panelID: "p").first)
        let compact = try WeatherPayload.decode(compactOrFull: payload.bytes)
        if let offset = compact.utcOffsetMinutes { #expect(offset == sample.entry.utcOffsetMinutes) }
        // It takes nothing from the name, and is there or not whatever the values are.
        let topic = try #require(EncodingBounds.weather(.compact).topics.first)
        let left = topic.capacity - topic.content.byteCount - "\(baseTopic)/p/weather".utf8.count
        let name = DisplayText(sample.name).prefix(ofEscapedBytes: left)
        #expect((compact.utcOffsetMinutes != nil) == (left - name.count >= 12))
        #expect(Array(compact.placeName.utf8).count <= name.count)
        sample.entry = Sample.setagaya.entry
        let other = try #require(sample.payloads(.compact, baseTopic: baseTopic, panelID: "p").first)
        let decoded = try WeatherPayload.decode(compactOrFull: other.bytes)
        #expect(decoded.placeName == compact.placeName)
        #expect((decoded.utcOffsetMinutes == nil) == (compact.utcOffsetMinutes == nil))
    }

    @Test(arguments: UInt64(0)..<100)
    func `the compact JSON and the frame are the same however the widget is shown`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let sample = Sample.random(using: &random)
        let display = DisplaySettings.all.randomElement(using: &random) ?? .plain
        for encoding in [Encoding.compact, .frame] {
            #expect(try sample.payloads(encoding, display: display) == sample.payloads(encoding))
        }
    }

    @Test(arguments: UInt64(0)..<200)
    func `a name is cut only as far as it must be`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let sample = Sample.random(using: &random)
        let frame = try #require(sample.payloads(.frame).first).bytes
        let shown = try FrameDecoder.decode(frame).placeName
        let rest = DisplayText(sample.name).text.dropFirst(shown.count)
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
        let all = DisplayText(name).text.map { Array($0.utf8) }
        let part = shown.map { Array($0.utf8) }
        #expect(Array(all.prefix(part.count)) == part, sourceLocation: location)
    }

    /// From one byte to the longest that is accepted, which every fifth is.
    private static func baseTopic(
        _ encoding: Encoding,
        _ display: DisplaySettings,
        using random: inout SeededGenerator
    ) throws -> String {
        let error = try #require(throws: TopicTooLong.self) {
            let bounds = EncodingBounds.weather(encoding, display: display)
            _ = try TopicRoom(bounds, baseTopic: String(repeating: "b", count: 1100), panelID: "p")
        }
        let longest = 1100 - error.excess
        let count = Int.random(in: 0..<5, using: &random) == 0 ? longest : Int.random(in: 1...longest, using: &random)
        return String(repeating: "b", count: count)
    }
}

/// The keys of the full JSON whose form depends on how the widget is shown.
private struct FullWeather: Decodable {
    var t: Double?
    var p: [Double?]
    var h: [Int?]?
    var i: String
    var l: [String]?
    var d3: Double?
    var u: [String]?
    var icon: String?
    var iconNames: [String]?
    var ut: String?

    private enum CodingKeys: String, CodingKey {
        case t, p, h, i, l, d3, u, icon, ut
        case iconNames = "icon_names"
    }
}
