import Widgets

extension Document.Value {
    /// The length in JSON with every text cut to nothing, or missing where that is longer.
    var longestByteCount: Int {
        switch self {
        case .null, .text: LongestForm.null
        case .integer(_, let range): LongestForm.number(within: range)
        case .decimal(_, let digits, let range): LongestForm.number(within: range, digits: digits)
        case .seconds: LongestForm.number(within: Bounds.unixSeconds)
        case .boolean: 5
        case .code(_, let mostBytes): max(LongestForm.null, mostBytes + 2)
        case .list(let values): values.reduce(2 + max(0, values.count - 1)) { $0 + $1.longestByteCount }
        }
    }

    /// The length on a topic of its own with every text cut to nothing.
    var longestBareByteCount: Int {
        if case .code(_, let mostBytes) = self { return max(LongestForm.null, mostBytes) }
        return longestByteCount
    }

    var hasText: Bool {
        switch self {
        case .text: true
        case .list(let values): values.contains(where: \.hasText)
        default: false
        }
    }

    /// The length in JSON with every present text empty and every other value at its longest.
    var shortestByteCount: Int {
        switch self {
        case .text(let text, _): text == nil ? LongestForm.null : 2
        case .list(let values): values.reduce(2 + max(0, values.count - 1)) { $0 + $1.shortestByteCount }
        default: longestByteCount
        }
    }

    /// Appends the texts, in order.
    func collectClaims(in claims: inout [TextCuts.Claim]) {
        switch self {
        case .text(let text, let weight): claims.append(TextCuts.Claim(text, weight: weight))
        case .list(let values): for value in values { value.collectClaims(in: &claims) }
        default: break
        }
    }

    /// Drops texts from the end of lists until `excess` bytes are saved or no list ends in a text.
    mutating func dropLastTexts(sparing excess: inout Int) {
        guard case .list(var values) = self else { return }
        while excess > 0, case .text(let text, _)? = values.last {
            values.removeLast()
            // An empty text's quotation marks, and the comma before it.
            excess -= (text == nil ? LongestForm.null : 2) + (values.isEmpty ? 0 : 1)
        }
        for index in values.indices.reversed() where excess > 0 { values[index].dropLastTexts(sparing: &excess) }
        self = .list(values)
    }
}
