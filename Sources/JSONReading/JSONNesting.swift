/// The nesting depth of a document, checked before it is decoded.
///
/// `JSONDecoder` of Swift 6.3 traps on a document whose last byte opens its 513th level: it looks for the position of
/// the error behind the end of the bytes.
enum JSONNesting {
    /// The most levels of a document; those that Kiatsu reads have fewer than ten.
    static let mostLevels = 64

    /// True for a document in UTF-8 with at most ``mostLevels`` levels.
    ///
    /// UTF-16 and UTF-32, which the decoder would also read, have a zero byte in each bracket and are refused by it:
    /// RFC 8259 requires UTF-8.
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
