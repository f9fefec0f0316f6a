import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The time zones that the host has, by their IANA names.
///
/// Files are read when first asked for and kept. May be used from any thread.
package final class TimeZoneDatabase: Sendable {
    /// The host's name for UTC where it has no other.
    private static let utcName = "UTC"
    /// More than there are names in the database (some 600); beyond, zones are read anew each time.
    private static let cacheLimit = 1024
    /// The largest file is of some 4 KB.
    private static let largestFile = 65_536

    private let directory: String
    // A lock, and no actor: what asks is synchronous. Names that no file has are not kept.
    private let cache = Mutex<[String: TimeZoneRules]>([:])

    /// A database of TZif files below `directory`.
    package init(directory: String = "/usr/share/zoneinfo") {
        self.directory = directory
    }

    /// The rules of the zone `name`, such as `Europe/Berlin`; nil where the host has none of this name.
    ///
    /// UTC, GMT and the zones of a fixed number of hours (`Etc/GMT-9`) need no file.
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

    /// Whether the name is a path that stays within the directory.
    private static func isSafe(_ name: String) -> Bool {
        let utf8 = name.utf8
        guard (1...64).contains(utf8.count), utf8.first != UInt8(ascii: "/") else { return false }
        // Without dots there is no way up.
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

    /// The zones whose names tell all: `Etc/GMT-9` is nine hours ahead of Greenwich.
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
    /// The name of the host's zone: the variable `TZ`, else /etc/timezone, else where /etc/localtime leads, else UTC.
    ///
    /// A database may not know it: `TZ` can hold anything.
    package static var hostZoneName: String {
        hostZoneName(
            variable: unsafe getenv("TZ").map { unsafe String(cString: $0) },
            file: contents(of: "/etc/timezone").map { String(decoding: $0, as: UTF8.self) },
            link: target(ofLink: "/etc/localtime")
        )
    }

    /// The first of the three that holds a name.
    static func hostZoneName(variable: String?, file: String?, link: String?) -> String {
        // POSIX lets the name in TZ follow a colon; a path to a file counts by what follows "zoneinfo/".
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

    /// What follows the last "zoneinfo/" of a path; all of it where there is none.
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

    /// The bytes of a regular file that is not too large.
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
