import CProcess

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// What others may see of this program's memory, which holds the broker's password and keys.
enum MemoryImage {
    /// Lets the system write no core file, and lets only root look into this process, unless KIATSU_DUMPABLE is 1.
    static func keepPrivate() {
        if let wish = unsafe getenv("KIATSU_DUMPABLE"), unsafe strcmp(wish, "1") == 0 { return }
        // Linux refuses it never; were it to, a bridge that publishes is worth more than one that ends.
        _ = process_not_dumpable()
    }
}
