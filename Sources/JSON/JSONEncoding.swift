/// A value that is being encoded.
///
/// Containers are shared, as members may be added in any order.
enum JSONEncoded {
    case null
    case bool(Bool)
    case number(String)
    case text(String)
    case list(JSONEncodedList)
    case object(JSONEncodedObject)
}

/// The elements of a list so far.
final class JSONEncodedList {
    var elements: [JSONEncoded] = []
}

/// The members of an object so far.
final class JSONEncodedObject {
    var members: [String: JSONEncoded] = [:]
}

/// The place that a value is written to: the document itself, a member of an object or an element of a list.
enum JSONPlace {
    case top(JSONEncodedList)
    case member(JSONEncodedObject, String)
    case element(JSONEncodedList, Int)

    var value: JSONEncoded {
        get {
            switch self {
            case .top(let list): list.elements.first ?? .null
            case .member(let object, let key): object.members[key] ?? .null
            case .element(let list, let index): list.elements[index]
            }
        }
        nonmutating set {
            switch self {
            case .top(let list): list.elements = [newValue]
            case .member(let object, let key): object.members[key] = newValue
            case .element(let list, let index): list.elements[index] = newValue
            }
        }
    }

    /// The object here, which is begun if there is none.
    func object() -> JSONEncodedObject {
        if case .object(let object) = value { return object }
        let object = JSONEncodedObject()
        value = .object(object)
        return object
    }

    /// The list here, which is begun if there is none.
    func list() -> JSONEncodedList {
        if case .list(let list) = value { return list }
        let list = JSONEncodedList()
        value = .list(list)
        return list
    }
}

/// Encodes one value into its place.
struct JSONEncoding: Encoder {
    let place: JSONPlace
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    init(_ place: JSONPlace = .top(JSONEncodedList()), path: [any CodingKey] = []) {
        self.place = place
        codingPath = path
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(JSONObjectEncoding(place.object(), path: codingPath))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { JSONListEncoding(place.list(), path: codingPath) }
    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    /// The number in its shortest form, a whole one without a fraction.
    static func number<Number: BinaryFloatingPoint & LosslessStringConvertible>(
        _ number: Number,
        path: @autoclosure () -> [any CodingKey]
    ) throws -> JSONEncoded {
        guard number.isFinite else {
            let problem = "Unable to encode \(Number.self).\(number) directly in JSON."
            throw EncodingError.invalidValue(number, .init(codingPath: path(), debugDescription: problem))
        }
        let text = number.description
        return .number(text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
    }
}

extension JSONEncoding: SingleValueEncodingContainer {
    func encodeNil() { place.value = .null }
    func encode(_ value: Bool) { place.value = .bool(value) }
    func encode(_ value: String) { place.value = .text(value) }
    func encode(_ value: Double) throws { place.value = try Self.number(value, path: codingPath) }
    func encode(_ value: Float) throws { place.value = try Self.number(value, path: codingPath) }
    func encode(_ value: Int) { place.value = .number(value.description) }
    func encode(_ value: Int8) { place.value = .number(value.description) }
    func encode(_ value: Int16) { place.value = .number(value.description) }
    func encode(_ value: Int32) { place.value = .number(value.description) }
    func encode(_ value: Int64) { place.value = .number(value.description) }
    func encode(_ value: UInt) { place.value = .number(value.description) }
    func encode(_ value: UInt8) { place.value = .number(value.description) }
    func encode(_ value: UInt16) { place.value = .number(value.description) }
    func encode(_ value: UInt32) { place.value = .number(value.description) }
    func encode(_ value: UInt64) { place.value = .number(value.description) }
    func encode<Value: Encodable>(_ value: Value) throws { try value.encode(to: self) }
}
