import Time
import Weather
import Widgets

/// How long each payload can get, found by encoding the entry whose every value has its longest form.
enum WeatherBounds {
    struct LongestPayload {
        var topicSuffix: String
        /// With the place's name cut to nothing.
        var byteCount: Int
        /// Whether the place's name is in it.
        var hasName: Bool
        /// The part of ``byteCount`` that a name would take the place of.
        var nameBytes = 0
    }

    /// The moments that payloads can carry: what an unsigned 32-bit count of seconds holds (to 2106).
    static let seconds = 0...Int(UInt32.max)

    /// The offsets that payloads can carry, in minutes: what a signed byte of quarter hours holds.
    static let utcOffsetMinutes = -128 * 15...127 * 15

    /// The longest IANA name, `America/Argentina/ComodRivadavia`.
    static let timeZoneBytes = 32

    static let sourceBytes = 32

    static func longestPayloads(of encoding: WeatherEncoding) -> [LongestPayload] {
        switch encoding {
        case .compact: compact
        case .full: full
        case .fields: fields
        case .frame: frame
        }
    }

    private static let compact = [
        LongestPayload(topicSuffix: "", byteCount: longest.compactJSON(name: []).count, hasName: true)
    ]

    private static let full = [
        LongestPayload(topicSuffix: "/full", byteCount: longest.fullJSON(name: []).count, hasName: true)
    ]

    private static let fields = WeatherField.allCases.map { field in
        let byteCount = longest.bytes(of: field, name: []).count
        let isPlace = field == .place
        return LongestPayload(
            topicSuffix: field.topicSuffix,
            byteCount: byteCount,
            hasName: isPlace,
            nameBytes: isPlace ? byteCount : 0
        )
    }

    private static let frame = [
        LongestPayload(topicSuffix: "/frame", byteCount: WeatherFrame.byteCountWithoutName, hasName: true)
    ]

    /// `-99.9`, `-100`, `1149.9`, `"・"`, `lightning-rainy`, `falling_very_rapidly`, `-149.8`, ten digits of seconds.
    private static let longest = WeatherEntry(
        date: UTCInstant(unixSeconds: seconds.upperBound).hourStart,
        hours: (0..<WeatherEntry.hourCount).map { index in
            WeatherEntry.Hour(
                temperature: Temperature(tenthsCelsius: -999),
                pressure: SeaLevelPressure(tenthsHPa: index == 0 ? 11499 : 10001),
                condition: .thunder,
                isDaylight: true,
                localHour: 1
            )
        },
        timeZone: String(repeating: "a", count: timeZoneBytes),
        utcOffsetMinutes: utcOffsetMinutes.lowerBound,
        obtained: UTCInstant(unixSeconds: seconds.upperBound),
        source: String(repeating: "a", count: sourceBytes)
    )
}

extension Int {
    /// The nearest number in the range.
    func clamped(to range: ClosedRange<Int>) -> Int { Swift.min(Swift.max(self, range.lowerBound), range.upperBound) }
}
