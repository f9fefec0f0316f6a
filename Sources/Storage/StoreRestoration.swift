import Text
package import Time

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The replacement of a store by a backup, while no bridge runs.
///
/// At each moment the store is the old one or the new one, whole: the old one has two names when the new one takes the
/// first of them, and a log of the old one that a crash leaves beside the new one is known as stray at the next start.
package struct StoreRestoration: Sendable {
    /// The result of a restoration.
    package struct Outcome: Sendable, Equatable {
        /// The content of the restored store.
        package let summary: StoreSummary
        /// The path that the store before is kept at; nil where there was none.
        package let former: String?
        /// True for a backup that was copied from a running bridge without its log.
        package let lacksLog: Bool
    }

    private let file: String
    private let store: String

    /// A restoration of the database at `store` from `file`.
    package init(of store: String, from file: String) {
        (self.store, self.file) = (store, file)
    }

    /// Replaces the store; the one before is kept under a name with the time `now`.
    package func run(at now: UTCInstant) throws(BackupError) -> Outcome {
        guard let source = FileMark(path: file) else { throw .unreadable(file, reason: StoreBackup.systemMessage) }
        let former = FileMark(path: store)
        guard former.map(source.isSameFile) != true else { throw .isStore(file) }
        let target = StoreFile(path: store)
        let lock = try StoreLock(store)
        defer { lock?.release() }
        let lacksLog = StoreFile(path: file).lacksLog
        do throws(StoreError) {
            try target.createDirectory(target.directory)
        } catch {
            throw .unwritable(store, reason: error.words)
        }
        let new = store + ".restored"
        let summary = try StoreImage.write(of: file, to: new, reportingTo: store)
        do throws(BackupError) {
            guard summary.schema > 0 else { throw .emptyStore(file) }
            let former = try install(new, as: target, at: now)
            return Outcome(summary: summary, former: former, lacksLog: lacksLog)
        } catch {
            unsafe unlink(new)
            throw error
        }
    }

    /// Gives the new file the store's name, and returns the name that the former one is kept under.
    private func install(_ new: String, as target: StoreFile, at now: UTCInstant) throws(BackupError) -> String? {
        try giveToOwner(new, of: target)
        // Held until the former log is gone: a bridge that started before would have one of its own there.
        let newLock = try StoreLock(new)
        defer { newLock?.release() }
        let isReplacing = target.byteCount(of: store) != nil
        let former = "\(store).replaced-\(now.iso8601.replacing(each: ":", with: "-"))"
        do throws(StoreError) {
            if isReplacing { try keep(target, as: former) }
            guard unsafe rename(new, store) == 0 else { throw target.systemError() }
            target.sync(target.directory)
        } catch {
            throw .unwritable(store, reason: error.words)
        }
        for name in [store + "-wal", store + "-shm"] { unsafe unlink(name) }
        target.sync(target.directory)
        return isReplacing ? former : nil
    }

    /// Gives the store and its log a second name each.
    private func keep(_ target: StoreFile, as former: String) throws(StoreError) {
        // A journal is left by a crash within the start or the end; beside the new file it would damage that.
        for (name, mayStay) in [("", true), ("-wal", true), ("-journal", false)] {
            let source = store + name
            guard target.byteCount(of: source) != nil else { continue }
            if mayStay {
                unsafe unlink(former + name)
                if unsafe link(source, former + name) == 0 { continue }
                guard try target.copy(source, to: former + name) else { throw target.systemError() }
            } else {
                guard unsafe rename(source, former + name) == 0 else { throw target.systemError() }
            }
        }
        target.sync(target.directory)
    }

    /// Gives the file to the owner of the store's directory where root restores it for a service.
    private func giveToOwner(_ new: String, of target: StoreFile) throws(BackupError) {
        var status = stat()
        guard geteuid() == 0, unsafe stat(target.directory, &status) == 0 else { return }
        guard unsafe chown(new, status.st_uid, status.st_gid) == 0 else {
            throw .unwritable(store, reason: StoreBackup.systemMessage)
        }
    }
}
