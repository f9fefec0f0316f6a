/// The result of examining one thing.
package struct Finding: Sendable, Equatable, Encodable {
    /// The state of the thing.
    package enum Outcome: String, Sendable, CaseIterable, Encodable {
        /// It works.
        case ok
        /// It works, and something can be better.
        case warning
        /// Something does not work.
        case fault
        /// It cannot be told from here.
        case unknown
    }

    /// The thing, a word or two: the same in each run.
    package var check: String
    /// The state of the thing.
    package var result: Outcome
    /// The observation, with its numbers; holds no secret and no position.
    package var detail: String
    /// The remedy for the user; nil where nothing is to be done.
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
