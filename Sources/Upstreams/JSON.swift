import FoundationEssentials

extension Decodable {
    /// Nil when the bytes are not JSON of this shape.
    init?(json: [UInt8]) {
        guard let value = try? JSONDecoder().decode(Self.self, from: Data(json)) else { return nil }
        self = value
    }
}
