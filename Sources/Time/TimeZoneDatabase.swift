import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The time zones installed on the host, by their IANA names.
///
/// A file is read at its first use and cached. Safe to use from any thread.
package final class TimeZoneDatabase: Sendable {
    /// The name of UTC, used where the host does not name its zone.
    private static let utcName = "UTC"
    /// More than the database has names (some 600); beyond it, zones are read from disk each time.
    private static let cacheLimit = 1024
    /// The largest file read; those of the database have up to some 4 KB.
    private static let largestFile = 65_536

    private let directory: String
    // A lock, not an actor: callers are synchronous. Names without a file are not cached.
    private let cache = Mutex<[String: TimeZoneRules]>([:])

    /// A database of TZif files below `directory`.
    package init(directory: String = "/usr/share/zoneinfo") {
        self.directory = directory
    }

    /// The rules of the zone `name`, such as `Europe/Berlin`; nil where the host has no zone of this name.
    ///
    /// UTC, GMT and zones of whole hours (`Etc/GMT-9`) need no file.
    package func rules(for name: String) -> TimeZoneRules? {
        if let known = cache.withLock({ $0[name] }) { return known }
        guard Self.isSafe(name), let rules = load(name) ?? Self.computed(name) else { return nil }
        cache.withLock { if $0.count < Self.cacheLimit { $0[name] = rules } }
        return rules
    }

    private func load(_ name: String) -> TimeZoneRules? {
        guard let bytes = Self.contents(of: directory + "/" + name) else { return nil }
        return try? TimeZoneRules(tzif: bytes)
    }

    /// True for a name that, taken as a path, stays within the directory.
    private static func isSafe(_ name: String) -> Bool {
        let utf8 = name.utf8
        guard (1...64).contains(utf8.count), utf8.first != UInt8(ascii: "/") else { return false }
        // Without dots no path leads upwards.
        return utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "+"), UInt8(ascii: "-"),
                UInt8(ascii: "/"):
                true
            default: false
            }
        }
    }

    /// The rules of zones whose names define them: `Etc/GMT-9` is nine hours ahead of Greenwich.
    private static func computed(_ name: String) -> TimeZoneRules? {
        let short = name.hasPrefix("Etc/") ? name.dropFirst(4) : name[...]
        if ["UTC", "GMT", "UCT", "Zulu", "Universal", "Greenwich", "GMT0"].contains(short) {
            return TimeZoneRules(fixedOffsetSeconds: 0)
        }
        guard name.hasPrefix("Etc/GMT+") || name.hasPrefix("Etc/GMT-"), let west = Int32(short.dropFirst(3)),
            (-14...12).contains(west)
        else { return nil }
        return TimeZoneRules(fixedOffsetSeconds: -west * 3600)
    }
}

extension TimeZoneDatabase {
    /// The name of the host's zone: the variable `TZ`, else /etc/timezone, else the target of /etc/localtime, else UTC.
    ///
    /// The database may not have it: `TZ` can hold any text.
    package static var hostZoneName: String {
        hostZoneName(
            variable: unsafe getenv("TZ").map { unsafe String(cString: $0) },
            file: contents(of: "/etc/timezone").map { String(decoding: $0, as: UTF8.self) },
            link: target(ofLink: "/etc/localtime")
        )
    }

    /// The first of the three that holds a name; UTC where none does.
    static func hostZoneName(variable: String?, file: String?, link: String?) -> String {
        // POSIX allows a colon before the name in TZ; of a path to a file, the part behind "zoneinfo/" counts.
        let candidates = [
            variable.map { $0.hasPrefix(":") ? String($0.dropFirst()) : $0 }, file.map(trimmed), link,
        ]
        for candidate in candidates {
            guard let candidate else { continue }
            let name = lastPart(of: candidate)
            if isSafe(name) { return name }
        }
        return utcName
    }

    private static func trimmed(_ text: String) -> String {
        String(text.prefix { !$0.isNewline }.drop { $0 == " " }.prefix { $0 != " " })
    }

    /// The part of a path behind its last "zoneinfo/"; the whole path where it has none.
    private static func lastPart(of path: String) -> String {
        let marker = Array("zoneinfo/".utf8)
        let utf8 = Array(path.utf8)
        guard utf8.count >= marker.count else { return path }
        for start in stride(from: utf8.count - marker.count, through: 0, by: -1)
        where utf8[start..<(start + marker.count)].elementsEqual(marker) {
            return String(decoding: utf8[(start + marker.count)...], as: UTF8.self)
        }
        return path
    }

    /// The bytes of a regular file of at most ``largestFile`` bytes; nil for anything else.
    private static func contents(of path: String) -> [UInt8]? {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= largestFile else {
            return nil
        }
        let size = Int(status.st_size)
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            count = max(0, unsafe read(file, buffer.baseAddress, size))
        }
        return bytes.count == size ? bytes : nil
    }

    private static func target(ofLink path: String) -> String? {
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = unsafe readlink(path, &buffer, buffer.count)
        guard count > 0 else { return nil }
        return String(decoding: buffer.prefix(count).lazy.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
