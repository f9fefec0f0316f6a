import CProcess

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The protection of this process's memory, which holds the broker's password and keys.
enum MemoryImage {
    /// Lets the system write no core file, and lets only root look into this process, unless KIATSU_DUMPABLE is 1.
    static func keepPrivate() {
        if let wish = unsafe getenv("KIATSU_DUMPABLE"), unsafe strcmp(wish, "1") == 0 { return }
        // Linux never refuses this; if it did, publishing would matter more.
        _ = process_not_dumpable()
    }
}
