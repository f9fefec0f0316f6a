package import Time
package import Weather
package import Widgets

/// What a payload of the weather widget says, whichever encoding it came in.
///
/// What an encoding does not carry is nil; lists have 24 elements, one an hour from ``date`` on.
package struct DecodedWeather: Sendable, Equatable {
    /// The first hour.
    package var date: UTCInstant
    /// Empty when the place has none.
    package var placeName: String
    /// Only the frame says it.
    package var isNameCut: Bool?
    /// In the first hour, to 0.1 °C.
    package var temperature: Temperature?
    /// To 0.1 hPa, of the compact JSON to 1 hPa.
    package var pressures: [SeaLevelPressure?]
    /// Whole °C; the compact JSON has none.
    package var temperatures: [Int?]?
    /// The weather of each hour.
    package var conditions: [Condition]
    /// Where an icon is `?` the JSON does not tell; true then.
    package var isDaylight: [Bool]
    /// The compact JSON has none.
    package var utcOffsetMinutes: Int?
    /// IANA name; only the full JSON has it.
    package var timeZone: String?
    /// Local hours where they are divisible by three, else `・`; only the full JSON has them.
    package var labels: [String]?
    /// Unknown in the compact JSON.
    package var trend: TrendClass
    /// The age of the forecast at ``date`` in whole hours; the compact JSON has none, nor has a sample.
    package var ageHours: Int?
    /// Whether it is sample data; the compact JSON does not say.
    package var isPlaceholder: Bool?
    /// Only the frame says it.
    package var isStale: Bool?
    /// The upstream's short name; only the full JSON has it.
    package var source: String?

    /// The letters of the JSON.
    package var icons: String {
        let codes = zip(conditions, isDaylight).map { condition, isDaylight in condition.code(isDaylight: isDaylight) }
        return String(decoding: codes, as: UTF8.self)
    }
}
