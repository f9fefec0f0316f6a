import JSON

/// Open-Meteo's answer to a request: an object for one place, an array for several.
struct OpenMeteoDocument<Answer: Decodable>: Decodable {
    private let places: [Place?]

    /// The answers by the index of their place in the request; a place that is missing or unreadable has none.
    ///
    /// Nil when the body as a whole is not JSON of the documented shape.
    static func decode(_ body: [UInt8]) -> [Int: Answer]? {
        guard let document = OpenMeteoDocument(json: body) else { return nil }
        var answers: [Int: Answer] = [:]
        for (position, place) in document.places.enumerated() {
            guard let place else { continue }
            let index = place.locationID ?? position
            if answers[index] == nil { answers[index] = place.answer }
        }
        return answers
    }

    init(from decoder: any Decoder) throws {
        if var list = try? decoder.unkeyedContainer() {
            var places: [Place?] = []
            while !list.isAtEnd { places.append(try list.decode(Element.self).place) }
            self.places = places
        } else {
            places = [try Place(from: decoder)]
        }
    }

    private struct Place: Decodable {
        /// Its index in the request; absent for the first.
        let locationID: Int?
        let answer: Answer

        private enum CodingKeys: String, CodingKey {
            case locationID = "location_id"
        }

        init(from decoder: any Decoder) throws {
            locationID = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(Int.self, forKey: .locationID)
            answer = try Answer(from: decoder)
        }
    }

    /// Decodes each place by itself, so that one place's fault is not another's.
    private struct Element: Decodable {
        let place: Place?

        init(from decoder: any Decoder) throws {
            place = try? Place(from: decoder)
        }
    }
}

/// Open-Meteo's refusal: `{"error":true,"reason":"…"}`.
struct OpenMeteoRefusal: Decodable {
    private let error: Bool
    private let reason: String

    /// Nil when the body is not of this shape.
    static func reason(in body: [UInt8]) -> String? {
        guard let refusal = OpenMeteoRefusal(json: body), refusal.error else { return nil }
        return refusal.reason
    }
}
