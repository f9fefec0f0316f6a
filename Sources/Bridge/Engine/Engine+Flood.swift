import Messaging
import Time

/// What was lost in a flood, since the bridge or the flood began.
struct FloodLosses: Sendable, Equatable {
    /// Commands that gave way to others before they were looked at.
    var commands = 0
    /// Answers that gave way to newer ones.
    var answers = 0

    static func - (left: FloodLosses, right: FloodLosses) -> FloodLosses {
        FloodLosses(commands: left.commands - right.commands, answers: left.answers - right.answers)
    }
}

extension Engine {
    /// Tells of commands that are not answered, as more came than can be handled.
    func lookForFlood() {
        let losses = FloodLosses(commands: inbox.droppedCount, answers: services.client.displacedAnswerCount)
        guard losses != knownLosses else { return }
        if !state.faults.isLasting(.flood) { lossesBefore = knownLosses }
        knownLosses = losses
        carryOut(state.faultBegan(.flood(losses - lossesBefore), at: services.clock.now))
    }
}

extension FaultReport {
    static func flood(_ losses: FloodLosses) -> FaultReport {
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
