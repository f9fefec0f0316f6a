#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A copy of a store's files at one moment, made while another process may write to them.
///
/// The bridge locks its store, so that SQLite could not open it. It needs no lock, either: a checkpoint writes only
/// pages that are in the log as well, and the log only grows until it begins anew with another header. So a database
/// that was copied before its log is whole as long as the log did not begin anew meanwhile.
struct StoreSnapshot {
    /// The path of the store.
    let source: String
    /// The path of the copy; its log has the same name with `-wal`.
    let copy: String

    private static let mostAttempts = 20
    private static let pauseMicroseconds: UInt32 = 50_000

    /// The names of all files that a copy may consist of.
    var files: [String] { [copy, copy + "-wal", copy + "-journal"] }

    func remove() {
        for name in files { unsafe unlink(name) }
    }

    /// Copies the files; throws `inUse` where they change too quickly for it.
    func take() throws(StoreError) {
        for attempt in 1...Self.mostAttempts {
            if attempt > 1 { usleep(Self.pauseMicroseconds) }
            remove()
            if try isTaken(isLast: attempt == Self.mostAttempts) { return }
        }
        throw StoreFile(path: source).error(.inUse, "it changed during each attempt to copy it")
    }

    /// False where the files have changed in a way that may leave the copy torn.
    private func isTaken(isLast: Bool) throws(StoreError) -> Bool {
        let file = StoreFile(path: source)
        let (database, log) = (FileMark(path: source), logMark)
        // A journal is there for a moment when the bridge starts and ends, or after a crash in that moment.
        let hasJournal = file.byteCount(of: source + "-journal") ?? 0 > 0
        if hasJournal, !isLast { return false }
        try copy(source, to: copy, of: file)
        if log != nil { try copy(source + "-wal", to: copy + "-wal", of: file) }
        if hasJournal { try copy(source + "-journal", to: copy + "-journal", of: file) }
        guard let database, let databaseAfter = FileMark(path: source), database.isSameFile(as: databaseAfter) else {
            return false
        }
        let logAfter = logMark
        guard let log, log.byteCount > 0 else {
            // Without a log nothing else tells of a change.
            return logAfter?.byteCount ?? 0 == 0 && Self.areEqual(source, copy)
        }
        guard let logAfter else { return false }
        return log.isSameFile(as: logAfter) && log.beginning == logAfter.beginning
            && log.byteCount <= logAfter.byteCount
    }

    /// The mark of the database's own log; nil where there is none.
    private var logMark: FileMark? {
        StoreFile(path: source).hasStrayLog ? nil : FileMark(path: source + "-wal")
    }

    private func copy(_ name: String, to copy: String, of file: StoreFile) throws(StoreError) {
        guard try file.copy(name, to: copy) else { throw file.systemError() }
    }

    private static func areEqual(_ first: String, _ second: String) -> Bool {
        let left = unsafe open(first, O_RDONLY | O_CLOEXEC)
        guard left >= 0 else { return false }
        defer { close(left) }
        let right = unsafe open(second, O_RDONLY | O_CLOEXEC)
        guard right >= 0 else { return false }
        defer { close(right) }
        var (leftBytes, rightBytes) = ([UInt8](repeating: 0, count: 1 << 16), [UInt8](repeating: 0, count: 1 << 16))
        while true {
            let count = unsafe read(left, &leftBytes, leftBytes.count)
            guard count >= 0, unsafe read(right, &rightBytes, rightBytes.count) == count,
                leftBytes.prefix(count) == rightBytes.prefix(count)
            else { return false }
            if count == 0 { return true }
        }
    }
}
