import Messaging
import Support

/// Work beside the state, and how much of it there may be.
extension Engine {
    /// How many writes and short jobs may be underway before commands wait, in the inbox, where newer ones take the place
    /// of older ones.
    private static let mostUnderway = 256

    /// Goes through the entries of all panels; their pictures follow.
    func begin(_ round: Round) {
        roundsUnderway += 1
        hasFreedMemory = true
        begin(.round(round))
        pictures.lookAgain()
        picturesChanged.set()
    }

    /// Has work done beside the state.
    func begin(_ work: Work) { begin(.work(work)) }

    private func begin(_ job: Job) {
        if job.isCounted { underwayCount += 1 }
        jobs.continuation.yield(job)
    }

    /// Has something written after all that was to be written before; of forecasts that a slow disk keeps waiting the
    /// newest alone.
    func begin(_ write: Write) {
        if case .timelines(let timelines) = write {
            let isWaiting = !unwrittenTimelines.isEmpty
            unwrittenTimelines.merge(timelines) { $1 }
            if isWaiting { return }
        }
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
        switch job {
        case .round(let round): await perform(round)
        case .work(let work): await perform(work)
        }
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
        case .work(.reload), .work(.findNames): false
        default: true
        }
    }
}
