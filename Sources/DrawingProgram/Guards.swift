import CConfinement
import CProcess
import Pictures

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The limits that protect the machine and the bridge from a drawing that goes wrong.
enum Guards {
    /// Several times the need of a drawing of 1600×1200 with fonts.
    private static let mostMemoryBytes: rlim_t = 1 << 30
    private static let niceness: Int32 = 10

    /// Sets the limits; one that the system refuses is left out, since none is worth going without pictures.
    static func raise() {
        // Otherwise an endless drawing would outlive a killed bridge.
        _ = process_end_with_parent()
        // On a single core, hour marks have priority.
        _ = nice(niceness)
        _ = process_limit_memory(mostMemoryBytes)
        // Out of memory, the kernel must end this program and not the bridge.
        beFirstToGo()
        // A core file would help nobody and wear out a memory card.
        _ = process_without_core()
    }

    /// Gives up the rights that drawing does not need, so that a request or font that takes the program over gains
    /// little.
    ///
    /// If the kernel cannot revoke a right, the program keeps it and reports that on standard error.
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
