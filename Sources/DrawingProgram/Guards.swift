import CConfinement
import CProcess
import Pictures

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// What keeps the machine and the bridge safe from a drawing that goes wrong.
enum Guards {
    /// A drawing of 1600×1200 takes a fraction of it, fonts included.
    private static let mostMemoryBytes: rlim_t = 1 << 30
    private static let niceness: Int32 = 10

    /// None of them is worth going without pictures: what the system refuses is left out.
    static func raise() {
        // Without this a drawing without end would go on after a bridge that was killed.
        _ = process_end_with_parent()
        // On a single core an hour mark comes first.
        _ = nice(niceness)
        _ = process_limit_memory(mostMemoryBytes)
        // Where memory runs out it is this program that is ended, and not the bridge.
        beFirstToGo()
        // An image of the memory helps nobody, and wears a memory card out.
        _ = process_without_core()
    }

    /// Gives up for good what drawing does not need: a request, or a font, that takes the program over gains little.
    ///
    /// A right that the kernel lets nobody give up stays, and standard error says so.
    static func giveUpRights() {
        // Landlock first: its own calls are none that the filter need know.
        for (what, code) in [
            ("no new privileges", confine_privileges()), ("Landlock", confine_files()), ("seccomp", confine_calls()),
        ] where code != 0 {
            let line = Array(
                "\(ProgramRemark.prefix)goes without \(what): \(unsafe String(cString: strerror(code)))\n".utf8
            )
            _ = unsafe write(STDERR_FILENO, line, line.count)
        }
    }

    private static func beFirstToGo() {
        let descriptor = unsafe open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        _ = unsafe write(descriptor, "1000", 4)
        close(descriptor)
    }
}
