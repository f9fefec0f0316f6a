package import Time
package import Weather

/// The contents of a payload of the weather widget, whichever encoding it came in.
///
/// A value that the encoding does not carry is nil. Lists have 24 elements, one an hour from ``date`` on.
package struct DecodedWeather: Sendable, Equatable {
    /// The start of the first hour.
    package var date: UTCInstant
    /// The place's name; empty if it has none.
    package var placeName: String
    /// True if the name was cut to fit; only the frame tells.
    package var isNameCut: Bool?
    /// The temperature in the first hour, to 0.1 °C.
    package var temperature: Temperature?
    /// Sea-level pressures by hour, to 0.1 hPa; from the compact JSON to 1 hPa.
    package var pressures: [SeaLevelPressure?]
    /// Temperatures by hour in whole °C; the compact JSON has none.
    package var temperatures: [Int?]?
    /// The weather of each hour.
    package var conditions: [Condition]
    /// Daylight by hour.
    ///
    /// JSON does not tell for an icon `?`, which counts as daylight.
    package var isDaylight: [Bool]
    /// The offset from UTC at ``date``; the compact JSON may lack it.
    package var utcOffsetMinutes: Int?
    /// The IANA name of the time zone; only the full JSON has it.
    package var timeZone: String?
    /// The local hour where it is divisible by three, else `・`; only the full JSON has labels.
    package var labels: [String]?
    /// The pressure trend; unknown in the compact JSON.
    package var trend: TrendClass
    /// The age of the forecast at ``date`` in whole hours; nil in the compact JSON and for a sample.
    package var ageHours: Int?
    /// True for sample data; the compact JSON does not tell.
    package var isPlaceholder: Bool?
    /// True if the forecast is older than it should be; only the frame tells.
    package var isStale: Bool?
    /// The upstream's short name; only the full JSON has it.
    package var source: String?

    /// The icons' letters as in the JSON, one an hour.
    package var icons: String {
        let codes = zip(conditions, isDaylight).map { condition, isDaylight in condition.code(isDaylight: isDaylight) }
        return String(decoding: codes, as: UTF8.self)
    }
}
