/// One thing that is wrong with a configuration, and what to do about it.
package struct ConfigurationIssue: Sendable, Hashable {
    /// The file's path as it was given, or the name of the environment variable.
    package let file: String
    /// From 1; nil for a variable and for a file as a whole.
    package let line: Int?
    /// From 1, in Unicode scalars; nil where ``line`` is.
    package let column: Int?
    /// Such as `mqtt.port` or `panels[0].id`, counted from 0; empty where it concerns the file as a whole.
    package let keyPath: String
    /// The expected and the found value; never with a secret or a position.
    package let problem: String
    /// The remedy.
    package let remedy: String

    init(_ origin: ValueOrigin, keyPath: String, problem: String, remedy: String) {
        file = origin.name
        line = origin.position?.line
        column = origin.position?.column
        self.keyPath = keyPath
        self.problem = problem
        self.remedy = remedy
    }
}

extension ConfigurationIssue: CustomStringConvertible {
    /// `kiatsu.yaml:3:9: mqtt.port: expected …, found …; write for example …`, one line.
    package var description: String {
        var text = file
        if let line, let column { text += ":\(line):\(column)" }
        if !keyPath.isEmpty { text += ": " + keyPath }
        return text + ": " + problem + "; " + remedy
    }
}

/// Everything that is wrong with a configuration: in the order of the file, then in the files that it names, then in
/// the environment.
package struct ConfigurationErrors: Error, Sendable, Hashable {
    static let mostTold = 50

    /// At least one.
    package let issues: [ConfigurationIssue]

    /// `file` is the configuration itself.
    init(_ issues: [ConfigurationIssue], of file: String) {
        func rank(_ issue: ConfigurationIssue) -> Int { issue.line == nil ? 2 : issue.file == file ? 0 : 1 }
        self.issues = issues.sorted { left, right in
            let sides = (rank(left), rank(right))
            if sides.0 != sides.1 || left.file != right.file { return (sides.0, left.file) < (sides.1, right.file) }
            return (left.line ?? .max, left.column ?? .max) < (right.line ?? .max, right.column ?? .max)
        }
    }
}

extension ConfigurationErrors: CustomStringConvertible {
    /// An issue a line, of which at most fifty are told.
    package var description: String {
        var lines = issues.prefix(Self.mostTold).map(\.description)
        if issues.count > lines.count { lines.append("… and \(issues.count - lines.count) more") }
        return lines.joined(separator: "\n")
    }
}

/// The origin of a value: a place in the file, or a variable of the environment.
struct ValueOrigin: Sendable, Hashable {
    /// The file's path or the variable's name.
    var name: String
    var position: Position?
    var isVariable = false
}

/// `text` in quotation marks, fit for one line of a terminal and a log: cut, and with nothing invisible in it.
func quoted(_ text: String) -> String { "“" + printable(text) + "”" }

/// `text` cut to forty characters, with what a terminal would obey or hide written as its code point.
func printable(_ text: String) -> String {
    let shown = text.unicodeScalars.prefix(40).map { scalar in
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
            "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
        default: String(scalar)
        }
    }
    return shown.joined() + (text.unicodeScalars.count > 40 ? "…" : "")
}
