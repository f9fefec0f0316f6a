/// A place of OpenWeather's reverse geocoding (https://openweathermap.org/api/geocoding-api), as far as Kiatsu reads
/// it.
struct OpenWeatherPlace: Decodable {
    private let name: String
    /// By language as OpenStreetMap writes it; besides `ascii` and `feature_name`, which are no languages.
    private let localNames: [String: String]?

    private enum CodingKeys: String, CodingKey {
        case name
        case localNames = "local_names"
    }

    /// Its name in the language, without its region where there is none with it, or else its own.
    func name(in language: String) -> String? {
        for code in Self.codes(of: language) {
            if let name = UpstreamValue.placeName(localNames?[code]) { return name }
        }
        return UpstreamValue.placeName(name)
    }

    /// The keys that stand for a language, the best first, such as `zh-TW` and `zh`.
    private static func codes(of language: String) -> [String] {
        let base = language.prefix { $0 != "-" }.lowercased()
        // Of ISO 639, and so neither of the keys that are none.
        guard (2...3).contains(base.utf8.count) else { return [] }
        let written = ["nb": "no", "nn": "no"]
        return [language, base] + (written[base].map { [$0] } ?? [])
    }
}
