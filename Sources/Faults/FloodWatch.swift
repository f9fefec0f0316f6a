/// The messages lost in floods.
package struct FloodLosses: Sendable, Equatable {
    /// Commands that gave way to others before they were looked at.
    package var commands = 0
    /// Answers that gave way to newer ones.
    package var answers = 0

    package init(commands: Int = 0, answers: Int = 0) {
        self.commands = commands
        self.answers = answers
    }

    /// The losses since `right` was counted.
    package static func - (left: FloodLosses, right: FloodLosses) -> FloodLosses {
        FloodLosses(commands: left.commands - right.commands, answers: left.answers - right.answers)
    }
}

/// Finds out that commands come faster than they can be handled.
package struct FloodWatch: Sendable {
    private var known = FloodLosses()
    /// The losses when the present flood began.
    private var atBeginning = FloodLosses()

    package init() {}

    /// The losses of the present flood, where there are new ones; nil where there are none.
    ///
    /// `total` counts from the bridge's start; `isLasting` says that the flood before these losses is not over.
    package mutating func newLosses(_ total: FloodLosses, isLasting: Bool) -> FloodLosses? {
        guard total != known else { return nil }
        if !isLasting { atBeginning = known }
        known = total
        return total - atBeginning
    }
}

extension FaultReport {
    /// The report of a flood with these losses.
    package static func flood(_ losses: FloodLosses) -> FaultReport {
        FaultReport(
            key: .flood,
            cause: "flood",
            message: "commands come faster than they can be handled (dropped so far: \(losses.commands) commands, "
                + "\(losses.answers) answers): of the topic that has most waiting the oldest gives way; hours and the "
                + "newest position of each panel are kept. See who floods the command topics in the broker's log, and "
                + "limit by its access rules who may publish there",
            recovery: "the flood is over: \(losses.commands) commands and \(losses.answers) answers were dropped",
            quietTime: .seconds(600)
        )
    }
}
