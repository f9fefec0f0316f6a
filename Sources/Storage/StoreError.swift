import CSQLite

/// Why the store could not do what it was asked, and what the user can do about it.
///
/// Holds no position.
package struct StoreError: Error, Sendable, Equatable {
    /// What kind of failure it is, as far as it matters for what the user can do.
    package enum Kind: Sendable, Equatable {
        case diskFull
        case readOnly
        /// The file or its directory cannot be made or opened.
        case cannotOpen
        /// Damaged, and one of ours.
        case corrupt
        /// Not a database, or so damaged that nothing tells that it is ours.
        case unrecognised
        /// A database that another program made.
        case foreign
        case newerSchema(found: Int, known: Int)
        /// Another process has the file open.
        case inUse
        /// The store was closed before.
        case closed
        case other
    }

    package var kind: Kind
    /// What was attempted, such as `open the store`.
    package var operation: String
    /// The database file.
    package var path: String
    /// SQLite's extended result code; 0 where SQLite was not asked.
    package var code: Int32
    /// SQLite's words, or the system's.
    package var words: String

    init(kind: Kind, operation: String, path: String, code: Int32 = SQLITE_OK, words: String) {
        self.kind = kind
        self.operation = operation
        self.path = path
        self.code = code
        self.words = words
    }

    init(_ failure: SQLiteFailure, operation: String, path: String) {
        let kind: Kind =
            switch failure.code & 0xFF {
            case _ where failure.isOfContent: .corrupt
            case SQLITE_FULL: .diskFull
            case SQLITE_READONLY: .readOnly
            case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH: .cannotOpen
            case SQLITE_BUSY, SQLITE_LOCKED: .inUse
            case SQLITE_MISUSE: .closed
            default: .other
            }
        self.init(kind: kind, operation: operation, path: path, code: failure.code, words: failure.words)
    }
}

extension StoreError: CustomStringConvertible {
    /// One line for the log: what failed, with which file, why, and what the user can do.
    package var description: String { "\(problem) \(advice)" }

    /// What failed, with which file, and why: one sentence.
    package var problem: String {
        let code = code == SQLITE_OK ? "" : " (SQLite \(code))"
        return "Could not \(operation) in \(path): \(words)\(code)."
    }

    /// What the user can do.
    package var advice: String {
        switch kind {
        case .diskFull: "Free some space on that disk; nothing that was stored before is lost."
        case .readOnly: "Make the file and its file system writable for the user that Kiatsu runs as."
        case .cannotOpen: "Check that the directory can be made, and is writable for the user that Kiatsu runs as."
        case .corrupt:
            "Leave the file where it is: Kiatsu keeps it beside a new one with all that is known or can be read, at the "
                + "latest when it is started the next time."
        case .unrecognised:
            "Kiatsu leaves the file as it is, as nothing tells that it is Kiatsu's: check store.path. If the path is right, "
                + "stop Kiatsu and move the file to where you keep it, with '\(path)-wal' if that is there: "
                + "mv '\(path)' '\(path).broken'. Kiatsu starts with an empty one then, and positions are those of the "
                + "configuration until they are sent again."
        case .foreign: "The file belongs to another program: give Kiatsu a path of its own."
        case .newerSchema(let found, let known):
            "The file is of schema \(found), this program knows up to \(known): run the newer Kiatsu, "
                + "or give this one another path."
        case .inUse:
            "Another process has it open, perhaps a second Kiatsu: stop that one, or give this one its own path."
        case .closed: "This is a fault in Kiatsu: please report it."
        case .other: "Check the disk and the system's log."
        }
    }
}
