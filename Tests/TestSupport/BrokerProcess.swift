import Foundation
import Glibc

/// A child process that dies with this one, whatever ends it.
///
/// Not Foundation's: that one hands Dispatch's signal mask on, so that its children never see SIGTERM.
final class ChildProcess: @unchecked Sendable {
    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    let identifier: pid_t
    /// Closed by the kernel when this process ends, upon which the watcher kills the child.
    private let leash: Int32
    private let watcher: pid_t
    /// `@unchecked`: all that changes is `isReaped`, under the lock.
    private let lock = NSLock()
    private var isReaped = false

    /// Starts a program found in the usual places, with `output` as its standard output, or none.
    init(_ program: String, _ arguments: [String], output: Int32? = nil) throws {
        let null = open("/dev/null", O_RDWR | O_CLOEXEC)
        defer { close(null) }
        var ends: [Int32] = [0, 0]
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard null >= 0, socketpair(AF_UNIX, type, 0, &ends) == 0 else {
            throw Failure(description: "no descriptors left")
        }
        defer { close(ends[1]) }
        leash = ends[0]
        do {
            identifier = try Self.spawn([program] + arguments, input: null, output: output ?? null)
            // A line says that the child has been waited for, the end of input that we are gone.
            let script = "read line || kill -9 \(identifier)"
            watcher = try Self.spawn(["sh", "-c", script], input: ends[1], output: null)
        } catch {
            close(leash)
            throw error
        }
    }

    deinit {
        end(with: SIGKILL)
    }

    private static func spawn(_ command: [String], input: Int32, output: Int32) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        let null = open("/dev/null", O_WRONLY | O_CLOEXEC)
        defer { close(null) }
        posix_spawn_file_actions_adddup2(&actions, input, 0)
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        posix_spawn_file_actions_adddup2(&actions, null, 2)
        keepDescriptorsFromChildren()
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var environment = ProcessInfo.processInfo.environment
        environment["PATH"] = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
        let arguments = command.map { strdup($0) } + [nil]
        let variables = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { for string in arguments + variables { free(string) } }
        var identifier: pid_t = 0
        let places = environment["PATH", default: ""].split(separator: ":")
        let candidates: [String] = places.map { "\($0)/\(command[0])" }
        guard let program = candidates.first(where: { access($0, X_OK) == 0 }) else {
            throw Failure(description: "\(command[0]) is not installed")
        }
        let code = posix_spawn(&identifier, program, &actions, &attributes, arguments, variables)
        guard code == 0 else { throw Failure(description: "\(program): \(String(cString: strerror(code)))") }
        return identifier
    }

    /// True if it has not ended by itself.
    var isRunning: Bool {
        lock.withLock {
            if isReaped { return false }
            if waitpid(identifier, nil, WNOHANG) == 0 { return true }
            reaped()
            return false
        }
    }

    /// Sends a signal that it lives on with.
    func send(_ signal: Int32) {
        lock.withLock {
            if !isReaped { Glibc.kill(identifier, signal) }
        }
    }

    /// Sends the signal and returns once the process is gone.
    ///
    /// Again and again: mosquitto 2.0.11 forgets one that comes after it has said that it runs, and before it does.
    func end(with signal: Int32) {
        lock.withLock {
            guard !isReaped else { return }
            var pauses = 0
            repeat {
                if pauses % 100 == 0 { Glibc.kill(identifier, signal) }
                pauses += 1
                usleep(1000)
            } while waitpid(identifier, nil, WNOHANG) == 0
            reaped()
        }
    }

    /// Returns once it has ended by itself.
    func waitForEnd() {
        lock.withLock {
            guard !isReaped else { return }
            while waitpid(identifier, nil, 0) < 0, errno == EINTR {}
            reaped()
        }
    }

    /// Waits until it has ended by itself, and says whether a signal ended it.
    var endedBySignal: Bool {
        lock.withLock {
            guard !isReaped else { return false }
            var status: Int32 = 0
            while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
            reaped()
            return status & 0x7F != 0
        }
    }

    private func reaped() {
        isReaped = true
        Glibc.send(leash, "\n", 1, Int32(MSG_NOSIGNAL))
        close(leash)
        while waitpid(watcher, nil, 0) < 0, errno == EINTR {}
    }
}
