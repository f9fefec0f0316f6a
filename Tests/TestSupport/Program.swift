import Foundation
import Glibc
import Synchronization

/// A program under test: what it prints, how it ends, and the signals that it gets.
///
/// It is killed with the last reference to it, and when the tests themselves are killed.
package final class Program: Sendable {
    package enum Ending: Sendable, Equatable {
        case exit(Int32)
        case signal(Int32)
    }

    package struct Failure: Error, CustomStringConvertible {
        package var description: String
    }

    package let identifier: Int32
    /// The lines of standard error.
    package let errors = Recorder<String>()
    /// The lines of standard output.
    package let output = Recorder<String>()
    private let core: Core

    /// The executable of that name that was built together with the tests.
    package static func path(of name: String) -> String {
        let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return URL(filePath: tests).deletingLastPathComponent().appending(path: name).path
    }

    /// Starts it with no other environment than what is given, and with `input` on a pipe as its standard input.
    ///
    /// `forJournal` makes standard error what systemd would, a socket that JOURNAL_STREAM names.
    package init(
        _ path: String,
        _ arguments: [String],
        environment: [String: String] = [:],
        input: [UInt8]? = nil,
        forJournal: Bool = false
    ) throws {
        let outputs = try Ends()
        let errorOutputs = try Ends()
        let inputs = try Ends()
        let leash = try Ends()
        defer { for ends in [outputs, errorOutputs, inputs, leash] { close(ends.theirs) } }
        var environment = environment
        if forJournal {
            var status = stat()
            fstat(errorOutputs.theirs, &status)
            environment["JOURNAL_STREAM"] = "\(status.st_dev):\(status.st_ino)"
        }
        identifier = try Self.spawn(
            [path] + arguments,
            environment: environment,
            descriptors: [inputs.theirs, outputs.theirs, errorOutputs.theirs]
        )
        // A line says that the program has been waited for, the end of input that the tests are gone.
        let watcher = try Self.spawn(
            ["/bin/sh", "-c", "read line || kill -9 \(identifier)"],
            environment: [:],
            descriptors: [leash.theirs, 1, 2]
        )
        core = Core(program: identifier, watcher: watcher, leash: leash.ours)
        Thread.detachNewThread { [core, output, errors] in
            let reader = Thread { Self.read(outputs.ours, into: output, then: core.endOfOutput) }
            reader.start()
            Self.read(errorOutputs.ours, into: errors, then: core.endOfOutput)
            core.reap()
        }
        Thread.detachNewThread {
            _ = (input ?? []).withUnsafeBytes { Glibc.send(inputs.ours, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            close(inputs.ours)
        }
    }

    deinit { core.send(SIGKILL) }

    package func send(_ signal: Int32) { core.send(signal) }

    /// Waits until it has ended and all that it printed is recorded; kills it when the task is cancelled.
    package func ending() async -> Ending {
        await withTaskCancellationHandler {
            await core.ending()
        } onCancel: {
            core.send(SIGKILL)
        }
    }

    /// The first line on standard error, since the mark, with this text; waits for it where there is none yet.
    @discardableResult
    package func logs(_ text: String, since mark: Int = 0) async throws -> String {
        try await errors.first(since: mark) { $0.contains(text) }
    }

    private struct Ends {
        let ours: Int32
        let theirs: Int32

        init() throws {
            var ends: [Int32] = [0, 0]
            guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
                throw Failure(description: "no descriptors left")
            }
            ours = ends[0]
            theirs = ends[1]
        }
    }

    private static func spawn(
        _ command: [String],
        environment: [String: String],
        descriptors: [Int32]
    ) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (number, descriptor) in descriptors.enumerated() {
            posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
        }
        keepDescriptorsFromChildren()
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // Dispatch's threads block signals, and a child would inherit that.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let arguments = command.map { strdup($0) } + [nil]
        let variables = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { for string in arguments + variables { free(string) } }
        var identifier: pid_t = 0
        let code = posix_spawn(&identifier, command[0], &actions, &attributes, arguments, variables)
        guard code == 0 else { throw Failure(description: "\(command[0]): \(String(cString: strerror(code)))") }
        return identifier
    }

    private static func read(_ descriptor: Int32, into lines: Recorder<String>, then finish: () -> Void) {
        readLines(from: descriptor) { lines.append($0) }
        finish()
    }
}

extension Program {
    /// The state that the reading threads share; they hold this and not the program, so that its end can end it.
    private final class Core: Sendable {
        private struct State {
            var isReaped = false
            var openOutputs = 2
            var ending: Ending?
            var waiters: [CheckedContinuation<Ending, Never>] = []
        }

        private let program: pid_t
        private let watcher: pid_t
        private let leash: Int32
        private let state = Mutex(State())

        init(program: pid_t, watcher: pid_t, leash: Int32) {
            self.program = program
            self.watcher = watcher
            self.leash = leash
        }

        func send(_ signal: Int32) {
            // Within the lock: once reaped, the number may be another process's.
            state.withLock { state in
                if !state.isReaped { kill(program, signal) }
            }
        }

        func endOfOutput() {
            state.withLock { $0.openOutputs -= 1 }
            tellEnding(nil)
        }

        func reap() {
            var information = siginfo_t()
            while waitid(P_PID, id_t(program), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
            let status = state.withLock { state in
                var status: Int32 = 0
                while waitpid(program, &status, 0) < 0, errno == EINTR {}
                state.isReaped = true
                return status
            }
            Glibc.send(leash, "\n", 1, Int32(MSG_NOSIGNAL))
            close(leash)
            while waitpid(watcher, nil, 0) < 0, errno == EINTR {}
            tellEnding(status & 0x7F == 0 ? .exit(status >> 8 & 0xFF) : .signal(status & 0x7F))
        }

        func ending() async -> Ending {
            await withCheckedContinuation { continuation in
                let ending = state.withLock { state -> Ending? in
                    if let ending = state.ending, state.openOutputs == 0 { return ending }
                    state.waiters.append(continuation)
                    return nil
                }
                if let ending { continuation.resume(returning: ending) }
            }
        }

        private func tellEnding(_ ending: Ending?) {
            let (told, waiters) = state.withLock { state in
                state.ending = state.ending ?? ending
                guard state.openOutputs == 0, let ending = state.ending else { return (Ending?.none, state.waiters) }
                defer { state.waiters = [] }
                return (ending, state.waiters)
            }
            guard let told else { return }
            for waiter in waiters { waiter.resume(returning: told) }
        }
    }
}
