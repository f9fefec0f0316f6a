/// The result of examining one thing.
package struct Finding: Sendable, Equatable, Encodable {
    /// The state of the thing examined.
    package enum Outcome: String, Sendable, CaseIterable, Encodable {
        /// Everything is as it should be.
        case ok
        /// It works, and something can be better.
        case warning
        /// Something does not work.
        case fault
        /// It cannot be told from here.
        case unknown
    }

    /// The thing examined, in a word or two: the same in each run.
    package var check: String
    /// The outcome of the examination.
    package var result: Outcome
    /// The observation with its numbers, without secrets and positions.
    package var detail: String
    /// The user's remedy; nil if none is needed.
    package var remedy: String?

    init(_ check: String, _ result: Outcome, _ detail: String, remedy: String? = nil) {
        self.check = check
        self.result = result
        self.detail = detail
        self.remedy = remedy
    }
}

extension Finding {
    /// The finding for a configuration that could be read, with the warnings of `kiatsu check`.
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
