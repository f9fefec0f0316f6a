import Inbox
import Messaging
import PicturePublishing
import Support

/// Work beside the state, and how much of it there may be.
extension Engine {
    /// Goes through the entries of all panels; their pictures follow.
    func begin(_ round: Round) {
        rounds.began()
        work.append(.round(round))
        pictures.lookAgain()
        pictures.changed.set()
    }

    /// Has work done beside the state.
    func begin(_ work: Work) { self.work.append(.work(work)) }

    /// Has something written after all that was to be written before.
    func begin(_ write: Write) { work.append(write) }

    func keepStore() async {
        for await write in work.writes {
            await perform(write)
            work.endedWrite()
        }
    }

    func carryOut(_ job: Job) async {
        switch job {
        case .round(let round): await perform(round)
        case .work(let work): await perform(work)
        }
        work.ended(job)
    }

    /// The command that has waited longest, once there is room for what it leads to; nil where none waits.
    func nextCommand() async -> IncomingMessage? {
        while !work.isOpen, !Task.isCancelled { await work.hasRoom.wait() }
        return inbox.nextMessage()
    }
}
