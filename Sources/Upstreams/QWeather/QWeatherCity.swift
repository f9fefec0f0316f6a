import JSON

/// The answer of `/geo/v2/city/lookup`, as far as Kiatsu reads it.
struct QWeatherCity: Decodable {
    private let location: [Lenient<Location>]

    private struct Location: Decodable {
        let name: String
    }

    /// The nearest place's name, empty when there is no place; nil when the answer is not of the documented shape.
    static func name(_ body: [UInt8]) -> String? {
        guard let answer = QWeatherCity(json: body) else { return nil }
        guard let first = answer.location.first else { return "" }
        return first.value?.name
    }
}
