/// The elements of a list in a document, one after the other.
struct JSONElements: UnkeyedDecodingContainer {
    private let document: JSONDocument
    private let index: Int
    private var next: Int
    private(set) var currentIndex = 0

    init(_ document: JSONDocument, _ index: Int) {
        self.document = document
        self.index = index
        next = index + 1
    }

    var codingPath: [any CodingKey] { document.path(to: index) }
    var count: Int? { document.children(of: index).count }
    var isAtEnd: Bool { next >= Int(document.values[index].next) }

    /// Passes the next element once it has been read.
    private mutating func read<Value>(_ value: (JSONDecoding) throws -> Value) throws -> Value {
        guard !isAtEnd else {
            let path = codingPath + [JSONPathKey(intValue: currentIndex)]
            let context = DecodingError.Context(codingPath: path, debugDescription: "Unkeyed container is at end.")
            throw DecodingError.valueNotFound(Value.self, context)
        }
        let element = try value(JSONDecoding(document: document, index: next))
        next = Int(document.values[next].next)
        currentIndex += 1
        return element
    }

    mutating func decodeNil() throws -> Bool {
        guard isAtEnd || document.values[next].kind == .null else { return false }
        return try read { $0.isNull }
    }

    mutating func decode(_ type: Bool.Type) throws -> Bool { try read { try $0.bool() } }
    mutating func decode(_ type: String.Type) throws -> String { try read { try $0.text() } }
    mutating func decode(_ type: Double.Type) throws -> Double { try read { try $0.number() } }
    mutating func decode(_ type: Float.Type) throws -> Float { try read { try $0.number() } }
    mutating func decode(_ type: Int.Type) throws -> Int { try read { try $0.integer() } }
    mutating func decode(_ type: Int8.Type) throws -> Int8 { try read { try $0.integer() } }
    mutating func decode(_ type: Int16.Type) throws -> Int16 { try read { try $0.integer() } }
    mutating func decode(_ type: Int32.Type) throws -> Int32 { try read { try $0.integer() } }
    mutating func decode(_ type: Int64.Type) throws -> Int64 { try read { try $0.integer() } }
    mutating func decode(_ type: UInt.Type) throws -> UInt { try read { try $0.integer() } }
    mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try read { try $0.integer() } }
    mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try read { try $0.integer() } }
    mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try read { try $0.integer() } }
    mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try read { try $0.integer() } }
    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try read { try Value(from: $0) } }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        try read { try $0.container(keyedBy: type) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try read { try $0.elements() } }
    mutating func superDecoder() throws -> any Decoder { try read { $0 } }
}
