import FoundationEssentials

/// JSON from outside: every document that Kiatsu reads is decoded here, so that its depth is checked first.
extension Decodable {
    /// The value decoded from a document in UTF-8.
    ///
    /// Throws `JSONDecoder`'s errors, and `DecodingError.dataCorrupted` for a document that is not UTF-8 or is nested
    /// deeper than 64 levels.
    package static func decoded(json: [UInt8]) throws -> Self {
        guard JSONNesting.isShallow(json) else {
            let context = DecodingError.Context(codingPath: [], debugDescription: "not UTF-8, or nested too deep")
            throw DecodingError.dataCorrupted(context)
        }
        return try JSONDecoder().decode(Self.self, from: Data(json))
    }

    /// The value decoded from a document; nil where the bytes are not JSON of this shape.
    package init?(json: [UInt8]) {
        guard let value = try? Self.decoded(json: json) else { return nil }
        self = value
    }
}
