import Support

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A running program that draws, with the ends of the three sockets that are its standard input, output and error.
///
/// It belongs to the thread that started it: the kernel ends the program together with that thread. Sockets and not
/// pipes, as writing to one whose other end is gone can be told not to raise SIGPIPE.
final class DrawingProcess {
    let identifier: pid_t

    private let input: Int32
    private let output: Int32
    private let complaints: Int32
    /// A program may close its standard error, which would be ready for ever.
    private var hasClosedComplaints = false
    private var ending: ProgramEnding?

    /// The operations that are possible without waiting.
    struct Readiness {
        var isWoken = false
        /// It takes more of the request, or takes none any more: offering tells which.
        var takesInput = false
        /// There is output, or its end.
        var hasOutput = false
        var hasComplaints = false
    }

    /// Starts the program at `path`; of ours it has the three sockets and nothing else.
    init(path: String, environment: [String]) throws(SystemError) {
        let input = try SocketPair()
        let output = try SocketPair()
        let complaints = try SocketPair()
        identifier = try ProgramStart.spawn(
            path,
            environment: environment,
            descriptors: [input.theirs, output.theirs, complaints.theirs]
        )
        self.input = input.takeOurs()
        self.output = output.takeOurs()
        self.complaints = complaints.takeOurs()
    }

    deinit {
        end()
        for descriptor in [input, output, complaints] { close(descriptor) }
    }

    /// Kills it, with all that it may have started, where it has not ended by itself, and returns how it ended.
    ///
    /// A sudden end breaks nothing: all that it has to finish is a picture that nobody waits for.
    @discardableResult
    func end() -> ProgramEnding {
        if let ending { return ending }
        kill(-identifier, SIGKILL)
        var status: Int32 = 0
        var reaped: pid_t
        repeat { reaped = unsafe waitpid(identifier, &status, 0) } while reaped < 0 && errno == EINTR
        let ending = reaped == identifier ? ProgramEnding(status: status) : .unknown
        self.ending = ending
        return ending
    }

    // MARK: Talking

    /// Waits until something can be done, or until the deadline, nil for none.
    func readiness(
        orWoken wakeup: Wakeup,
        isSending: Bool,
        until deadline: ContinuousClock.Instant?
    ) -> Readiness {
        let ready = Self.ready(
            [
                pollfd(fd: wakeup.descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: isSending ? input : -1, events: Int16(POLLOUT), revents: 0),
                pollfd(fd: output, events: Int16(POLLIN), revents: 0),
                pollfd(fd: hasClosedComplaints ? -1 : complaints, events: Int16(POLLIN), revents: 0),
            ],
            until: deadline
        )
        return Readiness(isWoken: ready[0], takesInput: ready[1], hasOutput: ready[2], hasComplaints: ready[3])
    }

    private static func ready(
        _ entries: consuming InlineArray<4, pollfd>,
        until deadline: ContinuousClock.Instant?
    ) -> InlineArray<4, Bool> {
        var entries = entries
        var milliseconds: Int32 = -1
        if let deadline {
            // Rounded up, or the last millisecond would be spent spinning.
            let limit = (ContinuousClock.now.duration(to: deadline) / .milliseconds(1)).rounded(.up)
            milliseconds = Int32(min(max(0, limit), 3_600_000))
        }
        var span = entries.mutableSpan
        let count = unsafe span.withUnsafeMutableBufferPointer { entries in
            unsafe poll(entries.baseAddress, nfds_t(entries.count), milliseconds)
        }
        return InlineArray { count > 0 && entries[$0].revents != 0 }
    }

    /// Writes without waiting, and returns the number of bytes taken; nil if the program takes none any more.
    func offer(_ bytes: ArraySlice<UInt8>) -> Int? {
        let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
        let count = unsafe bytes.withUnsafeBytes { unsafe send(input, $0.baseAddress, $0.count, flags) }
        guard count < 0 else { return count }
        return errno == EAGAIN || errno == EINTR ? 0 : nil
    }

    /// Reads at most `mostBytes` of its output without waiting; nil at the end of output.
    func takeOutput(mostBytes: Int) -> ArraySlice<UInt8>? { Self.take(from: output, mostBytes: mostBytes) }

    /// Reads at most `mostBytes` of its complaints without waiting; empty at the end as well.
    func takeComplaints(mostBytes: Int) -> ArraySlice<UInt8> {
        let bytes = Self.take(from: complaints, mostBytes: mostBytes)
        hasClosedComplaints = bytes == nil
        return bytes ?? []
    }

    private static func take(from descriptor: Int32, mostBytes: Int) -> ArraySlice<UInt8>? {
        var isEnd = false
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: mostBytes) { buffer, filled in
            let count = unsafe recv(descriptor, buffer.baseAddress, mostBytes, Int32(MSG_DONTWAIT))
            isEnd = count == 0 || count < 0 && errno != EAGAIN && errno != EINTR
            filled = max(count, 0)
        }
        return isEnd ? nil : bytes[...]
    }
}

/// The way in which a program ended.
enum ProgramEnding: Equatable, CustomStringConvertible {
    case exit(Int32)
    case signal(Int32)
    /// Somebody else has waited for it.
    case unknown

    /// True if it ended by itself, or could not be loaded.
    var isExit: Bool {
        if case .exit = self { true } else { false }
    }

    init(status: Int32) {
        self = status & 0x7F == 0 ? .exit(status >> 8 & 0xFF) : .signal(status & 0x7F)
    }

    var description: String {
        switch self {
        case .exit(let code): return "ended with code \(code)"
        case .signal(let number):
            guard let words = unsafe strsignal(number) else { return "was ended by signal \(number)" }
            return "was ended by signal \(number) (\(unsafe String(cString: words)))"
        case .unknown: return "ended"
        }
    }
}
