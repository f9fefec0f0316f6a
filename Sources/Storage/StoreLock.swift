#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The lock that SQLite takes for writing, by which a bridge and whoever needs it stopped exclude each other.
package struct StoreLock: Sendable {
    /// `F_OFD_SETLK`, which is no part of what the C library shows to Swift.
    private static let setOpenFileLock: Int32 = 37

    private let descriptor: Int32

    /// Takes the lock of the store at a path; nil where there is none, throws where a process has it open.
    package init?(_ path: String) throws(BackupError) {
        descriptor = unsafe open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw .unwritable(path, reason: StoreBackup.systemMessage)
        }
        var lock = StoreInspection.sqliteLock
        // Unlike the lock of a process, it stays when another descriptor of the file is closed.
        guard unsafe fcntl(descriptor, Self.setOpenFileLock, &lock) == 0 else {
            let process = StoreInspection.holder(of: descriptor)
            close(descriptor)
            throw .running(store: path, process: process ?? 0)
        }
    }

    /// Gives the lock back.
    package func release() { close(descriptor) }
}
