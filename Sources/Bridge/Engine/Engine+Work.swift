import Messaging
import Support

/// Work beside the state, and how much of it there may be.
extension Engine {
    /// How many writes and short jobs may be underway before commands wait, in the inbox, where newer ones take the place
    /// of older ones.
    private static let mostUnderway = 256

    /// Has work done beside the state.
    func begin(_ job: Job) {
        if job.isCounted { underwayCount += 1 }
        jobs.continuation.yield(job)
    }

    /// Has something written after all that was to be written before.
    func begin(_ write: Write) {
        underwayCount += 1
        writes.continuation.yield(write)
    }

    func keepStore() async {
        for await write in writes.stream {
            await perform(write)
            endOne()
        }
    }

    func carryOut(_ job: Job) async {
        await perform(job)
        if job.isCounted { endOne() }
    }

    private func endOne() {
        underwayCount -= 1
        if underwayCount < Self.mostUnderway { hasRoomForCommands.set() }
    }

    /// The command that has waited longest, once there is room for what it leads to; nil where none waits.
    func nextCommand() async -> IncomingMessage? {
        while underwayCount >= Self.mostUnderway, !Task.isCancelled { await hasRoomForCommands.wait() }
        return inbox.nextMessage()
    }
}

extension Engine.Job {
    /// Whether commands wait for it: not for what waits for upstreams, of which there is never more than so much.
    fileprivate var isCounted: Bool {
        switch self {
        case .reload, .findNames: false
        default: true
        }
    }
}
