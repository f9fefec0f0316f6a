/// The members of an object in a document; of a repeated key the first.
struct JSONMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
    private let document: JSONDocument
    private let index: Int
    /// The index of each member's value by its key.
    private let members: [String: Int]

    init(_ document: JSONDocument, _ index: Int) throws(JSONSyntaxError) {
        self.document = document
        self.index = index
        var members: [String: Int] = [:]
        var key = index + 1
        let end = Int(document.values[index].next)
        while key < end {
            let name = try document.text(at: key)
            if members[name] == nil { members[name] = key + 1 }
            key = Int(document.values[key + 1].next)
        }
        self.members = members
    }

    var codingPath: [any CodingKey] { document.path(to: index) }
    var allKeys: [Key] { members.keys.compactMap(Key.init(stringValue:)) }

    func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }

    private func member(_ key: Key) throws -> JSONDecoding {
        guard let member = members[key.stringValue] else {
            let problem = "No value associated with key \(key) (\"\(key.stringValue)\")."
            throw DecodingError.keyNotFound(key, .init(codingPath: codingPath, debugDescription: problem))
        }
        return JSONDecoding(document: document, index: member)
    }

    func decodeNil(forKey key: Key) throws -> Bool { try member(key).isNull }
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try member(key).bool() }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try member(key).text() }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try member(key).number() }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try member(key).number() }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try member(key).integer() }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try member(key).integer() }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try member(key).integer() }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try member(key).integer() }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try member(key).integer() }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try member(key).integer() }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try member(key).integer() }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try member(key).integer() }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try member(key).integer() }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try member(key).integer() }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try Value(from: try member(key))
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try member(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { try member(key).elements() }
    func superDecoder(forKey key: Key) throws -> any Decoder { try member(key) }

    func superDecoder() throws -> any Decoder {
        let key = JSONPathKey(stringValue: "super")
        guard let member = members[key.stringValue] else {
            throw DecodingError.keyNotFound(key, .init(codingPath: codingPath, debugDescription: "No value for super."))
        }
        return JSONDecoding(document: document, index: member)
    }
}
