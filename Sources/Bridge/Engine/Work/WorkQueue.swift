import Storage
import Support

/// Work that runs beside the state.
enum Job: Sendable {
    case round(Round)
    case work(Work)

    /// True if commands wait for it; false for work that waits for upstreams, which is bounded by itself.
    var isCounted: Bool {
        switch self {
        case .work(.reload), .work(.findNames): false
        default: true
        }
    }
}

/// Jobs and writes that are underway or wait to be, and how many there may be.
struct WorkQueue: Sendable {
    /// The most pending writes and short jobs before commands wait in the inbox, where newer ones replace older ones.
    private static let mostUnderway = 256

    /// Set when there is room for commands again.
    let hasRoom = Flag()
    private let jobStream = AsyncStream.makeStream(of: Job.self)
    private let writeStream = AsyncStream.makeStream(of: Write.self)
    /// The number of pending writes and counted jobs.
    private var count = 0
    /// The upstreams' answers that are not on disk yet.
    private var unwrittenTimelines: [String: StoredTimeline] = [:]

    /// The jobs, to be started at once, side by side.
    var jobs: AsyncStream<Job> { jobStream.stream }

    /// The writes, to be done one after the other.
    var writes: AsyncStream<Write> { writeStream.stream }

    /// True if commands may be handled.
    var isOpen: Bool { count < Self.mostUnderway }

    mutating func append(_ job: Job) {
        if job.isCounted { count += 1 }
        jobStream.continuation.yield(job)
    }

    /// Appends a write; of timelines that a slow disk keeps waiting the newest alone are kept.
    mutating func append(_ write: Write) {
        if case .timelines(let timelines) = write {
            let isWaiting = !unwrittenTimelines.isEmpty
            unwrittenTimelines.merge(timelines) { $1 }
            if isWaiting { return }
        }
        count += 1
        writeStream.continuation.yield(write)
    }

    /// The timelines that are to be written now, once.
    mutating func takeTimelines() -> [String: StoredTimeline] {
        defer { unwrittenTimelines = [:] }
        return unwrittenTimelines
    }

    mutating func ended(_ job: Job) {
        if job.isCounted { endedOne() }
    }

    mutating func endedWrite() { endedOne() }

    private mutating func endedOne() {
        count -= 1
        if isOpen { hasRoom.set() }
    }
}
