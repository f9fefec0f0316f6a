import JSON
import Text
import Topics
import Widgets

/// The form of a scalar and the value parsed from it.
struct Format<Value>: Sendable {
    /// Behind "expected ".
    var expected: String
    /// A value that passes, as one writes it in the file.
    var example: String
    /// True where quotation marks are wrong.
    var isNumber = false
    /// True where an error may quote the found text; false for passwords and positions.
    var showsFound = true
    /// Values to suggest from.
    var candidates: [String] = []
    /// The remedy for a text that is known to be meant for something else; nil for any other.
    var remedy: @Sendable (String) -> String? = { _ in nil }
    /// The same form for editors, which may take in a little more.
    let schema: @Sendable () -> JSONSchema
    let parse: @Sendable (String) -> Value?

    init(
        expected: String,
        example: String,
        isNumber: Bool = false,
        showsFound: Bool = true,
        candidates: [String] = [],
        remedy: @escaping @Sendable (String) -> String? = { _ in nil },
        schema: @escaping @autoclosure @Sendable () -> JSONSchema,
        parse: @escaping @Sendable (String) -> Value?
    ) {
        self.expected = expected
        self.example = example
        self.isNumber = isNumber
        self.showsFound = showsFound
        self.candidates = candidates
        self.remedy = remedy
        self.schema = schema
        self.parse = parse
    }
}

extension Format<Int> {
    static func integer(in range: ClosedRange<Int>, example: Int) -> Self {
        Format(
            expected: OptionDescription.Format.integer(range).expected,
            example: String(example),
            isNumber: true,
            schema: .integer(range)
        ) { text in Int(text).flatMap { range.contains($0) ? $0 : nil } }
    }
}

extension Format<Double> {
    static func degrees(upTo limit: Int, example: String) -> Self {
        Format(
            expected: "degrees in −\(limit)...\(limit)",
            example: example,
            isNumber: true,
            showsFound: false,
            schema: .number(-limit...limit)
        ) { text in decimal(text).flatMap { abs($0) <= Double(limit) ? $0 : nil } }
    }
}

/// One of a few words.
typealias Choice = RawRepresentable<String> & CaseIterable & Equatable & Sendable

extension Format where Value: Choice {
    static func choice(example: Value) -> Self {
        let names = Value.allCases.map(\.rawValue)
        return Format(
            expected: OptionDescription.Format.choice(names).expected,
            example: example.rawValue,
            candidates: names,
            schema: .words(names)
        ) { text in Value(rawValue: text) }
    }
}

extension Format<String> {
    /// The value of an option, in the very form in which it may be set later.
    init(_ option: OptionDescription) {
        var isNumber = false
        if case .integer = option.format { isNumber = true }
        self.init(
            expected: option.format.expected,
            example: option.example,
            isNumber: isNumber,
            candidates: option.format.words,
            schema: option.format.schema,
            parse: option.format.normalized
        )
    }

    /// One of these words, of which there is at least one.
    static func choice(of words: [String], example: String) -> Self {
        let format = OptionDescription.Format.choice(words)
        return Format(
            expected: format.expected,
            example: example,
            candidates: words,
            schema: .words(words),
            parse: format.normalized
        )
    }

    static let clientID = Format(
        expected: "1 to 64 of the characters A-Z a-z 0-9 _ -",
        example: "kiatsu",
        schema: .text(pattern: "^[A-Za-z0-9_-]{1,64}$").orInteger
    ) { text in
        (1...64).contains(text.utf8.count) && text.utf8.allSatisfy(\.isWordCharacter) ? text : nil
    }

    /// The levels at the beginning of topics.
    static func topicLevels(example: String) -> Self {
        Format(
            expected: "levels of the characters A-Z a-z 0-9 _ - with “/” between them, up to 64 bytes",
            example: example,
            schema: .text(0...64, pattern: "^[A-Za-z0-9_-]+(/[A-Za-z0-9_-]+)*$").orInteger
        ) { text in
            let levels = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            let areLevels = levels.allSatisfy { !$0.isEmpty && $0.allSatisfy(\.isWordCharacter) }
            return areLevels && text.utf8.count <= 64 ? text : nil
        }
    }

    static let panelID = Format(
        expected: PanelID.form,
        example: "panel1",
        schema: .text(pattern: "^(?!(bridge|image)$)[a-z0-9][a-z0-9_-]{0,23}$").orInteger
    ) { PanelID($0)?.text }

    static let userName = Format(
        expected: "a name without control characters, up to 256 bytes",
        example: "kiatsu",
        schema: .line(1...256)
    ) { text in
        !text.isEmpty && text.utf8.count <= 256 && text.isOneLine ? text : nil
    }

    static let placeName = Format(
        expected: "up to 200 characters without line breaks and control characters",
        example: "世田谷区",
        schema: .line(1...4096)
    ) { text in
        !text.isEmpty && text.utf8.count <= 4096 && text.count <= 200 && text.isOneLine ? ForeignText.name(text) : nil
    }

    static let contact = Format(
        expected: "an e-mail address or a URL, up to 200 printable ASCII characters",
        example: "me@example.org",
        schema: .text(pattern: "^[ -~]{1,200}$")
    ) { text in (1...200).contains(text.utf8.count) && text.utf8.allSatisfy { 0x20...0x7E ~= $0 } ? text : nil }

    /// A setting of an upstream; names of accounts are not shown.
    static func setting(example: String) -> Self {
        Format(
            expected: "one line of up to 1000 bytes",
            example: example,
            showsFound: false,
            schema: .line(1...1000)
        ) {
            text in
            (1...1000).contains(text.utf8.count) && text.isOneLine ? text : nil
        }
    }

    static func filePath(example: String) -> Self {
        Format(
            expected: "the path of a file, without control characters",
            example: example,
            schema: .line(1...4095)
        ) { text in
            !text.isEmpty && text.utf8.count < 4096 && text.isOneLine ? text : nil
        }
    }
}

/// A decimal number as people write it: `-35.6`, not `0x1p3`, `1e9` or `nan`.
func decimal(_ text: some StringProtocol) -> Double? {
    guard
        text.utf8.allSatisfy({ $0.isDigit || [UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: ".")].contains($0) })
    else { return nil }
    return Double(text)
}

extension UInt8 {
    var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }
    var isLowerCase: Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= self }
    var isUpperCase: Bool { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self }
    /// One of `A-Za-z0-9_-`.
    var isWordCharacter: Bool {
        isDigit || isLowerCase || isUpperCase || self == UInt8(ascii: "_") || self == UInt8(ascii: "-")
    }
}

extension String {
    /// True where it has neither a line break nor a control character.
    var isOneLine: Bool { OptionDescription.Format.isOneLine(self) }
}
