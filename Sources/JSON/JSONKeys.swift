/// The keys of a JSON document: Foundation's decoder silently takes one value where an object repeats a key.
package enum JSONKeys {
    /// The first key that an object of the document repeats; nil where none does.
    ///
    /// With `onlyAtTop` only the keys of the outermost object count. The document must be one that decodes; for any
    /// other the result means nothing.
    package static func firstDouble(in json: [UInt8], onlyAtTop: Bool = false) -> String? {
        var reader = Reader(json: json)
        while let key = reader.nextKey() {
            if reader.isDouble(key), !onlyAtTop || reader.depth == 1 { return key }
        }
        return nil
    }

    private struct Reader {
        private let json: [UInt8]
        private var index = 0
        /// One element per open level: the keys of an object so far; nil for an array.
        private var levels: [Set<[UInt8]>?] = []
        private var expectsKey = false

        init(json: [UInt8]) { self.json = json }

        var depth: Int { levels.count }

        /// Records a key of the current object; true where the object already had it.
        mutating func isDouble(_ key: String) -> Bool {
            guard !levels.isEmpty else { return false }
            // Compared as bytes: Swift's strings treat two spellings of “é” as equal.
            return levels[levels.count - 1]?.insert(Array(key.utf8)).inserted == false
        }

        mutating func nextKey() -> String? {
            while index < json.count {
                let byte = json[index]
                index += 1
                switch byte {
                case UInt8(ascii: "{"):
                    levels.append([])
                    expectsKey = true
                case UInt8(ascii: "["):
                    levels.append(nil)
                    expectsKey = false
                case UInt8(ascii: "}"), UInt8(ascii: "]"):
                    _ = levels.popLast()
                    expectsKey = false
                case UInt8(ascii: ","): expectsKey = levels.last.map { $0 != nil } ?? false
                case UInt8(ascii: "\""):
                    let text = readText()
                    guard expectsKey else { continue }
                    expectsKey = false
                    return text
                default: break
                }
            }
            return nil
        }

        /// The text from here to its closing quotation mark, with escapes decoded.
        private mutating func readText() -> String {
            let start = index - 1
            var isEscaped = false
            while index < json.count {
                let byte = json[index]
                index += 1
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    break
                }
            }
            let bytes = json[start..<index]
            guard bytes.contains(UInt8(ascii: "\\")) else {
                return String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self)
            }
            return [String](json: [UInt8(ascii: "[")] + bytes + [UInt8(ascii: "]")])?.first ?? ""
        }
    }
}
