import Pictures
import Support

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A program that draws, replaced when it fails or has drawn often, and ended when it is not needed.
///
/// It is used on the thread that ``PictureEngine`` has for it.
struct ProgramSupervisor {
    private static let pieceBytes = 256 << 10
    /// Of standard error, since the last request.
    private static let mostComplaintBytes = 1 << 20

    private let path: String
    private let limits: PictureLimits
    private let wakeup: Wakeup
    private let log: Logger
    private var process: DrawingProcess?
    /// The number of requests that the program has answered.
    private var answers = 0
    private var idleSince = ContinuousClock.now
    private var complaints = ProgramComplaints()
    private var allowance = LineAllowance(lines: 20, per: .seconds(86_400))

    /// The reason why a program is of no use any more.
    private enum Fault: Error {
        case hasEnded
        case tooSlow
        case givenUp
        case noAnswer(String)
    }

    init(path: String, limits: PictureLimits, wakeup: Wakeup, log: Logger) {
        self.path = path
        self.limits = limits
        self.wakeup = wakeup
        self.log = log
    }

    // MARK: Drawing

    /// Has a picture drawn; `isGivenUp` is asked each time that the thread is woken.
    mutating func draw(_ request: PictureRequest, isGivenUp: () -> Bool) -> Result<Picture, PictureError> {
        do throws(PictureError) {
            let bytes = try PictureExchange.bytes(of: request)
            let process = try readyProcess()
            complaints = ProgramComplaints()
            do throws(Fault) {
                let envelope = try exchange(bytes, with: process, isGivenUp: isGivenUp)
                guard let answer = PictureExchange.answer(in: envelope, to: request) else {
                    throw .noAnswer("it is not what was asked for; kiatsu and kiatsu-draw must be of the same build")
                }
                answered(by: process)
                return answer
            } catch {
                throw self.error(for: error, while: request.widget, process)
            }
        } catch {
            return .failure(error)
        }
    }

    /// A program that waits for a request, as far as can be known.
    private mutating func readyProcess() throws(PictureError) -> DrawingProcess {
        if let process {
            let ready = process.readiness(orWoken: wakeup, isSending: false, until: .now)
            if !ready.hasOutput { return process }
            endIdle("is not what it was")
        }
        do throws(SystemError) {
            let environment = ProgramStart.passedOn(ProgramStart.environment)
            let process = try DrawingProcess(path: path, environment: environment)
            log.debug("kiatsu-draw \(process.identifier) started")
            self.process = process
            answers = 0
            return process
        } catch {
            throw .unavailable(
                "kiatsu-draw, which pictures need, cannot be started: \(error); "
                    + (error.call == path ? remedy : "the process is at a limit of the system, raise LimitNOFILE")
            )
        }
    }

    private var remedy: String { "install the kiatsu-draw that belongs to this kiatsu as \(path)" }

    private mutating func exchange(
        _ request: [UInt8],
        with process: DrawingProcess,
        isGivenUp: () -> Bool
    ) throws(Fault) -> Envelope {
        var time = RunningTime(limits.drawingTime, at: .now)
        var unsent = request[...]
        var reader = EnvelopeReader(mostBytes: PictureExchange.mostAnswerBytes)
        while true {
            let ready = process.readiness(orWoken: wakeup, isSending: !unsent.isEmpty, until: time.nextLook)
            if ready.isWoken {
                wakeup.lower()
                if isGivenUp() { throw .givenUp }
            }
            if ready.hasComplaints { try listen(to: process) }
            if ready.hasOutput, let envelope = try Self.read(from: process, into: &reader) {
                guard unsent.isEmpty else { throw .noAnswer("it came before the request was read") }
                return envelope
            }
            if ready.takesInput {
                guard let count = process.offer(unsent) else { throw .hasEnded }
                unsent = unsent.dropFirst(count)
            }
            if time.isOver(at: .now) { throw .tooSlow }
        }
    }

    private static func read(
        from process: DrawingProcess,
        into reader: inout EnvelopeReader
    ) throws(Fault) -> Envelope? {
        guard let piece = process.takeOutput(mostBytes: min(reader.missing, pieceBytes)) else { throw .hasEnded }
        do throws(EnvelopeError) {
            return try reader.take(piece)
        } catch {
            throw .noAnswer("\(error)")
        }
    }

    private mutating func answered(by process: DrawingProcess) {
        answers += 1
        idleSince = .now
        logComplaints()
        if answers >= limits.drawingsOfAProgram { endIdle("has drawn \(answers) times, a new one takes over") }
    }

    // MARK: Ending

    private mutating func error(
        for fault: Fault,
        while widget: String,
        _ process: DrawingProcess
    ) -> PictureError {
        let ending = process.end()
        // A program writes the reason of its end before it ends, and it is read afterwards.
        try? listen(to: process)
        complaints.finishLine()
        let lastWords = complaints.lines.last.map { ": \($0)" } ?? ""
        log.debug("kiatsu-draw \(process.identifier) \(ending)\(lastWords)")
        self.process = nil
        switch fault {
        case .hasEnded where ending == .exit(127):
            return .unavailable(
                "kiatsu-draw cannot be started\(lastWords); install what it needs "
                    + "(on Debian libpangocairo-1.0-0, libpng16-16, zlib1g, fonts-noto-core and fonts-noto-cjk)"
            )
        case .hasEnded where ending.isExit && answers == 0:
            return .unavailable("\(path) \(ending)\(lastWords); \(remedy)")
        case .hasEnded:
            let cause = ending == .signal(SIGKILL) ? ", perhaps for want of memory (MemoryMax)" : ""
            return .failed("kiatsu-draw \(ending) while it drew the widget \(widget)\(cause)\(lastWords)")
        case .tooSlow:
            return .failed(
                "kiatsu-draw took longer than \(limits.drawingTime) to draw the widget \(widget)\(lastWords)"
            )
        case .givenUp:
            return .failed("the drawing was given up")
        case .noAnswer(let problem):
            return .failed("the answer of kiatsu-draw for the widget \(widget) is of no use: \(problem)\(lastWords)")
        }
    }

    private mutating func endIdle(_ reason: String) {
        guard let process else { return }
        process.end()
        log.debug("kiatsu-draw \(process.identifier) \(reason), ended")
        self.process = nil
    }

    // MARK: Resting

    /// Returns when there may be something to do; ends a program that has ended, or had nothing to do for long.
    mutating func rest() {
        guard let process else {
            _ = wakeup.wait(until: .now + .seconds(3_600))
            return
        }
        let deadline = idleSince + limits.idleTime
        let ready = process.readiness(orWoken: wakeup, isSending: false, until: deadline)
        if ready.hasComplaints {
            do throws(Fault) {
                try listen(to: process)
                logComplaints()
            } catch {
                return endIdle("complains without end")
            }
        }
        if ready.hasOutput {
            endIdle("has ended by itself, or talks unasked")
        } else if ContinuousClock.now >= deadline, !ready.isWoken {
            endIdle("has nothing to do")
        }
    }

    // MARK: Complaints

    private mutating func listen(to process: DrawingProcess) throws(Fault) {
        complaints.take(process.takeComplaints(mostBytes: Self.pieceBytes))
        if complaints.byteCount > Self.mostComplaintBytes { throw .noAnswer("it complains without end") }
    }

    private static let remedy = "; it was drawn all the same: if it looks wrong, check its fonts"

    /// Tells of what it complained of while it drew: fonts that are broken, most likely.
    private mutating func logComplaints() {
        for line in complaints.takeLines() {
            guard !line.hasPrefix(ProgramRemark.prefix) else {
                log.debug("kiatsu-draw \(line.dropFirst(ProgramRemark.prefix.count))")
                continue
            }
            switch allowance.take(at: .now) {
            case .granted: log.warning("kiatsu-draw: \(line)\(Self.remedy)")
            case .last: log.warning("kiatsu-draw: \(line)\(Self.remedy); it complains often, no more of that for a day")
            case .refused: log.debug("kiatsu-draw: \(line)")
            }
        }
    }
}
