/// A failure to back up or restore a store, with its remedy.
package enum BackupError: Error, Sendable, Equatable {
    /// There is no store at this path.
    case noStore(String)
    /// The store is there and has no content yet.
    case emptyStore(String)
    /// The file for the backup exists.
    case exists(String)
    /// The file is the store itself or one that belongs to it.
    case isStore(String)
    /// The file to be restored cannot be read; the system's message.
    case unreadable(String, reason: String)
    /// The bridge runs; its process, 0 where that is in another container.
    case running(store: String, process: Int32)
    /// A file cannot be written; the system's message.
    case unwritable(String, reason: String)
    /// The file is not a store of Kiatsu; the reason.
    case notStore(String, reason: String)
    /// The file is a store, and damaged; the reason.
    case damaged(String, reason: String)
    /// The file's schema is newer than this program knows.
    case newer(String, found: Int, known: Int)
    /// The store changed too quickly to be copied.
    case changing(String)
    /// Any other failure of the store or of the file to be restored.
    case store(StoreError)
}

extension BackupError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noStore(let path):
            "There is no store at \(path): name it with --store (the service's is /var/lib/kiatsu/kiatsu.db), or its "
                + "configuration with --config."
        case .emptyStore(let path): "There is nothing in \(path) yet."
        case .exists(let path): "\(path) is there already: name another file, or replace it with --force."
        case .isStore(let path): "\(path) belongs to the store itself: name another file."
        case .unreadable(let path, let reason): "Could not read \(path): \(reason)."
        case .running(let store, let process):
            "Kiatsu is running\(process > 0 ? " (process \(process))" : "") and has \(store) open: stop it first, with "
                + "the service `systemctl stop kiatsu`. Nothing is changed."
        case .unwritable(let path, let reason):
            "Could not write \(path): \(reason). Check that there is space, and that this user may write there."
        case .notStore(let path, let reason): "\(path) is no store of Kiatsu: \(reason)."
        case .damaged(let path, let reason):
            "\(path) is damaged: \(reason). Take another backup; a store is repaired by `kiatsu run`."
        case .newer(let path, let found, let known):
            "\(path) is of schema \(found), this program knows up to \(known): use the Kiatsu that wrote it, or a "
                + "newer one."
        case .changing(let path): "\(path) changed during each attempt to copy it: try again, or stop Kiatsu first."
        case .store(let error): error.problem
        }
    }
}
