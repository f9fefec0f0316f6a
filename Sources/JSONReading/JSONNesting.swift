/// How deep a document is nested, known before it is decoded.
///
/// `JSONDecoder` of Swift 6.3 ends the program at a document whose last byte opens its 513th level: it looks for the place
/// of the error behind the end of the bytes.
enum JSONNesting {
    /// No document that is read here has ten.
    static let mostLevels = 64

    /// Whether a document has so few levels that it may be decoded.
    ///
    /// UTF-16 and UTF-32, which the decoder would read as well, have a zero byte in each bracket and are refused for it:
    /// RFC 8259 wants UTF-8.
    static func isShallow(_ json: [UInt8]) -> Bool {
        var levels = 0
        var isInText = false
        var isEscaped = false
        for byte in json {
            if byte == 0 { return false }
            if isEscaped {
                isEscaped = false
            } else if isInText {
                if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInText = false
                }
            } else {
                switch byte {
                case UInt8(ascii: "\""): isInText = true
                case UInt8(ascii: "["), UInt8(ascii: "{"):
                    levels += 1
                    if levels > mostLevels { return false }
                case UInt8(ascii: "]"), UInt8(ascii: "}"): levels -= 1
                default: break
                }
            }
        }
        return true
    }
}
