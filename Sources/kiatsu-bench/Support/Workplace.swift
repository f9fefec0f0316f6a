import Support
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A directory and the processes of one run, gone when it ends, however it does.
final class Workplace: Sendable {
    let directory: String
    // A lock: the thread that waits for signals clears up as well.
    private let children = Mutex<Set<pid_t>>([])

    /// In `/var/tmp`, which is on a disk where `/tmp` may be memory.
    init() throws(BenchmarkError) {
        var template = Array("/var/tmp/kiatsu-bench.XXXXXX".utf8CString)
        guard let path = unsafe mkdtemp(&template) else {
            throw BenchmarkError("no directory in /var/tmp: \(SystemError.words(for: errno))")
        }
        directory = unsafe String(cString: path)
        // Before any other thread is there, so that all inherit it.
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, SIGINT)
        unsafe sigaddset(&signals, SIGTERM)
        unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
        try Thread.start("signals") { [self] in
            var awaited = sigset_t()
            unsafe sigemptyset(&awaited)
            unsafe sigaddset(&awaited, SIGINT)
            unsafe sigaddset(&awaited, SIGTERM)
            var signal: Int32 = 0
            unsafe sigwait(&awaited, &signal)
            clear()
            exit(128 + signal)
        }
    }

    /// A file or directory of its own in the directory.
    func path(_ name: String) -> String { "\(directory)/\(name)" }

    func write(_ text: String, to name: String) throws(BenchmarkError) -> String {
        let path = path(name)
        do throws(FileError) {
            try WholeFile.replace(path, with: Array(text.utf8))
        } catch {
            throw BenchmarkError("\(path) cannot be written: \(error)")
        }
        return path
    }

    func enlist(_ child: pid_t) { children.withLock { _ = $0.insert(child) } }
    func discharge(_ child: pid_t) { children.withLock { _ = $0.remove(child) } }

    /// Ends what still runs and removes the directory.
    func clear() {
        for child in children.withLock({ $0 }) { kill(child, SIGKILL) }
        System.removeAll(at: directory)
    }
}
