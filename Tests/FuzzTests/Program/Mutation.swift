/// Changes text by its words where bytes at random would only break it: values become extreme, elements go, come twice
/// or change places, lists nest.
struct Mutation {
    private var random: UInt64
    private var words: [[UInt8]]

    /// The values that readers of numbers, texts and lists stumble over.
    private static let values = [
        "0", "-0", "-1", "1e999", "-1e999", "1e308", "1e-400", "9223372036854775807", "-9223372036854775808",
        "9223372036854775808", "9007199254740993", "253402300800", "4294967296", "-62135596800", "99.95", "1150.005",
        "0.5", "null", "true", "false", "[]", "{}", "[[]]", "\"\"", "\"nan\"", "\"inf\"", "\"1e999\"", "\"NaN\"",
        "NaN", "Infinity", "\"\\u0000\"", "\"\\ud83d\"", "\"\\u202e\"", "\"e\\u0301\"", "\"👩‍👩‍👧‍👦\"", "\"°C\"",
        "\"9999-12-31T23:59:59Z\"", "\"0000-01-01T00:00-23:59\"", "\"../../etc/passwd\"", "1774699200", "0x10", "~",
        "1_000", "!!str 1", "&a", "*a", "|", ">",
    ]

    init(_ bytes: [UInt8], seed: UInt32) {
        random = UInt64(seed) << 1 | 1
        words = Self.split(bytes)
    }

    /// The text with one to three changes, in a form that need not be any more what it was.
    mutating func changed() -> [UInt8] {
        guard !words.isEmpty else { return Array(Self.values[next(Self.values.count)].utf8) }
        for _ in 0...next(3) { change() }
        return Array(words.joined())
    }

    private mutating func change() {
        guard !words.isEmpty else { return }
        let span = element(at: next(words.count))
        switch next(8) {
        case 0, 1, 2:
            let values = words.indices.filter { words[$0].count > 1 || words[$0].first.map(Self.isWordByte) == true }
            guard !values.isEmpty else { return }
            words[values[next(values.count)]] = Array(Self.values[next(Self.values.count)].utf8)
        case 3: words.removeSubrange(span)
        case 4:
            guard words.count + span.count < 20_000 else { return }
            words.insert(contentsOf: [[UInt8(ascii: ",")]] + words[span], at: span.upperBound)
        case 5: words.swapAt(next(words.count), next(words.count))
        case 6:
            let depth = 1 << next(11)
            words.insert(Array(repeating: UInt8(ascii: "]"), count: depth), at: span.upperBound)
            words.insert(Array(repeating: UInt8(ascii: "["), count: depth), at: span.lowerBound)
        default:
            let other = Array(words[element(at: next(words.count))])
            words.replaceSubrange(span, with: other)
        }
    }

    /// The words from `start` up to the next comma, line or closing bracket outside of what they open.
    private func element(at start: Int) -> Range<Int> {
        var depth = 0
        var end = start
        while end < words.count, end - start < 2000 {
            switch words[end].first {
            case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            case UInt8(ascii: ","), UInt8(ascii: "\n"): if depth == 0, end > start { return start..<end }
            default: break
            }
            if depth < 0 { break }
            end += 1
        }
        return start..<max(end, min(start + 1, words.count))
    }

    private mutating func next(_ bound: Int) -> Int {
        random ^= random << 13
        random ^= random >> 7
        random ^= random << 17
        return Int(random % UInt64(bound))
    }

    /// Strings with their quotes, runs of letters, digits and what numbers have, and every other byte by itself.
    private static func split(_ bytes: [UInt8]) -> [[UInt8]] {
        var words: [[UInt8]] = []
        var index = 0
        while index < bytes.count {
            var end = index + 1
            if bytes[index] == UInt8(ascii: "\"") {
                while end < bytes.count, bytes[end] != UInt8(ascii: "\"") {
                    end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
                }
                end = min(end + 1, bytes.count)
            } else if isWordByte(bytes[index]) {
                while end < bytes.count, isWordByte(bytes[end]) { end += 1 }
            }
            words.append(Array(bytes[index..<end]))
            index = end
        }
        return words
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
