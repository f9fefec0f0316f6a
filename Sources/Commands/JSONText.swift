import Text

/// JSON output.
enum JSONText {
    /// The text in quotes, escaped as RFC 8259 requires; characters that steer a terminal are escaped, too.
    static func string(_ text: String) -> String {
        "\"" + escaped(text) + "\""
    }

    /// The longest beginning of `text` that ends at a grapheme boundary and takes no more than `limit` bytes as
    /// ``string(_:)`` writes it, without the quotes.
    static func prefix(of text: String, bytes limit: Int) -> String {
        var size = 0
        let end = text.indices.first { index in
            size += escaped(String(text[index])).utf8.count
            return size > limit
        }
        return String(text[..<(end ?? text.endIndex)])
    }

    static func identifier(_ id: RequestIdentifier) -> String {
        switch id {
        case .text(let text): string(text)
        case .integer(let integer): String(integer)
        }
    }

    /// The number in decimal, rounded to `decimals` places (0…9), halves away from zero, without trailing zeros.
    static func number(_ value: Double, decimals: Int) -> String {
        let places = min(max(decimals, 0), 9)
        let scale = (0..<places).reduce(Int64(1)) { power, _ in power * 10 }
        guard let scaled = Int64(exactly: (value.magnitude * Double(scale)).rounded()) else { return "null" }
        var fraction = String(scaled % scale)
        fraction = String(repeating: "0", count: places - min(fraction.count, places)) + fraction
        while fraction.last == "0" { fraction.removeLast() }
        let sign = value < 0 && scaled != 0 ? "-" : ""
        return sign + String(scaled / scale) + (fraction.isEmpty ? "" : "." + fraction)
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where ForeignText.isHarmful(scalar):
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16)
                    result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
