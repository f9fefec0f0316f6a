import Time

extension Engine {
    /// Tells of commands that gave way to others, as more came than can be handled.
    func lookForFlood() {
        let count = inbox.droppedCount
        guard count > knownDropped else { return }
        knownDropped = count
        let report = FaultReport(
            key: .flood,
            cause: "flood",
            message: "commands come faster than they can be handled: some are dropped unanswered, of the topic that "
                + "has most waiting the oldest first; hours and the newest position of each panel are kept. See who floods "
                + "the command topics in the broker's log, and limit by its access rules who may publish there",
            recovery: "no command is dropped any more",
            quietTime: .seconds(600)
        )
        carryOut(state.faultBegan(report, at: services.clock.now))
    }
}
