import Foundation
import Glibc
import TestSupport
import Testing
import Time

/// The program on a disk of its own that is full, cannot be written, or fails.
@Suite(.timeLimit(.minutes(4)), .serialized)
struct DiskFaults {
    private static let panels =
        "panels: [{id: desk, location: \"35.65,139.63\"}]\nlocation: {commands_per_minute: 6000}"
    private static let path = "/usr/sbin:/usr/bin:/sbin:/bin"

    private let household: Household
    private let disk: String

    init() throws {
        household = try Household()
        disk = household.directory.path + "/disk"
        try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: false)
        try household.configure(Self.panels, store: "disk/kiatsu.db")
    }

    /// Starts the program on a disk of 2 MiB, which goes with it, after `script` has been at work there.
    private func startOnDisk(_ script: String = ":", environment: [String: String] = [:]) throws -> Program {
        let mount = "mount -t tmpfs -o size=2m kiatsu '\(disk)'"
        let run = "exec '\(Household.kiatsu)' run --config '\(household.configurationFile)'"
        return try Program(
            "/usr/bin/unshare",
            ["-m", "/bin/sh", "-c", "set -e; \(mount); cd '\(disk)'; \(script); \(run)"],
            environment: environment.merging(["HOME": household.directory.path, "PATH": Self.path]) { $1 }
        )
    }

    private static let fill = "cat /dev/zero > filler 2>/dev/null || true"

    /// Does something about the disk of a program that runs.
    private func atDisk(of program: Program, _ script: String) async throws {
        let arguments = ["-t", "\(program.identifier)", "-m", "/bin/sh", "-c", "cd '\(disk)'; \(script)"]
        let helper = try Program("/usr/bin/nsenter", arguments, environment: ["PATH": Self.path])
        let ending = await helper.ending()
        try #require(ending == .exit(0), "\(helper.errors.elements)")
    }

    /// Sends a position and returns the answer to it.
    private func send(_ number: Int, _ topics: TopicRecorder) async throws -> String {
        let mark = topics.mark
        let name = "n\(number)"
        try household.broker.publish(
            "kiatsu/desk/location/set",
            #"{"lat":35.65,"lng":139.63,"name":"\#(name)","id":\#(number)}"#
        )
        return try await topics.first(on: "kiatsu/desk/location/response", since: mark) {
            $0.text.contains("\"id\":\(number)")
        }.text
    }

    /// Sends positions until one is answered so; the log on the disk may have some room left.
    private func send(until text: String, from first: Int, _ topics: TopicRecorder) async throws -> Int {
        for number in first..<first + 500 {
            if try await send(number, topics).contains(text) { return number }
        }
        return try #require(nil, "500 positions and no answer with \(text)")
    }

    private func fresh(_ topics: TopicRecorder) async throws {
        try await topics.first(on: "kiatsu/desk/status") { $0.text == "fresh" }
    }

    /// Steps the clock by an hour, and waits for the hour; a command has the program look at the clock at once.
    private func passHour(_ shim: Shim, _ number: Int, _ topics: TopicRecorder) async throws {
        let mark = topics.mark
        try shim.step(bySeconds: 3600)
        _ = try await send(number, topics)
        let hour = "\"ts\":\(shim.now.hourStart.nanosecondsSinceEpoch / 1_000_000_000)"
        try await topics.first(on: "kiatsu/desk/weather", since: mark) { $0.text.contains(hour) }
    }

    private static let canMount = getuid() == 0 && access("/usr/bin/nsenter", X_OK) == 0

    private static let needs: Comment = "needs root, mount namespaces and a C compiler"

    @Test(.enabled(if: canMount && Shim.isAvailable, needs))
    func `on a full disk positions are refused with the reason, hours go on, and space heals it`() async throws {
        let shim = try await Shim()
        household.upstream.setHandler { OpenMeteoFixture.response(to: $0, now: shim.now) }
        let topics = try await TopicRecorder(household.broker)
        let kiatsu = try startOnDisk(environment: shim.environment)
        try await fresh(topics)
        #expect(try await send(1, topics).contains(#""ok":true"#))
        try await atDisk(of: kiatsu, Self.fill)
        let refused = try await send(until: #""error":"storage""#, from: 2, topics)
        try await kiatsu.logs("Free some space on that disk; nothing that was stored before is lost.")
        // Further than what it had: new forecasts are asked for and shown without a disk.
        for hour in 0..<7 { try await passHour(shim, 1000 + hour, topics) }
        let mark = topics.mark
        try await atDisk(of: kiatsu, "rm filler")
        #expect(try await send(2000, topics).contains(#""ok":true"#))
        try await topics.first(on: "kiatsu/desk/location", since: mark) { $0.text.contains("n2000") }
        #expect(refused >= 2)
        kiatsu.send(SIGTERM)
        #expect(await kiatsu.ending() == .exit(0))
        FaultTable.held("disk full while it runs", "positions are refused as such, hours go on, space heals it")
    }

    @Test(.enabled(if: canMount, needs))
    func `started on a full disk it runs, and remembers once there is space`() async throws {
        let topics = try await TopicRecorder(household.broker)
        try household.configure(Self.panels + "\nhomeassistant: {discovery: device}", store: "disk/kiatsu.db")
        let kiatsu = try startOnDisk(Self.fill)
        try await kiatsu.logs("Free some space")
        try await fresh(topics)
        try await topics.first(on: "kiatsu/bridge/homeassistant/bridge") { $0.text.contains("Free some space") }
        #expect(kiatsu.errors.elements.count { $0.contains("kiatsu.db") } == 1, "\(kiatsu.errors.elements)")
        #expect(try await send(1, topics).contains(#""error":"storage""#))
        try await atDisk(of: kiatsu, "rm filler")
        #expect(try await send(2, topics).contains(#""ok":true"#))
        try await atDisk(of: kiatsu, "test -s kiatsu.db-wal")
        kiatsu.send(SIGTERM)
        #expect(await kiatsu.ending() == .exit(0))
        FaultTable.held("disk full at the start", "it runs with the configured positions, space heals it")
    }

    /// Has a program store a position in `old/`, and gives its ending; the next one's store is on the disk.
    private func rememberOnePosition(_ topics: TopicRecorder, endedBy signal: Int32) async throws -> Program.Ending {
        try household.configure(Self.panels, store: "old/kiatsu.db")
        let earlier = try household.start()
        try await fresh(topics)
        #expect(try await send(1, topics).contains(#""ok":true"#))
        let ending = try await earlier.end(by: signal, seenBy: topics)
        try household.configure(Self.panels, store: "disk/kiatsu.db")
        return ending
    }

    @Test(.enabled(if: canMount, needs))
    func `started on a read-only disk it knows what was stored, and stores again once it can`() async throws {
        let topics = try await TopicRecorder(household.broker)
        // Killed, so that what it was told is in the log beside the file.
        #expect(try await rememberOnePosition(topics, endedBy: SIGKILL) == .signal(SIGKILL))
        let mark = topics.mark
        let kiatsu = try startOnDisk("cp ../old/* .; mount -o remount,ro '\(disk)'")
        try await kiatsu.logs("Make the file and its file system writable")
        try await topics.first(on: "kiatsu/desk/location", since: mark) { $0.text.contains("n1") }
        #expect(try await send(2, topics).contains(#""error":"storage""#))
        try await atDisk(of: kiatsu, "mount -o remount,rw '\(disk)'")
        #expect(try await send(3, topics).contains(#""ok":true"#))
        kiatsu.send(SIGTERM)
        #expect(await kiatsu.ending() == .exit(0))
        FaultTable.held("read-only disk at the start", "what was stored is known, being writable heals it")
    }

    @Test(.enabled(if: canMount, needs))
    func `started on a full disk with a damaged store it knows what can be read, and repairs it later`() async throws {
        let topics = try await TopicRecorder(household.broker)
        #expect(try await rememberOnePosition(topics, endedBy: SIGTERM) == .exit(0))
        let mark = topics.mark
        let lastPage = "$(($(stat -c %s kiatsu.db) / 4096 - 1))"
        let target = "dd of=kiatsu.db bs=4096 count=1 iflag=fullblock seek=\(lastPage) conv=notrunc"
        let garbage = "tr '\\0' A </dev/zero | \(target)"
        let kiatsu = try startOnDisk("cp ../old/* .; \(garbage) 2>/dev/null; cp kiatsu.db ../damaged; \(Self.fill)")
        try await kiatsu.logs("Free some space")
        try await topics.first(on: "kiatsu/desk/location", since: mark) { $0.text.contains("n1") }
        #expect(try await send(2, topics).contains(#""error":"storage""#))
        try await atDisk(of: kiatsu, "cmp kiatsu.db ../damaged; rm filler")
        #expect(try await send(3, topics).contains(#""ok":true"#))
        try await kiatsu.logs("was damaged")
        try await atDisk(of: kiatsu, "cmp kiatsu.db.damaged-1 ../damaged")
        kiatsu.send(SIGTERM)
        #expect(await kiatsu.ending() == .exit(0))
        FaultTable.held("disk full and the store damaged", "what can be read is known, repaired once there is space")
    }

    /// The panel `hall`'s position on a disk that comes back damaged is that of what stood in for it.
    @Test(.enabled(if: canMount, needs))
    func `a disk that comes back with a damaged store costs nothing that was known`() async throws {
        let topics = try await TopicRecorder(household.broker)
        let panels = "panels: [{id: desk, location: \"35.65,139.63\"}, {id: hall, location: \"35.65,139.63\"}]"
        try household.configure(panels, store: "old/kiatsu.db")
        let earlier = try household.start()
        try await fresh(topics)
        try await move("hall", 1, topics)
        #expect(try await earlier.end(by: SIGTERM, seenBy: topics) == .exit(0))
        let yaml = panels + "\nhomeassistant: {discovery: device}"
        try household.configure(yaml, store: "disk/kiatsu.db")
        var mark = topics.mark
        let kiatsu = try startOnDisk("cp ../old/* .; mount -o remount,ro '\(disk)'")
        try await kiatsu.logs("Make the file and its file system writable")
        try await topics.first(on: "kiatsu/hall/location", since: mark) { $0.text.contains("n1") }
        let zeros = "dd if=/dev/zero of=kiatsu.db conv=notrunc bs=$(stat -c %s kiatsu.db) count=1 2>/dev/null"
        try await atDisk(of: kiatsu, "mount -o remount,rw '\(disk)'; \(zeros)")
        mark = topics.mark
        #expect(try await send(2, topics).contains(#""ok":true"#))
        let told = try await kiatsu.logs("was damaged")
        #expect(told.contains("kiatsu.db.damaged-1"))
        try await topics.first(on: "kiatsu/bridge/homeassistant/bridge", since: mark) { $0.text.contains("damaged-1") }
        try await atDisk(of: kiatsu, "cp kiatsu.db ../old/kiatsu.db; cp kiatsu.db-wal ../old/")
        #expect(try await kiatsu.end(by: SIGTERM, seenBy: topics) == .exit(0))
        try household.configure(panels, store: "old/kiatsu.db")
        mark = topics.mark
        let next = try household.start()
        try await topics.first(on: "kiatsu/hall/location", since: mark) { $0.text.contains("n1") }
        try await topics.first(on: "kiatsu/desk/location", since: mark) { $0.text.contains("n2") }
        next.send(SIGTERM)
        #expect(await next.ending() == .exit(0))
        FaultTable.held("read-only disk that comes back with a damaged store", "repaired with all that was known")
    }

    private func move(_ panel: String, _ number: Int, _ topics: TopicRecorder) async throws {
        let mark = topics.mark
        try household.broker.publish(
            "kiatsu/\(panel)/location/set",
            #"{"lat":35.65,"lng":139.63,"name":"n\#(number)"}"#
        )
        try await topics.first(on: "kiatsu/\(panel)/location/response", since: mark) { $0.text.contains(#""ok":true"#) }
    }

    @Test(.enabled(if: Shim.isAvailable, "needs a C compiler"), arguments: [EROFS, EIO, ENOSPC])
    func `a disk that fails while it runs costs no hour, and heals by itself`(code: Int32) async throws {
        let shim = try await Shim()
        household.upstream.setHandler { OpenMeteoFixture.response(to: $0, now: shim.now) }
        let topics = try await TopicRecorder(household.broker)
        let kiatsu = try household.start(environment: shim.environment)
        try await fresh(topics)
        #expect(try await send(1, topics).contains(#""ok":true"#))
        try shim.failWrites(with: code)
        #expect(try await send(2, topics).contains(#""error":"storage""#))
        for hour in 0..<6 { try await passHour(shim, 10 + hour, topics) }
        try shim.failWrites(with: 0)
        #expect(try await send(3, topics).contains(#""ok":true"#))
        #expect(try await kiatsu.end(by: SIGKILL, seenBy: topics) == .signal(SIGKILL))
        let mark = topics.mark
        let next = try household.start(environment: shim.environment)
        try await topics.first(on: "kiatsu/desk/location", since: mark) { $0.text.contains("n3") }
        next.send(SIGTERM)
        #expect(await next.ending() == .exit(0))
        FaultTable.held("disk that fails while it runs (read-only, I/O error, full)", "hours go on, it heals by itself")
    }
}
