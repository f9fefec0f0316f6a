import JSON

extension Document.Value {
    /// The value as it stands alone on its topic, at most `capacity` bytes, which are at least four.
    ///
    /// Numbers, codes and texts are bare, ready for a shell; lists are JSON. A missing value is `null`, and so is a
    /// text of which nothing fits: an empty retained message would clear the topic. Only a text that is known to be
    /// empty clears it.
    func bareBytes(capacity: Int) -> [UInt8] {
        let bytes: [UInt8]
        switch self {
        case .text("", _): return []
        case .text(let text, _): bytes = Array(DisplayText(text ?? "").prefix(ofBytes: capacity))
        case .code(let code, let mostBytes):
            bytes = Self.checked(code, mostBytes: mostBytes).map { Array($0.utf8) } ?? []
        default: bytes = jsonBytes(capacity: capacity)
        }
        return bytes.isEmpty || bytes.count > capacity ? Array("null".utf8) : bytes
    }

    private func jsonBytes(capacity: Int) -> [UInt8] {
        var value = self
        var claims: [TextCuts.Claim] = []
        var room = 0
        if hasText {
            var excess = shortestByteCount - capacity
            value.dropLastTexts(sparing: &excess)
            value.collectClaims(in: &claims)
            room = capacity - value.shortestByteCount
        }
        var texts = TextCuts(claims, room: room)
        var json = ByteWriter(capacity: 64)
        json.append(value, texts: &texts)
        return json.finish()
    }

    /// The code; nil if it is too long or has characters that JSON or a display would have to escape.
    fileprivate static func checked(_ code: String?, mostBytes: Int) -> String? {
        guard let code, code.utf8.count <= mostBytes else { return nil }
        let isPlain = code.utf8.allSatisfy { byte in
            (0x20...0x7E).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
        }
        return isPlain ? code : nil
    }
}

extension ByteWriter {
    /// Appends a value as JSON; its texts are the next ones of `texts`.
    mutating func append(_ value: Document.Value, texts: inout TextCuts) {
        switch value {
        case .null: append("null")
        case .integer(let number, let range): append(integerOrNull: number?.clamped(to: range))
        case .decimal(let number, let digits, let range):
            append(decimalOrNull: number?.clamped(to: range), digits: digits)
        case .seconds(let seconds): append(integerOrNull: seconds?.clamped(to: Bounds.unixSeconds))
        case .boolean(let flag): append(flag ? "true" : "false")
        case .code(let code, let mostBytes):
            if let code = Document.Value.checked(code, mostBytes: mostBytes) {
                append("\"")
                append(code)
                append("\"")
            } else {
                append("null")
            }
        case .text(let text, _):
            let cut = texts.next()
            guard text != nil else { return append("null") }
            append("\"")
            append(cut)
            append("\"")
        case .list(let values): append(values, texts: &texts)
        }
    }

    private mutating func append(_ values: [Document.Value], texts: inout TextCuts) {
        var separator = ""
        append("[")
        for value in values {
            append(separator)
            append(value, texts: &texts)
            separator = ","
        }
        append("]")
    }
}
