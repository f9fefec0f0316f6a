extension Sequence<UInt8> {
    /// Base 64 with the URL-safe alphabet and without padding (RFC 4648, section 5).
    var base64URL: String {
        var text = ""
        var bits: UInt32 = 0
        var count = 0
        func append(_ sextet: UInt32) { text.unicodeScalars.append(Unicode.Scalar(alphabet[Int(sextet & 63)])) }
        for byte in self {
            bits = bits << 8 | UInt32(byte)
            count += 8
            while count >= 6 {
                count -= 6
                append(bits >> UInt32(count))
            }
        }
        if count > 0 { append(bits << UInt32(6 - count)) }
        return text
    }
}

private let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
