import Text

/// Nominatim's answer in the format `jsonv2`, as far as Kiatsu reads it.
struct NominatimAnswer: Decodable {
    enum Outcome: Sendable, Equatable {
        /// The name of the populated place; nil where the address has none.
        case place(String?)
        /// Nothing is there, as in the middle of an ocean.
        case nowhere
    }

    private let address: Address?
    private let error: Refusal?

    private struct Address: Decodable {
        let city: String?
        let town: String?
        let village: String?
        let municipality: String?
        let county: String?
    }

    /// A sentence, or an object with one.
    private struct Refusal: Decodable {
        let message: String

        private enum CodingKeys: String, CodingKey {
            case message
        }

        init(from decoder: any Decoder) throws {
            if let text = try? decoder.singleValueContainer().decode(String.self) {
                message = text
            } else {
                message = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .message)
            }
        }
    }

    /// Nil for an answer of another shape, and for an error of another kind.
    var outcome: Outcome? {
        if let error { return error.message.contains(substring: "Unable to geocode") ? .nowhere : nil }
        guard let address else { return nil }
        // A ward, an island and a hamlet differ in how they are called, by country and by mapper: the largest counts.
        let names = [address.city, address.town, address.village, address.municipality, address.county]
        return .place(names.lazy.compactMap(UpstreamValue.placeName).first)
    }
}
