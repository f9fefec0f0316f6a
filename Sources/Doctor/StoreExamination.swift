import Configuration
import Storage
import Time

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The examination of the store; it changes and creates nothing.
struct StoreExamination {
    private static let check = "store"
    private static let leastFreeBytes: UInt64 = 16 << 20

    private let path: String
    private let inspection: StoreInspection

    init(_ configuration: Configuration, now: UTCInstant) {
        path = configuration.store.path
        inspection = StoreInspection(path: path, day: CivilDate(at: now, utcOffsetSeconds: 0))
    }

    /// The requests spent of the upstreams' budgets; nil if unknown.
    var spent: [String: SpentCalls]? { inspection.spent }

    var findings: [Finding] {
        [file] + [space].compactMap(\.self)
    }

    private var file: Finding {
        let user = "Run this as the user that the bridge runs as, to be sure; else check store.path."
        guard let directory = nearestDirectory else {
            return Finding(Self.check, .fault, "\(path): there is no such directory", remedy: "Check store.path.")
        }
        switch inspection.file {
        case .absent:
            guard unsafe access(directory, W_OK | X_OK) == 0 else {
                let detail = "\(path) is not there, and \(directory) is not writable for this user"
                return Finding(Self.check, .warning, detail, remedy: user)
            }
            return Finding(Self.check, .ok, "\(path) is not there yet, and can be made")
        case .unreadable(let reason):
            return Finding(Self.check, .warning, "\(path) cannot be looked into: \(reason)", remedy: user)
        case .held(let process):
            return Finding(Self.check, .ok, "\(path) is held by the running bridge, process \(process)")
        case .faulty(let error): return Finding(Self.check, .fault, "\(path): \(error.words)", remedy: error.advice)
        case .sound:
            guard unsafe access(path, W_OK) == 0, unsafe access(directory, W_OK | X_OK) == 0 else {
                let detail = "\(path) or its directory is not writable for this user"
                return Finding(Self.check, .warning, detail, remedy: user)
            }
            return Finding(Self.check, .ok, "\(path) can be read and written; no bridge holds it")
        }
    }

    private var space: Finding? {
        var status = statvfs()
        guard let directory = nearestDirectory, unsafe statvfs(directory, &status) == 0 else { return nil }
        let free = UInt64(status.f_bavail) * UInt64(status.f_frsize)
        let mebibytes = "\(free >> 20) MiB free in \(directory)"
        guard free < Self.leastFreeBytes else { return Finding("space", .ok, mebibytes) }
        return Finding("space", .warning, mebibytes, remedy: "Free some: with none, no new position can be accepted.")
    }

    /// The directory of the file, or the one above that there is.
    private var nearestDirectory: String? {
        var directory = Self.parent(of: path)
        while unsafe access(directory, F_OK) != 0 {
            let parent = Self.parent(of: directory)
            guard parent != directory else { return nil }
            directory = parent
        }
        return directory
    }

    private static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
