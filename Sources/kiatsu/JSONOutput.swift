import Configuration
import JSON

/// The output of commands with `--json`: one document on a line of standard output.
enum JSONOutput {
    static let option = Arguments.Option(name: "json", letter: "j", takesValue: false)

    static func show(_ document: some Encodable) {
        guard let json = try? document.encoded(isSlashEscaped: false) else { return }
        Terminal.showLine(Terminal.printable(String(decoding: json, as: UTF8.self)))
    }
}

/// The result of reading a configuration, as `--json` has it.
struct ConfigurationDocument: Encodable {
    /// One error.
    struct Fault: Encodable {
        var file: String
        /// From 1; without one for a variable and for a file as a whole.
        var line: Int?
        var column: Int?
        /// Empty for a file as a whole.
        var key: String
        var problem: String
        var remedy: String
    }

    var ok: Bool
    var file: String
    /// Without one if there are errors.
    var panels: Int?
    var errors: [Fault]
    var warnings: [String]

    init(_ file: String, panels: Int, warnings: [String]) {
        ok = true
        self.file = file
        self.panels = panels
        errors = []
        self.warnings = warnings
    }

    init(_ file: String, _ found: ConfigurationErrors) {
        ok = false
        self.file = file
        errors = found.issues.map { issue in
            Fault(
                file: issue.file,
                line: issue.line,
                column: issue.column,
                key: issue.keyPath,
                problem: issue.problem,
                remedy: issue.remedy
            )
        }
        warnings = []
    }
}
