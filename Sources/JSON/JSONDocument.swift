/// A JSON document in UTF-8, scanned once: the places of its values, none of them read yet.
///
/// As with Foundation's decoder a text or a number that nobody asks for may be malformed, a list may end in a comma,
/// and of a repeated key the first value counts.
final class JSONDocument: Sendable {
    enum Kind: UInt8 {
        case null, no, yes, number
        /// A text without escapes, and one that may have some.
        case plainText, escapedText
        case list, object
    }

    /// One value: the bytes of a scalar (a text's without its quotes), and where the value behind it is.
    struct Value {
        let kind: Kind
        let start: Int32
        fileprivate(set) var end: Int32
        /// The index of the first value behind this one and all that it contains.
        fileprivate(set) var next: Int32

        var range: Range<Int> { Int(start)..<Int(end) }
    }

    /// The most levels of a document; those that Kiatsu reads have fewer than ten.
    static let mostLevels = 64

    let bytes: [UInt8]
    /// The values in the document's order, a container before what it contains, an object's keys before their values.
    let values: [Value]

    /// Throws for a document that is not UTF-8, is nested deeper than ``mostLevels``, or is no JSON.
    init(_ json: [UInt8]) throws(JSONSyntaxError) {
        var scanner = JSONScanner(json)
        try scanner.scanDocument()
        bytes = json
        values = scanner.values
    }

    /// The keys or elements of the container at `index`; of an object keys and values take turns.
    func children(of index: Int) -> [Int] {
        var children: [Int] = []
        var child = index + 1
        let end = Int(values[index].next)
        while child < end {
            children.append(child)
            child = Int(values[child].next)
        }
        return children
    }

    /// The keys and indices from the document's top to the value at `index`: found only where an error is told.
    func path(to index: Int) -> [JSONPathKey] {
        var path: [JSONPathKey] = []
        var container = 0
        while container != index {
            let children = children(of: container)
            guard let position = children.lastIndex(where: { $0 <= index }) else { break }
            if values[container].kind == .object {
                let key = children[position - position % 2]
                path.append(JSONPathKey(stringValue: (try? text(at: key)) ?? ""))
                // A key itself is told of by its own name.
                guard position % 2 == 1 else { break }
            } else {
                path.append(JSONPathKey(intValue: position))
            }
            container = children[position]
        }
        return path
    }
}

/// The reason why a document is no JSON, or a value in it not what JSON allows there.
struct JSONSyntaxError: Error {
    static let malformed = Self("The given data was not valid JSON.")
    static let unsuitable = Self("not UTF-8, or nested too deep")

    let reason: String

    private init(_ reason: String) { self.reason = reason }

    /// The error that callers of a decoder know.
    var decodingError: DecodingError {
        .dataCorrupted(DecodingError.Context(codingPath: [], debugDescription: reason))
    }
}

/// A step of the path to a value: a key of an object or an index of a list.
struct JSONPathKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    init(intValue: Int) {
        stringValue = "Index \(intValue)"
        self.intValue = intValue
    }
}

/// Finds the values of a document, from its first byte to its last.
private struct JSONScanner {
    private let json: [UInt8]
    private var index = 0
    private var levels = 0
    private(set) var values: [JSONDocument.Value] = []

    init(_ json: [UInt8]) {
        self.json = json
        values.reserveCapacity(json.count / 8)
    }

    mutating func scanDocument() throws(JSONSyntaxError) {
        guard json.count <= Int(Int32.max) else { throw .malformed }
        // A byte order mark is no part of the document.
        if json.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
        try scanValue()
        guard try nextByte(orEnd: true) == nil else { throw .malformed }
    }

    /// The next byte that is no space, without passing it.
    private mutating func nextByte(orEnd: Bool = false) throws(JSONSyntaxError) -> UInt8? {
        while index < json.count {
            switch json[index] {
            case 0x20, 0x09, 0x0A, 0x0D: index += 1
            case 0: throw .unsuitable
            case let byte: return byte
            }
        }
        guard orEnd else { throw .malformed }
        return nil
    }

    private mutating func scanValue() throws(JSONSyntaxError) {
        switch try nextByte() ?? 0 {
        case UInt8(ascii: "\""): try scanText()
        case UInt8(ascii: "{"): try scanContainer(.object, closing: UInt8(ascii: "}"))
        case UInt8(ascii: "["): try scanContainer(.list, closing: UInt8(ascii: "]"))
        case UInt8(ascii: "t"): try scanWord("true", .yes)
        case UInt8(ascii: "f"): try scanWord("false", .no)
        case UInt8(ascii: "n"): try scanWord("null", .null)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): scanNumber()
        default: throw .malformed
        }
    }

    private mutating func append(_ kind: JSONDocument.Kind, from start: Int, to end: Int) {
        let next = Int32(values.count + 1)
        values.append(JSONDocument.Value(kind: kind, start: Int32(start), end: Int32(end), next: next))
    }

    private mutating func scanContainer(_ kind: JSONDocument.Kind, closing: UInt8) throws(JSONSyntaxError) {
        guard levels < JSONDocument.mostLevels else { throw .unsuitable }
        levels += 1
        let container = values.count
        append(kind, from: index, to: index)
        index += 1
        while try nextByte() != closing {
            if kind == .object {
                guard try nextByte() == UInt8(ascii: "\"") else { throw .malformed }
                try scanText()
                guard try nextByte() == UInt8(ascii: ":") else { throw .malformed }
                index += 1
            }
            try scanValue()
            guard try nextByte() == UInt8(ascii: ",") else { break }
            index += 1
        }
        guard try nextByte() == closing else { throw .malformed }
        index += 1
        values[container].end = Int32(index)
        values[container].next = Int32(values.count)
        levels -= 1
    }

    private mutating func scanText() throws(JSONSyntaxError) {
        index += 1
        let start = index
        var isPlain = true
        while index < json.count {
            switch json[index] {
            case UInt8(ascii: "\""):
                append(isPlain ? .plainText : .escapedText, from: start, to: index)
                index += 1
                return
            case UInt8(ascii: "\\"):
                isPlain = false
                try passEscape()
            case 0: throw .unsuitable
            case 1..<0x20:
                isPlain = false
                index += 1
            default: index += 1
            }
        }
        throw .malformed
    }

    /// Passes a backslash and its letter; of `\uXXXX` the digits, too, which hold no end of the text.
    private mutating func passEscape() throws(JSONSyntaxError) {
        guard index + 1 < json.count, json[index + 1] == UInt8(ascii: "u") else {
            index += 2
            return
        }
        let digits = json[(index + 2)...].prefix(4)
        guard digits.count == 4, !digits.contains(UInt8(ascii: "\"")) else { throw .malformed }
        index += 6
    }

    private mutating func scanWord(_ word: StaticString, _ kind: JSONDocument.Kind) throws(JSONSyntaxError) {
        let start = index
        index += word.utf8CodeUnitCount
        guard index <= json.count, json[start..<index].elementsEqual(word.description.utf8) else { throw .malformed }
        append(kind, from: start, to: index)
    }

    private mutating func scanNumber() {
        let start = index
        scan: while index < json.count {
            switch json[index] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"),
                UInt8(ascii: "+"), UInt8(ascii: "-"):
                index += 1
            default: break scan
            }
        }
        append(.number, from: start, to: index)
    }
}
