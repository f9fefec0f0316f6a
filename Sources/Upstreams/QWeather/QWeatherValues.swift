import Time
import Weather

/// A value that is nil where what was sent is of another type, so that it takes no other value with it.
struct Lenient<Value: Decodable>: Decodable {
    let value: Value?

    init(from decoder: any Decoder) {
        value = try? Value(from: decoder)
    }
}

/// A number, written as one or as text; nil for anything else.
struct QWeatherNumber: Decodable {
    let value: Double?

    init(from decoder: any Decoder) {
        let container = try? decoder.singleValueContainer()
        let number = (try? container?.decode(Double.self)) ?? (try? container?.decode(String.self)).flatMap(Double.init)
        // Swift reads “inf” and “nan” as numbers, too.
        value = number.flatMap { $0.isFinite ? $0 : nil }
    }

    var integer: Int? { value.flatMap { Int(exactly: $0) } }
}

extension ISO8601Time {
    /// The local day that begins at this moment.
    ///
    /// In UTC the text has no local calendar: of the two offsets that make it a midnight, the one nearer to the mean
    /// solar time of the longitude counts.
    func dayBeginning(atLongitude longitude: Double) -> CivilDate {
        guard isUTC else { return date }
        let eastern = (86_400 - (instant.unixSeconds % 86_400 + 86_400) % 86_400) % 86_400
        let solar = longitude * 240
        let isEastern = abs(Double(eastern) - solar) <= abs(Double(eastern - 86_400) - solar)
        return CivilDate(at: instant, utcOffsetSeconds: isEastern ? eastern : eastern - 86_400)
    }
}

extension Condition {
    init(_ code: QWeatherNumber?, _ text: Lenient<String>?) {
        self.init(qWeatherIcon: code?.integer, text: text?.value)
    }
}

extension SourceText {
    /// QWeather's words are in the language of the account or the server, which no answer tells: their writing does.
    ///
    /// Nil for what is neither in Chinese characters alone nor in ASCII.
    init?(qWeather text: String?) {
        guard let text else { return nil }
        let scalars = text.unicodeScalars
        if scalars.allSatisfy({ $0.isASCII }) {
            self.init(text, language: "en")
        } else if scalars.allSatisfy({ $0.properties.isIdeographic }) {
            self.init(text, language: "zh")
        } else {
            return nil
        }
    }
}
