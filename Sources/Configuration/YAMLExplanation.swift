import Text

/// The explanation of an error in YAML, in words for the author of the text.
struct YAMLExplanation {
    /// The position to look at; nil for the file as a whole.
    var position: Position?
    var problem: String
    var remedy: String

    private init(_ position: Position?, _ problem: String, _ remedy: String) {
        self.position = position
        self.problem = problem
        self.remedy = remedy
    }

    /// `quoted` is the last text in quotation marks before the failure.
    init(of failure: YAMLFailure, in bytes: [UInt8], after quoted: LastQuotedText) {
        if failure.kind == .encoding {
            self = Self(encodingOf: bytes, failure)
            return
        }
        let lines = Lines(bytes)
        let explanation =
            Self(unclosedQuotation: failure, lines, quoted) ?? Self(missingColon: failure, lines)
            ?? Self(strangeCharacter: failure, lines)
        self =
            explanation
            ?? Self(
                failure.position,
                "not YAML: " + failure.words,
                lines.isIndentedWithTab(failure.position.line)
                    ? "indent with spaces, never with tabs"
                    : "look at the indentation and the quotation marks up to here"
            )
    }

    private init(encodingOf bytes: [UInt8], _ failure: YAMLFailure) {
        if Self.isBinary(bytes) {
            self.init(
                nil,
                "this is not a text file",
                "write it as text in UTF-8, or name another file"
            )
        } else if failure.problem.contains(substring: "control characters") {
            self.init(failure.position, "a control character stands here", "remove it")
        } else {
            self.init(failure.position, "this is not UTF-8", "save the file as UTF-8")
        }
    }

    /// Text of whatever encoding has hardly any control characters.
    private static func isBinary(_ bytes: [UInt8]) -> Bool {
        let strange = bytes.count { $0 < 0x20 && ![0x09, 0x0A, 0x0C, 0x0D, 0x1B].contains($0) }
        return bytes.contains(0) || strange * 30 > bytes.count
    }

    private init?(unclosedQuotation failure: YAMLFailure, _ lines: Lines, _ quoted: LastQuotedText) {
        if failure.context == "while scanning a quoted scalar", failure.problem.hasPrefix("found unexpected"),
            let begin = failure.contextPosition
        {
            self.init(
                begin,
                "not YAML: the quotation mark that opens here is never closed",
                "close it at the end of the value"
            )
            return
        }
        // Of two with one quotation mark each, the second opens nothing, and closes what the first has opened.
        guard let begin = quoted.position, quoted.endLine > begin.line, quoted.endLine == failure.position.line,
            ["\"", "'"].contains(lines.character(at: begin))
        else { return nil }
        self.init(
            begin,
            "not YAML: the quotation mark that opens here is closed in line \(quoted.endLine) only",
            "close it at the end of the value"
        )
    }

    private init?(missingColon failure: YAMLFailure, _ lines: Lines) {
        let line: Int
        switch failure.problem {
        case "mapping values are not allowed in this context", "did not find expected <document start>":
            // The word and the key below it became one text, or the word is all that there is.
            guard let earlier = lines.lastWritten(before: failure.position.line) else { return nil }
            line = earlier
        case "could not find expected ':'":
            guard let begin = failure.contextPosition else { return nil }
            line = begin.line
        default: return nil
        }
        guard let (word, column) = lines.onlyWord(in: line) else { return nil }
        self.init(
            Position(line: line, column: column),
            "not YAML: line \(line) needs a colon behind \(quoted(word))",
            "write `\(word):`"
        )
    }

    private init?(strangeCharacter failure: YAMLFailure, _ lines: Lines) {
        for position in [failure.contextPosition, failure.position].compactMap(\.self) {
            guard let strange = StrangeCharacter(in: lines.text(position.line)) else { continue }
            self.init(position, "not YAML: the line holds \(strange.words)", strange.remedy)
            return
        }
        return nil
    }
}

/// The position of the last text in quotation marks.
struct LastQuotedText {
    private(set) var position: Position?
    private(set) var endLine = 0

    mutating func note(_ event: YAMLEvent) {
        guard case .scalar(_, isPlain: false) = event.kind else { return }
        position = event.position
        endLine = event.endLine
    }
}

/// The lines of a file in UTF-8, by their numbers from 1.
private struct Lines {
    private let lines: [[UInt8].SubSequence]

    init(_ bytes: [UInt8]) {
        lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    }

    func text(_ line: Int) -> String {
        lines.indices.contains(line - 1) ? String(decoding: lines[line - 1], as: UTF8.self) : ""
    }

    func character(at position: Position) -> String {
        text(position.line).unicodeScalars.dropFirst(position.column - 1).first.map { String($0) } ?? ""
    }

    func isIndentedWithTab(_ line: Int) -> Bool {
        text(line).utf8.prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.contains(UInt8(ascii: "\t"))
    }

    /// The last line before this one with more than a comment.
    func lastWritten(before line: Int) -> Int? {
        (1..<max(1, line)).last { !words(in: $0).isEmpty }
    }

    /// The word that stands alone in a line, perhaps behind a hyphen, and its column.
    func onlyWord(in line: Int) -> (String, column: Int)? {
        var words = words(in: line)
        if words.first == "-" { words.removeFirst() }
        guard words.count == 1, let word = words.first, word.utf8.allSatisfy(\.isWordCharacter) else { return nil }
        let start = text(line).firstRange(ofSubstring: word)?.lowerBound
        return start.map { (word, column: text(line)[..<$0].unicodeScalars.count + 1) }
    }

    private func words(in line: Int) -> [String] {
        text(line).split { $0 == " " || $0 == "\t" || $0 == "\r" }.map(String.init)
            .prefix { !$0.hasPrefix("#") }.map(\.self)
    }
}
