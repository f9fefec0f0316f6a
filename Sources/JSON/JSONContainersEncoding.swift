/// Adds members to an object.
struct JSONObjectEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
    private let object: JSONEncodedObject
    let codingPath: [any CodingKey]

    init(_ object: JSONEncodedObject, path: [any CodingKey]) {
        self.object = object
        codingPath = path
    }

    private func encoding(_ key: any CodingKey) -> JSONEncoding {
        JSONEncoding(.member(object, key.stringValue), path: codingPath + [key])
    }

    private func set(_ value: JSONEncoded, _ key: Key) { object.members[key.stringValue] = value }

    private func number(_ value: some BinaryFloatingPoint & LosslessStringConvertible, _ key: Key) throws -> JSONEncoded
    {
        try JSONEncoding.number(value, path: codingPath + [key])
    }

    func encodeNil(forKey key: Key) { set(.null, key) }
    func encode(_ value: Bool, forKey key: Key) { set(.bool(value), key) }
    func encode(_ value: String, forKey key: Key) { set(.text(value), key) }
    func encode(_ value: Double, forKey key: Key) throws { set(try number(value, key), key) }
    func encode(_ value: Float, forKey key: Key) throws { set(try number(value, key), key) }
    func encode(_ value: Int, forKey key: Key) { set(.number(value.description), key) }
    func encode(_ value: Int8, forKey key: Key) { set(.number(value.description), key) }
    func encode(_ value: Int16, forKey key: Key) { set(.number(value.description), key) }
    func encode(_ value: Int32, forKey key: Key) { set(.number(value.description), key) }
    func encode(_ value: Int64, forKey key: Key) { set(.number(value.description), key) }
    func encode(_ value: UInt, forKey key: Key) { set(.number(value.description), key) }
    func encode(_ value: UInt8, forKey key: Key) { set(.number(value.description), key) }
    func encode(_ value: UInt16, forKey key: Key) { set(.number(value.description), key) }
    func encode(_ value: UInt32, forKey key: Key) { set(.number(value.description), key) }
    func encode(_ value: UInt64, forKey key: Key) { set(.number(value.description), key) }
    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws { try value.encode(to: encoding(key)) }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        encoding(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { encoding(key).unkeyedContainer() }
    func superEncoder() -> any Encoder { encoding(JSONPathKey(stringValue: "super")) }
    func superEncoder(forKey key: Key) -> any Encoder { encoding(key) }
}

/// Adds elements to a list.
struct JSONListEncoding: UnkeyedEncodingContainer {
    private let list: JSONEncodedList
    let codingPath: [any CodingKey]

    init(_ list: JSONEncodedList, path: [any CodingKey]) {
        self.list = list
        codingPath = path
    }

    var count: Int { list.elements.count }

    /// Encodes into the place of one more element.
    private func next() -> JSONEncoding {
        list.elements.append(.null)
        return JSONEncoding(.element(list, count - 1), path: codingPath + [JSONPathKey(intValue: count - 1)])
    }

    private func append(_ value: some BinaryFloatingPoint & LosslessStringConvertible) throws {
        list.elements.append(try JSONEncoding.number(value, path: codingPath + [JSONPathKey(intValue: count)]))
    }

    func encodeNil() { list.elements.append(.null) }
    func encode(_ value: Bool) { list.elements.append(.bool(value)) }
    func encode(_ value: String) { list.elements.append(.text(value)) }
    func encode(_ value: Double) throws { try append(value) }
    func encode(_ value: Float) throws { try append(value) }
    func encode(_ value: Int) { list.elements.append(.number(value.description)) }
    func encode(_ value: Int8) { list.elements.append(.number(value.description)) }
    func encode(_ value: Int16) { list.elements.append(.number(value.description)) }
    func encode(_ value: Int32) { list.elements.append(.number(value.description)) }
    func encode(_ value: Int64) { list.elements.append(.number(value.description)) }
    func encode(_ value: UInt) { list.elements.append(.number(value.description)) }
    func encode(_ value: UInt8) { list.elements.append(.number(value.description)) }
    func encode(_ value: UInt16) { list.elements.append(.number(value.description)) }
    func encode(_ value: UInt32) { list.elements.append(.number(value.description)) }
    func encode(_ value: UInt64) { list.elements.append(.number(value.description)) }
    func encode<Value: Encodable>(_ value: Value) throws { try value.encode(to: next()) }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        next().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { next().unkeyedContainer() }
    func superEncoder() -> any Encoder { next() }
}
