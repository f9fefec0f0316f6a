import JSON
import Time
import Weather
import Widgets

/// The reason why bytes are neither the compact nor the full JSON of the weather widget.
package enum WeatherPayloadError: Error, Sendable, Equatable, CustomStringConvertible {
    /// Not JSON, or not an object with the keys that both encodings have; the reason names the key.
    case notWeather(String)
    /// The key's list does not have 24 elements.
    case count(key: String, count: Int)
    /// The key's value is outside anything measured on Earth, or a letter of no condition.
    case valueOutOfRange(key: String)

    /// A sentence that says why the JSON is refused.
    package var description: String {
        switch self {
        case .notWeather(let reason): "this is no compact or full JSON of the weather widget: \(reason)"
        case .count(let key, let count): "“\(key)” has \(count) elements instead of \(WeatherEntry.hourCount)"
        case .valueOutOfRange(let key): "“\(key)” has a value that is out of range"
        }
    }
}

/// The decoder of the compact JSON, and of the full JSON in °C and hPa with all hours.
package enum WeatherPayload {
    private struct Document: Decodable {
        var ts: Int
        var t: Double?
        var n: String
        var p: [Double?]
        var i: String
        var tz: String?
        var off: Int?
        var h: [Int?]?
        var l: [String]?
        var trend: String?
        var fetched: Int?
        /// Present in every full JSON and in no compact one.
        var src: String?
        /// Present only if the units are not °C and hPa.
        var u: [String]?
    }

    /// Decodes either JSON; bytes of any kind are safe.
    package static func decode(compactOrFull bytes: [UInt8]) throws(WeatherPayloadError) -> DecodedWeather {
        let document = try parse(bytes)
        if let units = document.u {
            throw .notWeather("it is in \(units.joined(separator: " and ")), and only °C and hPa are read")
        }
        let icons = try icons(document.i)
        guard let seconds = UInt32(exactly: document.ts) else { throw .valueOutOfRange(key: "ts") }
        if let temperatures = document.h { try requireHours(temperatures.count, key: "h") }
        if let labels = document.l { try requireHours(labels.count, key: "l") }
        guard document.l?.allSatisfy({ $0 == "・" || UInt8($0).map { $0 < 24 } ?? false }) ?? true else {
            throw .valueOutOfRange(key: "l")
        }
        guard document.h?.allSatisfy({ $0.map((-100...100).contains) ?? true }) ?? true else {
            throw .valueOutOfRange(key: "h")
        }
        guard document.off.map(Bounds.utcOffsetMinutes.contains) ?? true else {
            throw .valueOutOfRange(key: "off")
        }
        guard document.fetched.map(Bounds.unixSeconds.contains) ?? true else {
            throw .valueOutOfRange(key: "fetched")
        }
        return DecodedWeather(
            date: UTCInstant(unixSeconds: Int(seconds)),
            placeName: document.n,
            isNameCut: nil,
            temperature: try temperature(document.t),
            pressures: try pressures(document.p),
            temperatures: document.h,
            conditions: icons.map(\.condition),
            isDaylight: icons.map(\.isDaylight),
            utcOffsetMinutes: document.off,
            timeZone: document.tz,
            labels: document.l,
            trend: TrendClass(document.trend.flatMap(PressureTrend.init(rawValue:))),
            ageHours: document.fetched.map { max(0, (Int(seconds) - $0) / 3600) },
            isPlaceholder: document.src.map { _ in document.fetched == nil },
            isStale: nil,
            source: document.src
        )
    }

    private static func parse(_ bytes: [UInt8]) throws(WeatherPayloadError) -> Document {
        do {
            return try Document.decoded(json: bytes)
        } catch DecodingError.keyNotFound(let key, _) {
            throw .notWeather("“\(key.stringValue)” is missing")
        } catch DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context) {
            let path = context.codingPath.map(\.stringValue).joined(separator: ".")
            throw .notWeather(path.isEmpty ? "it is not an object" : "“\(path)” has the wrong type")
        } catch {
            throw .notWeather("it is not JSON")
        }
    }

    private static func requireHours(_ count: Int, key: String) throws(WeatherPayloadError) {
        guard count == WeatherEntry.hourCount else { throw .count(key: key, count: count) }
    }

    private static func temperature(_ celsius: Double?) throws(WeatherPayloadError) -> Temperature? {
        guard let celsius else { return nil }
        guard let temperature = Temperature(celsius: celsius) else { throw .valueOutOfRange(key: "t") }
        return temperature
    }

    private static func pressures(_ values: [Double?]) throws(WeatherPayloadError) -> [SeaLevelPressure?] {
        try requireHours(values.count, key: "p")
        let pressures = values.map { $0.flatMap(SeaLevelPressure.init(hPa:)) }
        guard zip(values, pressures).allSatisfy({ ($0 == nil) == ($1 == nil) }) else {
            throw .valueOutOfRange(key: "p")
        }
        return pressures
    }

    private static func icons(
        _ letters: String
    ) throws(WeatherPayloadError) -> [(condition: Condition, isDaylight: Bool)] {
        try requireHours(letters.utf8.count, key: "i")
        let icons = letters.utf8.compactMap(Condition.decode(code:))
        guard icons.count == WeatherEntry.hourCount else { throw .valueOutOfRange(key: "i") }
        return icons
    }
}
