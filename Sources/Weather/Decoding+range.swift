extension KeyedDecodingContainer {
    /// A number within `range`; throws for any other: a stored value may be damaged.
    func decode<Number: FixedWidthInteger & Decodable>(
        _ type: Number.Type,
        forKey key: Key,
        within range: ClosedRange<Number>
    ) throws -> Number {
        let number = try decode(type, forKey: key)
        guard range.contains(number) else {
            let problem = "\(number) is not within \(range)"
            throw DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: problem)
        }
        return number
    }
}
