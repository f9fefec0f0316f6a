import Support

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A program that was started and is ended here.
final class ChildProcess {
    /// The destination of a process's output.
    enum Output {
        case file(String)
        case pipe
    }

    let identifier: pid_t
    private let workplace: Workplace
    /// The end of the pipe to read from; -1 where there is none.
    private let reading: Int32
    /// The end of the pipe to its standard input; -1 where that is empty.
    private let writing: Int32
    private var isOver = false

    /// Starts the program with this environment alone; its standard error always goes to `log`.
    ///
    /// It can be told what ``tell(_:)`` is given only where it is `instructed`.
    init(
        _ path: String,
        _ arguments: [String],
        environment: [String: String] = [:],
        instructed: Bool = false,
        output: Output,
        log: String,
        workplace: Workplace
    ) throws(BenchmarkError) {
        self.workplace = workplace
        var ends: (reading: Int32, writing: Int32) = (-1, -1)
        if case .pipe = output { ends = try Self.makePipe() }
        reading = ends.reading
        defer { if ends.writing >= 0 { close(ends.writing) } }
        let input: (reading: Int32, writing: Int32) = instructed ? try Self.makePipe() : (-1, -1)
        writing = input.writing
        defer { if input.reading >= 0 { close(input.reading) } }
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe Self.redirect(&actions, input: instructed ? input.reading : nil, output, pipe: ends.writing, log: log)

        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        Self.restoreSignals(&attributes)
        let words = unsafe ([path] + arguments).map { unsafe strdup($0) }
        let variables = unsafe environment.map { unsafe strdup("\($0)=\($1)") }
        let owned = unsafe words + variables
        defer { for index in unsafe owned.indices { unsafe free(owned[index]) } }
        var identifier = pid_t()
        let code = unsafe posix_spawn(&identifier, path, &actions, &attributes, words + [nil], variables + [nil])
        guard code == 0 else {
            if ends.reading >= 0 { close(ends.reading) }
            if writing >= 0 { close(writing) }
            throw BenchmarkError("\(path) cannot be started: \(SystemError.words(for: code))")
        }
        self.identifier = identifier
        workplace.enlist(identifier)
    }

    /// Connects the child's standard input, output and error.
    private static func redirect(
        _ actions: inout posix_spawn_file_actions_t,
        input: Int32?,
        _ output: Output,
        pipe: Int32,
        log: String
    ) {
        let flags = O_WRONLY | O_CREAT | O_APPEND
        if let input {
            unsafe posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        } else {
            unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        }
        unsafe posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, log, flags, 0o600)
        switch output {
        case .file(let path): unsafe posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, path, flags, 0o600)
        case .pipe: unsafe posix_spawn_file_actions_adddup2(&actions, pipe, STDOUT_FILENO)
        }
    }

    /// Gives the child the signal handling of a program started from a shell: the benchmark blocks signals and ignores
    /// SIGPIPE.
    private static func restoreSignals(_ attributes: inout posix_spawnattr_t) {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe posix_spawnattr_setsigmask(&attributes, &signals)
        unsafe sigaddset(&signals, SIGPIPE)
        unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    }

    deinit {
        if !isOver { stop(SIGKILL) }
        if reading >= 0 { close(reading) }
        if writing >= 0 { close(writing) }
    }

    /// A line on its standard input.
    func tell(_ words: String) {
        let line = Array((words + "\n").utf8)
        _ = unsafe write(writing, line, line.count)
    }

    /// The next line that it prints, without its end; what there is of it where the output is over.
    func nextLine() -> String {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while unsafe read(reading, &byte, 1) == 1, byte != UInt8(ascii: "\n") { line.append(byte) }
        return String(decoding: line, as: UTF8.self)
    }

    func send(_ signal: Int32) { if !isOver { kill(identifier, signal) } }

    private static func makePipe() throws(BenchmarkError) -> (reading: Int32, writing: Int32) {
        var ends: InlineArray<2, Int32> = [-1, -1]
        var span = ends.mutableSpan
        let code = unsafe span.withUnsafeMutableBufferPointer { unsafe pipe($0.baseAddress) }
        guard code == 0 else { throw BenchmarkError("pipe: \(SystemError.words(for: errno))") }
        // A child keeps what it is given as standard output and nothing else.
        _ = fcntl(ends[0], F_SETFD, FD_CLOEXEC)
        _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
        return (ends[0], ends[1])
    }

    /// True while the process runs.
    var isRunning: Bool {
        guard !isOver else { return false }
        var status: Int32 = 0
        if unsafe waitpid(identifier, &status, WNOHANG) == identifier { ended() }
        return !isOver
    }

    /// All that it prints until it ends, and how it ended as `waitpid` tells it.
    func finish() -> (output: String, status: Int32) {
        let output = System.readAll(reading)
        return (output, wait())
    }

    /// Ends it, and returns when it has ended.
    func stop(_ signal: Int32 = SIGTERM) {
        guard !isOver else { return }
        kill(identifier, signal)
        _ = wait()
    }

    private func wait() -> Int32 {
        var status: Int32 = 0
        while unsafe waitpid(identifier, &status, 0) < 0, errno == EINTR {}
        ended()
        return status
    }

    private func ended() {
        isOver = true
        workplace.discharge(identifier)
    }
}
