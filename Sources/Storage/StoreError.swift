import CSQLite

/// A failure of the store, with its remedy.
///
/// Its text holds no position.
package struct StoreError: Error, Sendable, Equatable {
    /// The kind of a failure; it selects the remedy.
    package enum Kind: Sendable, Equatable {
        /// The disk is full.
        case diskFull
        /// The file or its file system is read-only.
        case readOnly
        /// The file or its directory cannot be created or opened.
        case cannotOpen
        /// The file is Kiatsu's and damaged.
        case corrupt
        /// The file is not a database, or too damaged to be recognised as Kiatsu's.
        case unrecognised
        /// The file is a database of another program.
        case foreign
        /// The file's schema version is `found`; this program supports versions up to `known`.
        case newerSchema(found: Int, known: Int)
        /// Another process has the file open.
        case inUse
        /// The store was closed before the call.
        case closed
        /// Any other failure of the disk or of SQLite.
        case other
    }

    /// The kind of the failure.
    package var kind: Kind
    /// The operation that failed, such as `open the store`.
    package var operation: String
    /// The path of the database file.
    package var path: String
    /// SQLite's extended result code; 0 where the failure is not SQLite's.
    package var code: Int32
    /// The message of SQLite or of the system.
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
    /// One line for the log: the operation, the file, the reason and the remedy.
    package var description: String { "\(problem) \(advice)" }

    /// One sentence: the operation, the file and the reason.
    package var problem: String {
        let code = code == SQLITE_OK ? "" : " (SQLite \(code))"
        return "Could not \(operation) in \(path): \(words)\(code)."
    }

    /// The remedy: one or more sentences for the user.
    package var advice: String {
        switch kind {
        case .diskFull: "Free some space on that disk; nothing that was stored before is lost."
        case .readOnly: "Make the file and its file system writable for the user that Kiatsu runs as."
        case .cannotOpen: "Check that the directory can be made, and is writable for the user that Kiatsu runs as."
        case .corrupt:
            "Leave the file where it is: Kiatsu keeps it beside a new one with all that is known or can be read, at "
                + "the latest when it is started the next time."
        case .unrecognised:
            "Kiatsu leaves the file as it is, as nothing tells that it is Kiatsu's: check store.path. If the path is "
                + "right, "
                + "stop Kiatsu and move the file to where you keep it, with '\(path)-wal' if that is there: "
                + "mv '\(path)' '\(path).broken'. Kiatsu starts with an empty one then, and positions are those of the "
                + "configuration until they are sent again."
        case .foreign: "The file belongs to another program: give Kiatsu a path of its own."
        case .newerSchema(let found, let known):
            "The file is of schema \(found), this program knows up to \(known): run the newer Kiatsu, "
                + "give this one another path, or go back to the copy from before the upgrade, if it is there: "
                + "kiatsu restore '\(path).schema-\(known)'."
        case .inUse:
            "Another process has it open, perhaps a second Kiatsu: stop that one, or give this one its own path."
        case .closed: "This is a fault in Kiatsu: please report it."
        case .other: "Check the disk and the system's log."
        }
    }
}
