import Time
import Widgets

/// The first hour of a payload on the place's clocks; in UTC if the payload has no offset.
struct LocalTime: CustomStringConvertible {
    private let minutesSinceEpoch: Int
    private let offsetMinutes: Int?

    init(_ weather: DecodedWeather) {
        offsetMinutes = weather.utcOffsetMinutes
        minutesSinceEpoch = weather.date.unixSeconds / 60 + (weather.utcOffsetMinutes ?? 0)
    }

    /// `2022-02-05 17:00 (UTC+9)`.
    var description: String {
        // The clock time, computed as if it were UTC.
        let shown = UTCInstant(unixSeconds: minutesSinceEpoch * 60).iso8601.split(separator: "T")
        return "\(shown[0]) \(shown[1].prefix(5)) (\(zone))"
    }

    private var zone: String {
        guard let offsetMinutes, offsetMinutes != 0 else { return "UTC" }
        let (hours, minutes) = offsetMinutes.magnitude.quotientAndRemainder(dividingBy: 60)
        return "UTC\(offsetMinutes < 0 ? "−" : "+")\(hours)" + (minutes == 0 ? "" : ":\(Self.twoDigits(Int(minutes)))")
    }

    /// The local hour where it is divisible by three, else empty: the payload's own labels where it has them.
    func labels(of weather: DecodedWeather) -> [String] {
        if let labels = weather.labels { return labels.map { $0 == "・" ? "" : $0 } }
        return (0..<WeatherEntry.hourCount).map { hour in
            // Non-negative before the epoch as well.
            let local = ((minutesSinceEpoch + hour * 60) % 1440 + 1440) % 1440 / 60
            return local.isMultiple(of: 3) ? String(local) : ""
        }
    }

    private static func twoDigits(_ value: Int) -> String { value < 10 ? "0\(value)" : String(value) }
}
