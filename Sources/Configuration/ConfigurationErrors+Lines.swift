import Text

extension ConfigurationErrors {
    /// Like ``description``, with the line of its file below each issue that has one, and a mark below its column.
    ///
    /// For the terminal of whoever wrote the file, not for a log. What looks like a secret or a position is masked, as
    /// such texts are shown to others.
    package var descriptionWithLines: String {
        var files: [String: [Substring]] = [:]
        var lines: [String] = []
        for issue in issues.prefix(Self.mostTold) {
            lines.append(issue.description)
            guard let line = issue.line, let column = issue.column else { continue }
            let known = files[issue.file] ?? Self.lines(of: issue.file)
            files[issue.file] = known
            guard known.indices.contains(line - 1) else { continue }
            lines += SourceLine(String(known[line - 1]), number: line, column: column).marked
        }
        if issues.count > Self.mostTold { lines.append("… and \(issues.count - Self.mostTold) more") }
        return lines.joined(separator: "\n")
    }

    /// None of a file that cannot be read any more, or is not text.
    private static func lines(of file: String) -> [Substring] {
        guard let bytes = (try? BoundedFile(at: file, limit: 1 << 20))?.bytes,
            let text = String(validating: bytes, as: UTF8.self)
        else { return [] }
        return text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
    }
}

/// A line of a configuration, fit to be shown.
struct SourceLine {
    private static let mostShown = 100
    private static let secretWords = ["pass", "pwd", "secret", "key", "token", "psk", "credential", "auth"]
    private static let positionWords = ["location", "lat", "lon", "lng", "position", "coord"]

    private let scalars: [Unicode.Scalar]
    private let number: Int
    /// From 1, in Unicode scalars.
    private let column: Int

    init(_ line: String, number: Int, column: Int) {
        scalars = Array(Self.masked(Array(line.unicodeScalars)).prefix(Self.mostShown))
        self.number = number
        self.column = column
    }

    /// The line with its number, and a line with a mark below the column; none where that is not shown.
    var marked: [String] {
        guard column <= scalars.count + 1 else { return [] }
        let head = String(repeating: " ", count: max(0, 5 - "\(number)".count)) + "\(number)"
        let shown = scalars.map(Self.shown).joined()
        let space = scalars.prefix(column - 1).map { scalar in
            scalar == "\t" ? "\t" : String(repeating: " ", count: scalar.isWide ? 2 : 1)
        }.joined()
        return ["\(head) | \(shown)", "\(String(repeating: " ", count: head.count)) | \(space)^"]
    }

    /// Anything that a terminal would obey or hide becomes a space.
    private static func shown(_ scalar: Unicode.Scalar) -> String {
        scalar != "\t" && ForeignText.isHarmful(scalar) ? " " : String(scalar)
    }

    /// The line without the values of keys that look like a secret's, and without the digits of those that look like a
    /// position's; the columns stay.
    private static func masked(_ line: [Unicode.Scalar]) -> [Unicode.Scalar] {
        let text = String(String.UnicodeScalarView(line)).lowercased()
        let hasSecret =
            secretWords.contains(where: { text.contains(substring: $0) })
            || text.contains("@") && text.contains(substring: "://")
        if hasSecret {
            let start = line.firstIndex(of: ":").map { $0 + 1 } ?? 0
            return line[..<start] + line[start...].map { $0 == " " ? $0 : "•" }
        }
        guard positionWords.contains(where: { text.contains(substring: $0) }) else { return line }
        return line.map { ("0"..."9").contains($0) ? "•" : $0 }
    }
}

extension Unicode.Scalar {
    /// True for the scripts whose characters are two columns wide in a terminal.
    fileprivate var isWide: Bool {
        switch value {
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
            true
        default: false
        }
    }
}
