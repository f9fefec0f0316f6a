/// What an examination found out about one thing.
package struct Finding: Sendable, Equatable, Encodable {
    /// How it stands with what was examined.
    package enum Outcome: String, Sendable, CaseIterable, Encodable {
        case ok
        /// It works, and something can be better.
        case warning
        /// Something does not work.
        case fault
        /// It cannot be told from here.
        case unknown
    }

    /// What was examined, a word or two: the same in each run.
    package var check: String
    package var result: Outcome
    /// What was seen, with its numbers; holds no secret and no position.
    package var detail: String
    /// What the user can do; nil where nothing is to be done.
    package var remedy: String?

    init(_ check: String, _ result: Outcome, _ detail: String, remedy: String? = nil) {
        self.check = check
        self.result = result
        self.detail = detail
        self.remedy = remedy
    }
}

extension Finding {
    /// That a configuration could be read, with what `kiatsu check` warns of.
    package static func configuration(_ path: String, warnings: [String], panels: Int) -> Finding {
        let detail = "\(path): \(panels) panel(s), no errors"
        guard !warnings.isEmpty else { return Finding("configuration", .ok, detail) }
        return Finding(
            "configuration",
            .warning,
            "\(detail); \(warnings.joined(separator: "; "))",
            remedy: "As it says; kiatsu check tells it again."
        )
    }
}
