import Pictures
import Support

/// The thread that owns the program, and the requests on their way to it.
///
/// A thread of its own, as waiting for a drawing blocks, and as the program ends with the thread that started it.
struct PictureEngine: Sendable {
    typealias Answer = Result<Picture, PictureError>
    private typealias Worker = WorkerThread<SerialQueue<PictureRequest>, Picture, PictureError>

    private let worker: Worker

    init(path: String, limits: PictureLimits, log: Logger) {
        worker = WorkerThread(
            name: "kiatsu-pictures",
            queue: SerialQueue(limit: limits.waiting),
            failures: Worker.Failures(
                isShutDown: .failed("the bridge ends"),
                isFull: .failed("\(limits.waiting) pictures wait to be drawn already"),
                isCancelled: .failed("the drawing was given up"),
                unavailable: {
                    .unavailable("nothing can be drawn, the process is at a limit of the system: \($0)")
                }
            )
        ) { wakeup throws(PictureError) in
            { Self.run(for: $0, wakeup, path: path, limits: limits, log: log) }
        }
    }

    func draw(_ request: PictureRequest) async -> Answer { await worker.perform(request) }

    func isAlive() async -> Bool { await worker.isAlive() }

    /// Ends every drawing, the program and the thread, and returns when they are gone.
    func shutDown() { worker.shutDown() }

    /// The body of the thread.
    private static func run(
        for worker: Worker,
        _ wakeup: Wakeup,
        path: String,
        limits: PictureLimits,
        log: Logger
    ) {
        var supervisor = ProgramSupervisor(path: path, limits: limits, wakeup: wakeup, log: log)
        while true {
            wakeup.lower()
            guard let work = worker.takeWork() else { return }
            for (identifier, request) in work.starts {
                worker.finish(identifier, with: supervisor.draw(request) { worker.isGivenUp(identifier) })
            }
            // A request may have come while others were drawn.
            if work.starts.isEmpty { supervisor.rest() }
        }
    }
}
