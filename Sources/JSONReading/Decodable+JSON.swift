import FoundationEssentials

/// Reading JSON that anybody may have written: the one door to Foundation's decoder.
extension Decodable {
    /// Decodes the bytes of a document in UTF-8; throws what `JSONDecoder` throws, and for a document that is nested deeper
    /// than ``JSONNesting/mostLevels``.
    package static func decoded(json: [UInt8]) throws -> Self {
        guard JSONNesting.isShallow(json) else {
            let context = DecodingError.Context(codingPath: [], debugDescription: "not UTF-8, or nested too deep")
            throw DecodingError.dataCorrupted(context)
        }
        return try JSONDecoder().decode(Self.self, from: Data(json))
    }

    /// Nil when the bytes are not JSON of this shape.
    package init?(json: [UInt8]) {
        guard let value = try? Self.decoded(json: json) else { return nil }
        self = value
    }
}
