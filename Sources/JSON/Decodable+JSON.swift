/// JSON from outside: every document that Kiatsu reads is decoded here.
extension Decodable {
    /// The value decoded from a document in UTF-8.
    ///
    /// Throws `DecodingError`: `dataCorrupted` for a document that is not UTF-8, is nested deeper than 64 levels or is
    /// no JSON, and for a number that its type cannot hold.
    package static func decoded(json: [UInt8]) throws -> Self {
        let document: JSONDocument
        do throws(JSONSyntaxError) { document = try JSONDocument(json) } catch { throw error.decodingError }
        return try Self(from: JSONDecoding(document: document, index: 0))
    }

    /// The value decoded from a document; nil where the bytes are not JSON of this shape.
    package init?(json: [UInt8]) {
        guard let value = try? Self.decoded(json: json) else { return nil }
        self = value
    }
}
