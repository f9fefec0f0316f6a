/// Decodes one value of a document, and what it contains.
struct JSONDecoding: Decoder {
    let document: JSONDocument
    /// The index of the value.
    let index: Int

    var codingPath: [any CodingKey] { document.path(to: index) }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    private var kind: JSONDocument.Kind { document.values[index].kind }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(try members(keyedBy: type))
    }

    func members<Key: CodingKey>(keyedBy type: Key.Type) throws -> JSONMembers<Key> {
        guard kind == .object else { throw mismatch([String: Any].self, container: "keyed") }
        do throws(JSONSyntaxError) { return try JSONMembers(document, index) } catch { throw error.decodingError }
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try elements() }

    func elements() throws -> JSONElements {
        guard kind == .list else { throw mismatch([Any].self, container: "unkeyed") }
        return JSONElements(document, index)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    // MARK: Scalars

    var isNull: Bool { kind == .null }

    func bool() throws -> Bool {
        switch kind {
        case .yes: return true
        case .no: return false
        default: throw mismatch(Bool.self)
        }
    }

    func text() throws -> String {
        guard kind == .plainText || kind == .escapedText else { throw mismatch(String.self) }
        do throws(JSONSyntaxError) { return try document.text(at: index) } catch { throw error.decodingError }
    }

    func integer<Integer: FixedWidthInteger>() throws -> Integer {
        guard kind == .number else { throw mismatch(Integer.self) }
        do throws(JSONSyntaxError) { return try document.integer(at: index) } catch { throw error.decodingError }
    }

    func number<Number: BinaryFloatingPoint & LosslessStringConvertible>() throws -> Number {
        guard kind == .number else { throw mismatch(Number.self) }
        do throws(JSONSyntaxError) { return try document.number(at: index) } catch { throw error.decodingError }
    }

    // MARK: Errors

    /// The error for a value of another type than the expected one.
    private func mismatch(_ type: Any.Type, container: String? = nil) -> DecodingError {
        guard !isNull else {
            let wanted = container.map { "\($0) decoding container" } ?? "value of type \(type)"
            return .valueNotFound(type, context("Cannot get \(wanted) -- found null value instead"))
        }
        return .typeMismatch(type, context("Expected to decode \(type) but found \(found) instead."))
    }

    private func context(_ description: String) -> DecodingError.Context {
        DecodingError.Context(codingPath: codingPath, debugDescription: description)
    }

    private var found: String {
        switch kind {
        case .null: "null"
        case .no, .yes: "bool"
        case .number: "number"
        case .plainText, .escapedText: "a string"
        case .list: "an array"
        case .object: "a dictionary"
        }
    }
}

extension JSONDecoding: SingleValueDecodingContainer {
    func decodeNil() -> Bool { isNull }
    func decode(_ type: Bool.Type) throws -> Bool { try bool() }
    func decode(_ type: String.Type) throws -> String { try text() }
    func decode(_ type: Double.Type) throws -> Double { try number() }
    func decode(_ type: Float.Type) throws -> Float { try number() }
    func decode(_ type: Int.Type) throws -> Int { try integer() }
    func decode(_ type: Int8.Type) throws -> Int8 { try integer() }
    func decode(_ type: Int16.Type) throws -> Int16 { try integer() }
    func decode(_ type: Int32.Type) throws -> Int32 { try integer() }
    func decode(_ type: Int64.Type) throws -> Int64 { try integer() }
    func decode(_ type: UInt.Type) throws -> UInt { try integer() }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try integer() }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try integer() }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try integer() }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try integer() }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try Value(from: self) }
}
