import Payloads
import Time
import Topics
import Weather
import Widgets

/// Weather entries that differ from each other, and the messages that the bridge would make of them.
enum Entries {
    static let placeName = "世田谷区"
    static let topics = Topics(base: "kiatsu")

    static func panelID(_ index: Int) -> String { "panel-\(index)" }

    /// The same entry for the same number on each run.
    static func entry(_ index: Int, at hour: UTCInstant) -> WeatherEntry {
        var random = Generator(state: UInt64(index))
        var pressure = Int.random(in: 9800...10_300, using: &random)
        let hours = (0..<WeatherEntry.hourCount).map { offset in
            pressure += Int.random(in: -12...12, using: &random)
            return WeatherEntry.Hour(
                temperature: Temperature(tenthsCelsius: Int.random(in: -150...350, using: &random)),
                pressure: SeaLevelPressure(tenthsHPa: pressure),
                condition: Condition.allCases.randomElement(using: &random) ?? .unknown,
                isDaylight: offset < 12,
                localHour: UInt8((offset + 9) % 24)
            )
        }
        return WeatherEntry(
            date: hour,
            hours: hours,
            timeZone: "Asia/Tokyo",
            utcOffsetMinutes: 540,
            obtained: hour,
            source: "open-meteo"
        )
    }

    /// The topic and the payload of an entry in an encoding with one topic, as the bridge makes them.
    static func message(
        _ entry: WeatherEntry,
        panelID: String,
        in bounds: EncodingBounds
    ) throws -> (topic: String, payload: [UInt8]) {
        let room = try TopicRoom(bounds, baseTopic: topics.base, panelID: panelID)
        let payload = room.payloads(of: entry, placeName: DisplayText(placeName), isStale: false)[0]
        return (
            topics.entry(of: bounds.widget, panel: panelID, suffix: payload.topicSuffix).name, payload.bytes
        )
    }

    /// The bounds of the weather widget as a panel has it that says nothing.
    static func bounds(_ encoding: Encoding) -> EncodingBounds {
        EncodingBounds(
            of: WeatherWidget(),
            display: DisplaySettings(language: "ja", units: .metric, family: .large),
            encoding: encoding
        )
    }

    /// SplitMix64 (Steele, Lea and Flood, 2014).
    private struct Generator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var value = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
            value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
            return value ^ (value >> 31)
        }
    }
}
