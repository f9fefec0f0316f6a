import TestSupport
import Time
import Weather

@testable import Payloads
@testable import Widgets

/// Frames for both decoders: what the encoder makes of random entries, and what should never have been sent.
enum RandomFrames {
    /// A frame of an entry as wild as its types allow, with a name of any length.
    static func encoded(using random: inout SeededGenerator) -> [UInt8] {
        let entry = entry(using: &random)
        return WeatherFrame.encode(
            entry,
            name: name(pieces: ["a", "~", "é", "世", "𠮷", "\u{0}", "\u{7FF}", "\u{FFFD}"], using: &random),
            isNameCut: Bool.random(using: &random),
            isStale: Bool.random(using: &random)
        )
    }

    /// The compact JSON of such an entry, for a topic of the usual length.
    static func compact(using random: inout SeededGenerator) throws -> [UInt8] {
        let units = Units(temperature: .celsius, pressure: .hectopascals, wind: .metresPerSecond)
        let display = DisplaySettings(language: "en", units: units, family: .large, iconTheme: nil)
        let bounds = EncodingBounds(of: WeatherWidget(), display: display, encoding: .compact)
        let room = try TopicRoom(bounds, baseTopic: "kiatsu", panelID: "kitchen")
        let name = name(pieces: ["a", "\"", "\\", "é", "世", "𠮷", "\u{7FF}"], using: &random)
        let placeName = DisplayText(String(decoding: name, as: UTF8.self))
        let payloads = room.payloads(of: entry(using: &random), placeName: placeName, isStale: false)
        return payloads.first?.bytes ?? []
    }

    private static func entry(using random: inout SeededGenerator) -> WeatherEntry {
        let stride = [3, 60, 3500].randomElement(using: &random) ?? 3
        let nullShare = [0, 0, 10, 50, 100].randomElement(using: &random) ?? 0
        var pressure = Int.random(in: 8000...11500, using: &random)
        let hours = (0..<WeatherEntry.hourCount).map { index in
            pressure = (pressure + Int.random(in: -stride...stride, using: &random)).clamped(to: 8000...11500)
            let isKnown = Int.random(in: 0..<100, using: &random) >= nullShare
            let temperature = Temperature(tenthsCelsius: Int.random(in: -999...999, using: &random))
            return WeatherEntry.Hour(
                temperature: Int.random(in: 0..<100, using: &random) < nullShare ? nil : temperature,
                pressure: isKnown ? SeaLevelPressure(tenthsHPa: pressure) : nil,
                condition: Condition.allCases.randomElement(using: &random) ?? .unknown,
                isDaylight: Bool.random(using: &random),
                localHour: UInt8(index)
            )
        }
        let date = Int.random(in: 0...1_193_046, using: &random) * 3600
        return WeatherEntry(
            date: UTCInstant(unixSeconds: date),
            hours: hours,
            timeZone: "UTC",
            utcOffsetMinutes: Int.random(in: -128...127, using: &random) * 15,
            obtained: Bool.random(using: &random)
                ? nil : UTCInstant(unixSeconds: max(0, date - Int.random(in: 0...1_000_000, using: &random))),
            source: "random"
        )
    }

    /// Random content with the right length and check bytes, some of it near the limits of what is accepted.
    static func wild(using random: inout SeededGenerator) -> [UInt8] {
        var bytes = encoded(using: &random).dropLast(2).map { $0 }
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            bytes[Int.random(in: 1..<74, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        switch Int.random(in: 0..<5, using: &random) {
        case 4:
            // From the highest or the lowest one up or down.
            put([8000, 8001, 11499, 11500].randomElement(using: &random) ?? 0, at: 10, in: &bytes)
            bytes[12] = [1, 255].randomElement(using: &random) ?? 0
            for offset in 13..<35 { bytes[offset] = 0 }
        case 0: put([-1000, -999, 999, 1000, -32768].randomElement(using: &random) ?? 0, at: 8, in: &bytes)
        case 1: put([0, 1, 7999, 8000, 11500, 11501, 65535].randomElement(using: &random) ?? 0, at: 10, in: &bytes)
        case 2:
            let step = UInt8(bitPattern: [-128, -127, 127].randomElement(using: &random) ?? 0)
            for offset in 12..<35 where Bool.random(using: &random) { bytes[offset] = step }
        default:
            let hour = Int.random(in: 35..<59, using: &random)
            bytes[hour] = UInt8(bitPattern: [-128, -127, -101, -100, 100, 101].randomElement(using: &random) ?? 0)
        }
        if Bool.random(using: &random) {
            bytes.removeSubrange(75...)
            bytes += badName(using: &random)
            bytes[74] = UInt8(bytes.count - 75)
        }
        let check = CyclicRedundancyCheck.ccittFalse(bytes)
        return bytes + [UInt8(check & 0xFF), UInt8(check >> 8)]
    }

    private static func put(_ value: Int, at offset: Int, in bytes: inout [UInt8]) {
        bytes[offset] = UInt8(truncatingIfNeeded: value)
        bytes[offset + 1] = UInt8(truncatingIfNeeded: value >> 8)
    }

    private static func name(pieces: [String], using random: inout SeededGenerator) -> ArraySlice<UInt8> {
        let most = [0, 5, 30, 255].randomElement(using: &random) ?? 0
        var name: [UInt8] = []
        while let piece = pieces.randomElement(using: &random), name.count + piece.utf8.count <= most {
            name += piece.utf8
        }
        return name[...]
    }

    /// The first and the last of each form of UTF-8, and those just beyond.
    private static func badName(using random: inout SeededGenerator) -> [UInt8] {
        let pieces: [[UInt8]] = [
            [0x41], [0x7F], [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC2, 0x80], [0xDF, 0xBF], [0xC2],
            [0xC2, 0xC0],
            [0xE0, 0x9F, 0xBF], [0xE0, 0xA0, 0x80], [0xED, 0x9F, 0xBF], [0xED, 0xA0, 0x80], [0xEE, 0x80, 0x80],
            [0xEF, 0xBF, 0xBF], [0xE2, 0x82], [0xE2, 0x82, 0x41], [0xF0, 0x8F, 0xBF, 0xBF], [0xF0, 0x90, 0x80, 0x80],
            [0xF1, 0x80, 0x80, 0xC0], [0xF4, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80],
            [0xF0, 0x90, 0x80], [0xFF],
        ]
        return (0..<Int.random(in: 1...3, using: &random)).flatMap { _ in pieces.randomElement(using: &random) ?? [] }
    }
}
