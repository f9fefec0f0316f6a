import Foundation
import TestSupport
import Testing

@testable import Time

@Suite struct TimeZoneRulesTests {
    private let database = TimeZoneDatabase()

    private func seconds(_ date: String) throws -> Int {
        Int(try Date(date, strategy: .iso8601).timeIntervalSince1970)
    }

    @Test(arguments: [
        ("Europe/Berlin", "2026-03-29T00:59:59Z", 3600), ("Europe/Berlin", "2026-03-29T01:00:00Z", 7200),
        ("Europe/Berlin", "2026-10-25T00:59:59Z", 7200), ("Europe/Berlin", "2026-10-25T01:00:00Z", 3600),
        ("Europe/Berlin", "2050-03-27T00:59:59Z", 3600), ("Europe/Berlin", "2050-03-27T01:00:00Z", 7200),
        ("Europe/Berlin", "1970-01-01T00:00:00Z", 3600), ("Asia/Tokyo", "2026-07-01T00:00:00Z", 32_400),
        ("Asia/Kolkata", "2026-01-01T00:00:00Z", 19_800), ("Asia/Kathmandu", "2026-01-01T00:00:00Z", 20_700),
        ("Asia/Kathmandu", "1970-01-01T00:00:00Z", 19_800), ("Pacific/Apia", "2026-01-01T00:00:00Z", 46_800),
        ("Pacific/Apia", "2011-12-30T09:59:59Z", -36_000), ("Pacific/Apia", "2011-12-30T10:00:00Z", 50_400),
        ("Pacific/Chatham", "2026-01-15T00:00:00Z", 49_500), ("Pacific/Chatham", "2026-07-15T00:00:00Z", 45_900),
        ("America/St_Johns", "2026-01-15T00:00:00Z", -12_600), ("America/St_Johns", "2026-07-15T00:00:00Z", -9000),
        ("Australia/Lord_Howe", "2026-01-15T00:00:00Z", 39_600),
        ("Australia/Lord_Howe", "2026-07-15T00:00:00Z", 37_800),
        ("Africa/Casablanca", "2025-03-15T00:00:00Z", 0), ("Africa/Casablanca", "2025-05-15T00:00:00Z", 3600),
        ("America/New_York", "2050-07-01T00:00:00Z", -14_400),
        ("Pacific/Kiritimati", "2026-01-01T00:00:00Z", 50_400), ("Europe/Dublin", "2045-01-15T00:00:00Z", 0),
        ("America/Nuuk", "2045-07-15T00:00:00Z", -3600), ("UTC", "2026-01-01T00:00:00Z", 0),
    ])
    func `a zone has the offset of its history and its rules`(zone: String, date: String, offset: Int) throws {
        let rules = try #require(database.rules(for: zone))
        #expect(rules.utcOffsetSeconds(at: UTCInstant(unixSeconds: try seconds(date))) == offset)
    }

    /// The C library's answer for the same files, through date(1).
    private func offsetsOfTheHost(_ zone: String, _ instants: [Int]) throws -> [Int] {
        let lines = instants.map { "@\($0)" }.joined(separator: "\\n")
        let pipe = try #require(popen("printf '\(lines)\\n' | TZ=\(zone) date -f - '+%::z'", "r"))
        defer { pclose(pipe) }
        var offsets: [Int] = []
        var line = [CChar](repeating: 0, count: 64)
        while fgets(&line, 64, pipe) != nil {
            let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            let parts = text.dropFirst().split(whereSeparator: { $0 == ":" || $0 == "\n" }).compactMap { Int($0) }
            let seconds = parts.reduce(0) { $0 * 60 + $1 }
            offsets.append(text.hasPrefix("-") ? -seconds : seconds)
        }
        return offsets
    }

    @Test(arguments: [
        "Africa/Cairo", "Africa/Casablanca", "Africa/El_Aaiun", "Africa/Johannesburg", "Africa/Lagos",
        "America/Asuncion", "America/Bogota", "America/Caracas", "America/Chicago", "America/Havana",
        "America/Los_Angeles", "America/Mexico_City", "America/New_York", "America/Nuuk", "America/Phoenix",
        "America/Santiago", "America/Sao_Paulo", "America/St_Johns", "Antarctica/Troll", "Asia/Amman", "Asia/Gaza",
        "Asia/Hebron", "Asia/Jerusalem", "Asia/Kathmandu", "Asia/Pyongyang", "Asia/Shanghai", "Asia/Tehran",
        "Asia/Tokyo", "Asia/Yangon", "Atlantic/Azores", "Australia/Adelaide", "Australia/Lord_Howe",
        "Australia/Sydney", "Europe/Berlin", "Europe/Chisinau", "Europe/Dublin", "Europe/Istanbul", "Europe/London",
        "Europe/Moscow", "Pacific/Apia", "Pacific/Auckland", "Pacific/Chatham", "Pacific/Easter", "Pacific/Norfolk",
    ])
    func `rules agree with the C library`(zone: String) throws {
        let rules = try #require(database.rules(for: zone))
        var random = SeededGenerator(seed: zone.utf8.reduce(0) { $0 &* 31 &+ UInt64($1) })
        // 1970 to 2060, and around each New Year's Day.
        let instants =
            (0..<400).map { _ in Int.random(in: 0...2_840_140_800, using: &random) }
            + (0...90).map {
                $0 * 31_556_952
            }
        let offsets = instants.map { rules.utcOffsetSeconds(at: UTCInstant(unixSeconds: $0)) }
        #expect(offsets == (try offsetsOfTheHost(zone, instants)))
    }

    @Test(arguments: UInt64(0)..<200)
    func `no bytes make the reader trap`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let path = "/usr/share/zoneinfo/" + ["Europe/Berlin", "Africa/Casablanca", "Asia/Tokyo"][Int(seed % 3)]
        let original = [UInt8](try Data(contentsOf: URL(filePath: path)))
        for _ in 0..<50 {
            var bytes = original
            for _ in 0..<Int.random(in: 0...8, using: &random) {
                // Half of them in the header, which holds the counts.
                let end = Bool.random(using: &random) ? min(44, bytes.count) : bytes.count
                bytes[Int.random(in: 0..<end, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            if Bool.random(using: &random) { bytes.removeLast(Int.random(in: 0...bytes.count, using: &random)) }
            guard let rules = try? TimeZoneRules(tzif: bytes) else { continue }
            for seconds in [Int.min, -1, 0, 1_800_000_000, 4_000_000_000, Int.max] {
                let offset = rules.utcOffsetSeconds(at: UTCInstant(unixSeconds: seconds))
                #expect(abs(offset) < 100 * 3600)
            }
        }
    }

    @Test func `an error says what is wrong with the bytes`() throws {
        let original = [UInt8](try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/Europe/Berlin")))
        #expect(throws: TimeZoneDataError.notTZif) { try TimeZoneRules(tzif: []) }
        #expect(throws: TimeZoneDataError.notTZif) { try TimeZoneRules(tzif: Array("nonsense".utf8)) }
        #expect(throws: TimeZoneDataError.truncated) { try TimeZoneRules(tzif: Array("TZif2".utf8)) }
        #expect(throws: TimeZoneDataError.truncated) { try TimeZoneRules(tzif: original.dropLast()) }
        let damaged = original.dropLast(2) + Array("?\n".utf8)
        #expect(throws: TimeZoneDataError.footer("CET-1CEST,M3.5.0,M10.5.0/?")) {
            try TimeZoneRules(tzif: Array(damaged))
        }
    }

    /// A file of one or two local time types, with 32-bit times, of version 1.
    private func versionOne(transitions: [Int32], kinds: [UInt8], offsets: [Int32]) -> [UInt8] {
        func big(_ number: Int32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) } }
        let counts = [0, 0, 0, Int32(transitions.count), Int32(offsets.count), 4]
        return Array("TZif".utf8) + [UInt8](repeating: 0, count: 16) + counts.flatMap(big)
            + transitions.flatMap(big) + kinds + offsets.flatMap { big($0) + [0, 0] } + Array("ABC\0".utf8)
    }

    @Test func `a file of version 1 ends with what held last`() throws {
        let rules = try TimeZoneRules(
            tzif: versionOne(transitions: [-1000, 1000], kinds: [1, 0], offsets: [3600, -7200])
        )
        for (seconds, offset) in [(-1001, 3600), (-1000, -7200), (999, -7200), (1000, 3600), (4_000_000_000, 3600)] {
            #expect(rules.utcOffsetSeconds(at: UTCInstant(unixSeconds: seconds)) == offset)
        }
    }

    @Test func `what RFC 9636 forbids is refused`() {
        #expect(throws: TimeZoneDataError.invalid("local time type")) {
            try TimeZoneRules(tzif: versionOne(transitions: [0], kinds: [2], offsets: [0, 0]))
        }
        #expect(throws: TimeZoneDataError.invalid("order of transitions")) {
            try TimeZoneRules(tzif: versionOne(transitions: [5, 5], kinds: [0, 0], offsets: [0]))
        }
        #expect(throws: TimeZoneDataError.invalid("offset from UTC")) {
            try TimeZoneRules(tzif: versionOne(transitions: [], kinds: [], offsets: [93_600]))
        }
        #expect(throws: TimeZoneDataError.invalid("count of local time types")) {
            try TimeZoneRules(tzif: versionOne(transitions: [], kinds: [], offsets: []))
        }
    }
}

@Suite struct TimeZoneStringTests {
    @Test(arguments: [
        ("UTC0", 0, 0), ("<+03>-3", 10_800, 10_800), ("<-0330>3:30", -12_600, -12_600),
        ("CET-1CEST,M3.5.0,M10.5.0/3", 3600, 7200), ("EST5EDT,M3.2.0,M11.1.0", -18_000, -14_400),
        ("NZST-12NZDT,M9.5.0,M4.1.0/3", 46_800, 43_200), ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", 39_600, 37_800),
        ("IST-1GMT0,M10.5.0,M3.5.0/1", 0, 3600), ("IST-2IDT,M3.4.4/26,M10.5.0", 7200, 10_800),
        ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", -7200, -3600), ("EST5EDT,0/0,J365/25", -14_400, -14_400),
        ("XXX3EDT4,0/0,J365/23", -14_400, -14_400), ("AAA-1BBB-2,J60,J305", 3600, 7200),
        ("AAA-1BBB-2,59,304", 3600, 7200), ("AAA-1:02:03", 3723, 3723),
    ])
    func `a TZ string tells winter and summer`(text: String, january: Int, july: Int) throws {
        let zone = try #require(POSIXTimeZone(Array(text.utf8)))
        #expect(zone.utcOffsetSeconds(atUnixSeconds: 1_768_435_200) == january)
        #expect(zone.utcOffsetSeconds(atUnixSeconds: 1_784_073_600) == july)
    }

    @Test func `the days of a rule are counted as POSIX does`() throws {
        // In 2028, a leap year: J60 is 1 March, 60 is 1 March, 59 is 29 February.
        let leapDay = 1_835_395_200
        for (rule, first) in [("J60/0", leapDay + 86_400), ("60/0", leapDay + 86_400), ("59/0", leapDay)] {
            let zone = try #require(POSIXTimeZone(Array("AAA0BBB,\(rule),J300".utf8)))
            #expect(zone.utcOffsetSeconds(atUnixSeconds: first - 1) == 0, "\(rule)")
            #expect(zone.utcOffsetSeconds(atUnixSeconds: first) == 3600, "\(rule)")
        }
    }

    @Test(arguments: [
        "", "U", "UT0", "UTC", "UTC25", "CET-1CEST", "CET-1CEST,M3.5.0", "CET-1CEST,M13.5.0,M10.5.0",
        "CET-1CEST,M3.6.0,M10.5.0", "CET-1CEST,M3.5.7,M10.5.0", "CET-1CEST,J0,J10", "CET-1CEST,366,1",
        "CET-1CEST,M3.5.0/168,M10.5.0", "CET-1CEST,M3.5.0,M10.5.0x", "<+03-3", "CET-1:60", "CET--1", "CET-1CEST,,",
    ])
    func `what is no TZ string is refused`(text: String) {
        #expect(POSIXTimeZone(Array(text.utf8)) == nil)
    }
}

@Suite struct TimeZoneDatabaseTests {
    @Test(arguments: [
        "", "/etc/passwd", "../../../etc/passwd", "Europe/../../passwd", "Europe/Berlin\0", "Europe Berlin",
        "Europe/Atlantis", "Europe", "Europe/", "zone1970.tab", "~root", String(repeating: "a/", count: 100),
    ])
    func `a name that is unknown or a path has no rules`(name: String) {
        #expect(TimeZoneDatabase().rules(for: name) == nil)
    }

    @Test(arguments: [
        ("UTC", 0), ("GMT", 0), ("Etc/UTC", 0), ("Etc/GMT", 0), ("Etc/GMT-9", 32_400), ("Etc/GMT+12", -43_200),
    ])
    func `UTC and the nautical zones need no files`(name: String, offset: Int) throws {
        let rules = try #require(TimeZoneDatabase(directory: "/nonexistent").rules(for: name))
        #expect(rules.utcOffsetSeconds(at: UTCInstant(unixSeconds: 0)) == offset)
        #expect(TimeZoneDatabase().rules(for: name)?.utcOffsetSeconds(at: UTCInstant(unixSeconds: 0)) == offset)
    }

    @Test(arguments: ["Europe/Berlin", "Etc/GMT-15", "Etc/GMT+13", "Etc/GMT9", "Etc/GMT+", "GMT+5", "Etc/"])
    func `other zones without files are unknown`(name: String) {
        #expect(TimeZoneDatabase(directory: "/nonexistent").rules(for: name) == nil)
    }

    @Test func `every file of the host is read`() throws {
        let root = URL(filePath: "/usr/share/zoneinfo/")
        let names = try String(contentsOf: root.appending(path: "tzdata.zi"), encoding: .utf8).split(separator: "\n")
            .compactMap { line -> String? in
                let parts = line.split(separator: " ")
                return parts.first == "Z" ? String(parts[1]) : parts.first == "L" ? String(parts[2]) : nil
            }
        #expect(names.count > 500)
        let database = TimeZoneDatabase()
        for name in names { #expect(database.rules(for: name) != nil, "\(name)") }
    }

    @Test func `a zone once read is kept`() throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let file = directory.appending(path: "Zone")
        try FileManager.default.copyItem(at: URL(filePath: "/usr/share/zoneinfo/Asia/Tokyo"), to: file)
        let database = TimeZoneDatabase(directory: directory.path())
        let rules = try #require(database.rules(for: "Zone"))
        try FileManager.default.removeItem(at: directory)
        #expect(database.rules(for: "Zone") == rules)
        #expect(TimeZoneDatabase(directory: directory.path()).rules(for: "Zone") == nil)
    }

    @Test(arguments: [
        ("Asia/Tokyo", "Etc/UTC\n", nil, "Asia/Tokyo"), (":Asia/Tokyo", nil, nil, "Asia/Tokyo"),
        (":/usr/share/zoneinfo/Asia/Tokyo", nil, nil, "Asia/Tokyo"), ("", "Europe/Berlin\n", nil, "Europe/Berlin"),
        ("CET-1CEST,M3.5.0,M10.5.0/3", nil, "/usr/share/zoneinfo/Europe/Rome", "Europe/Rome"),
        (nil, "# comment\n", "../usr/share/zoneinfo/Asia/Ho_Chi_Minh", "Asia/Ho_Chi_Minh"),
        (nil, nil, "/etc/localtime.copy", "UTC"), (nil, nil, nil, "UTC"),
    ])
    func `the host's zone is the first that is named`(
        variable: String?,
        file: String?,
        link: String?,
        name: String
    ) {
        #expect(TimeZoneDatabase.hostZoneName(variable: variable, file: file, link: link) == name)
    }

    @Test func `this host has a zone`() {
        #expect(!TimeZoneDatabase.hostZoneName.isEmpty)
    }
}
