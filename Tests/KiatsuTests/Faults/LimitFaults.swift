import Foundation
import Glibc
import Messaging
import TestSupport
import Testing
import Time

/// The program at limits that the system sets: memory and descriptors.
@Suite(.timeLimit(.minutes(4)), .serialized)
struct LimitFaults {
    private let household: Household

    init() throws {
        household = try Household()
    }

    // MARK: Memory

    private static let panelCount = 1000

    /// Each in a cell of its own.
    private static func place(_ number: Int) -> (latitude: Double, longitude: Double) {
        (Double(number % 80), Double(number % 170) + Double(number / 100) / 10)
    }

    private static func command(_ number: Int) -> OutgoingMessage {
        let place = place(number)
        // Each third is garbage, which costs an answer and changes nothing.
        let payload =
            number % 3 == 1
            ? "{\"lat\":" + String(repeating: "9", count: 900)
            : #"{"lat":\#(place.latitude),"lng":\#(place.longitude),"name":"n\#(number)","id":\#(number)}"#
        return OutgoingMessage(
            topic: "kiatsu/p\(number)/location/set",
            payload: Array(payload.utf8),
            isRetained: false
        )
    }

    @Test(.enabled(if: MemoryGroup.isAvailable && Shim.isAvailable, "needs root, memory cgroups (v1), a C compiler"))
    func `in 48 MB a thousand panels have their hours and their moves`() async throws {
        let group = try MemoryGroup(limitBytes: 48 << 20)
        let shim = try await Shim()
        household.upstream.setHandler { OpenMeteoFixture.response(to: $0, now: shim.now) }
        let panels = (0..<Self.panelCount).map { number in
            """
              - {id: p\(number), location: "\(Self.place(number).latitude),\(Self.place(number).longitude)", \
            encodings: [compact]}\n
            """
        }
        try household.configure("location: {null_island: accept}\npanels:\n" + panels.joined())
        let topics = try await TopicRecorder(household.broker, filter: "kiatsu/p999/#")
        let run = "exec '\(Household.kiatsu)' run --config '\(household.configurationFile)'"
        let kiatsu = try Program(
            "/bin/sh",
            ["-c", "echo $$ > \(group.path)/cgroup.procs && \(run)"],
            environment: shim.environment.merging(["HOME": household.directory.path]) { $1 }
        )
        try await topics.first(on: "kiatsu/p999/status") { $0.text == "fresh" }
        let sender = try await Sender(household.broker)
        for round in 0..<Thoroughness.rounds(3, otherwise: 1) {
            let mark = topics.mark
            try shim.step(bySeconds: 3600)
            sender.client.publish((0..<Self.panelCount).map(Self.command))
            let hour = "\"ts\":\(shim.now.hourStart.nanosecondsSinceEpoch / 1_000_000_000)"
            try await topics.first(on: "kiatsu/p999/location/response", since: mark)
            try await topics.first(on: "kiatsu/p999/weather", since: mark) { $0.text.contains(hour) }
            #expect(try group.value("memory.max_usage_in_bytes") <= 48 << 20, "round \(round)")
        }
        kiatsu.send(SIGTERM)
        #expect(await kiatsu.ending() == .exit(0))
        let peak = try group.value("memory.max_usage_in_bytes") >> 20
        FaultTable.held("memory limit of 48 MB (peak \(peak) MiB)", "1,000 panels have hours and moves")
    }

    private static let hasDrawer = access(Program.path(of: "kiatsu-draw"), X_OK) == 0

    @Test(.enabled(if: Thoroughness.isFull && MemoryGroup.isAvailable && hasDrawer, "long; needs root, memory cgroups"))
    func `a thousand panels, ten with large pictures, have all of these in 96 MB`() async throws {
        let group = try MemoryGroup(limitBytes: 96 << 20)
        let pictures = "pictures: [png], picture_size: 1600x1200, picture_colors: color, widgets: [weather, poem]"
        let panels = (0..<Self.panelCount).map { number in
            let more = number % 100 == 99 ? pictures : "encodings: [compact]"
            let place = "\(Self.place(number).latitude),\(Self.place(number).longitude)"
            return "  - {id: p\(number), location: \"\(place)\", \(more)}\n"
        }
        try household.configure("panels:\n" + panels.joined())
        let topics = try await TopicRecorder(household.broker, filter: "kiatsu/image/#")
        let kiatsu = try start(in: group)
        for number in stride(from: 99, to: Self.panelCount, by: 100) {
            for widget in ["weather", "poem"] { try await topics.first(on: "kiatsu/image/p\(number)/\(widget).png") }
        }
        kiatsu.send(SIGTERM)
        #expect(await kiatsu.ending() == .exit(0))
        #expect(!kiatsu.errors.elements.contains { $0.contains("not drawn") })
        let peak = try group.value("memory.max_usage_in_bytes") >> 20
        FaultTable.held("memory limit of 96 MB (peak \(peak) MiB)", "1,000 panels and twenty large pictures")
    }

    @Test(.enabled(if: Thoroughness.isFull && MemoryGroup.isAvailable && hasDrawer, "long; needs root, memory cgroups"))
    func `too little memory for pictures costs the pictures alone, and they come once there is more`() async throws {
        let group = try MemoryGroup(limitBytes: 512 << 20)
        try household.configure(
            "location: {min_interval: 0}\npanels: [{id: desk, location: \"35.65,139.63\", pictures: [png], "
                + "picture_size: 1600x1200, picture_colors: color}]"
        )
        let topics = try await TopicRecorder(household.broker)
        let kiatsu = try start(in: group)
        try await topics.first(on: "kiatsu/image/desk/weather.png")
        let drawers = try #require(Self.children(of: kiatsu).first)
        #expect(try String(contentsOfFile: "/proc/\(drawers)/oom_score_adj", encoding: .utf8) == "1000\n")
        // The next has to begin anew, with little more than the bridge has.
        kill(drawers, SIGKILL)
        while kill(drawers, 0) == 0 { await Task.yield() }
        try group.limit(closelyAbove: Self.residentBytes(of: kiatsu))
        #expect(try await move(to: "43.06,141.35", topics).contains(#""ok":true"#))
        try await kiatsu.logs("desk/weather is not drawn: kiatsu-draw ")
        #expect(try await move(to: "52.52,13.40", topics).contains(#""ok":true"#))
        try group.limit(toBytes: 512 << 20)
        let mark = topics.mark
        #expect(try await move(to: "48.14,11.58", topics).contains(#""ok":true"#))
        try await topics.first(on: "kiatsu/image/desk/weather.png", since: mark)
        kiatsu.send(SIGTERM)
        #expect(await kiatsu.ending() == .exit(0))
        FaultTable.held("too little memory for pictures", "kiatsu-draw ends, the bridge goes on and says so")
    }

    private func start(in group: MemoryGroup) throws -> Program {
        let run = "exec '\(Household.kiatsu)' run --config '\(household.configurationFile)'"
        return try Program(
            "/bin/sh",
            ["-c", "echo $$ > \(group.path)/cgroup.procs && \(run)"],
            environment: ["HOME": household.directory.path]
        )
    }

    private static func children(of program: Program) throws -> [pid_t] {
        let path = "/proc/\(program.identifier)/task"
        return try FileManager.default.contentsOfDirectory(atPath: path).flatMap { thread in
            let children = (try? String(contentsOfFile: "\(path)/\(thread)/children", encoding: .utf8)) ?? ""
            return children.split(whereSeparator: \.isWhitespace).compactMap { pid_t($0) }
        }
    }

    /// Of memory that is not a file's.
    private static func residentBytes(of program: Program) throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(program.identifier)/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") })
        return try #require(line.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }.first) << 10
    }

    // MARK: Descriptors

    private static let canLimit = access("/usr/bin/prlimit", X_OK) == 0

    private func limitDescriptors(of program: Program, to count: Int) async throws {
        let helper = try Program("/usr/bin/prlimit", ["--pid", "\(program.identifier)", "--nofile=\(count):1024"])
        try #require(await helper.ending() == .exit(0), "\(helper.errors.elements)")
    }

    /// The processor time that it has used, in hundredths of a second.
    private func ticks(of program: Program) throws -> Int {
        let text = try String(contentsOfFile: "/proc/\(program.identifier)/stat", encoding: .utf8)
        return text.split(separator: " ").dropFirst(13).prefix(2).compactMap { Int($0) }.reduce(0, +)
    }

    private func move(to position: String, _ topics: TopicRecorder) async throws -> String {
        let mark = topics.mark
        try household.broker.publish("kiatsu/desk/location/set", position)
        return try await topics.first(on: "kiatsu/desk/location/response", since: mark).text
    }

    @Test(.enabled(if: canLimit, "needs prlimit"))
    func `with no descriptor left it says so once, does not spin, and goes on when there are some`() async throws {
        try household.configure("panels: [{id: desk, location: \"35.65,139.63\"}]")
        let topics = try await TopicRecorder(household.broker)
        let kiatsu = try Program(
            "/bin/sh",
            ["-c", "ulimit -n 1024; exec '\(Household.kiatsu)' run --config '\(household.configurationFile)'"],
            environment: ["HOME": household.directory.path]
        )
        try await topics.first(on: "kiatsu/desk/status") { $0.text == "fresh" }
        try await limitDescriptors(of: kiatsu, to: 5)

        // Its connection to the broker is there, one to the upstream cannot be made.
        await household.upstream.closeConnections()
        #expect(try await move(to: "43.06,141.35", topics).contains(#""error":"upstream""#))
        try await limitDescriptors(of: kiatsu, to: 1024)
        #expect(try await move(to: "52.52,13.40", topics).contains(#""ok":true"#))

        try await limitDescriptors(of: kiatsu, to: 5)
        let before = try ticks(of: kiatsu)
        try household.broker.restart()
        try await kiatsu.logs("Too many open files")
        // So long nothing is to be had, which must cost next to nothing.
        _ = await (try Program("/bin/sleep", ["2"])).ending()
        #expect(try ticks(of: kiatsu) - before < 100)
        let later = try await TopicRecorder(household.broker)
        try await limitDescriptors(of: kiatsu, to: 1024)
        try await later.first(on: "kiatsu/bridge/state") { $0.text == "online" }
        try await later.first(on: "kiatsu/desk/status") { $0.text == "fresh" }
        #expect(kiatsu.errors.elements.count { $0.contains("Too many open files") } <= 2)
        kiatsu.send(SIGTERM)
        #expect(await kiatsu.ending() == .exit(0))
        FaultTable.held("no file descriptor left", "told, no crash, no busy loop, it goes on by itself")
    }
}

/// A memory cgroup (v1) of a test's own, gone with the last reference to it.
private final class MemoryGroup {
    private static let root = "/sys/fs/cgroup/memory"
    static let isAvailable = getuid() == 0 && access(root + "/memory.limit_in_bytes", W_OK) == 0

    let path = root + "/kiatsu-\(UUID().uuidString)"

    init(limitBytes: Int) throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        try limit(toBytes: limitBytes)
    }

    func limit(toBytes count: Int) throws {
        let limit = try FileHandle(forWritingTo: URL(filePath: path + "/memory.limit_in_bytes"))
        try limit.write(contentsOf: Data("\(count)".utf8))
    }

    deinit {
        // A program that a failed test left may take a moment to end.
        let processes = (try? String(contentsOfFile: path + "/cgroup.procs", encoding: .utf8)) ?? ""
        for process in processes.split(separator: "\n").compactMap({ pid_t($0) }) { kill(process, SIGKILL) }
        for _ in 0..<1000 where rmdir(path) != 0 && errno == EBUSY { usleep(1000) }
    }

    /// The kernel's own part of the memory is not known beforehand: less than is in use is refused.
    func limit(closelyAbove count: Int) throws {
        let fits = (12...64).first { (try? limit(toBytes: count + ($0 << 20))) != nil }
        try #require(fits != nil)
    }

    func value(_ name: String) throws -> Int {
        let text = try String(contentsOfFile: path + "/" + name, encoding: .utf8)
        return try #require(Int(text.trimmingCharacters(in: .whitespacesAndNewlines)))
    }
}
