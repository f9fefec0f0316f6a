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
            "  - {id: p\(number), location: \"\(Self.place(number).latitude),\(Self.place(number).longitude)\", encodings: [compact]}\n"
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

    // MARK: Descriptors

    private static let canLimit = access("/usr/bin/prlimit", X_OK) == 0

    private func limitDescriptors(of program: Program, to count: Int) async throws {
        let helper = try Program("/usr/bin/prlimit", ["--pid", "\(program.identifier)", "--nofile=\(count):1024"])
        try #require(await helper.ending() == .exit(0), "\(helper.errors.elements)")
    }

    /// How much processor time it has used, in hundredths of a second.
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
        let limit = try FileHandle(forWritingTo: URL(filePath: path + "/memory.limit_in_bytes"))
        try limit.write(contentsOf: Data("\(limitBytes)".utf8))
    }

    deinit {
        // A program that a failed test left may take a moment to end.
        let processes = (try? String(contentsOfFile: path + "/cgroup.procs", encoding: .utf8)) ?? ""
        for process in processes.split(separator: "\n").compactMap({ pid_t($0) }) { kill(process, SIGKILL) }
        for _ in 0..<1000 where rmdir(path) != 0 && errno == EBUSY { usleep(1000) }
    }

    func value(_ name: String) throws -> Int {
        let text = try String(contentsOfFile: path + "/" + name, encoding: .utf8)
        return try #require(Int(text.trimmingCharacters(in: .whitespacesAndNewlines)))
    }
}
