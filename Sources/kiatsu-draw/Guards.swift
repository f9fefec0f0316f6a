import CProcess

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

    private static func beFirstToGo() {
        let descriptor = unsafe open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        _ = unsafe write(descriptor, "1000", 4)
        close(descriptor)
    }
}
