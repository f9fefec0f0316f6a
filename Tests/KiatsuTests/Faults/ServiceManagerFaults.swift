import Foundation
import Glibc
import TestSupport
import Testing

private let panel = "panels: [{id: desk, location: \"35.6465,139.6297\", language: ja}]"

/// The program as systemd starts it: what it tells, and that it keeps silent when it is not alive.
@Suite(.timeLimit(.minutes(4)))
struct ServiceManagerFaults {
    private let household: Household
    private let socket: NotificationSocket

    init() throws {
        household = try Household(on: .port)
        try household.configure(panel)
        socket = try NotificationSocket(household.directory.path + "/notify")
    }

    private func start(watchdogMicroseconds: Int? = nil) throws -> Program {
        var environment = ["NOTIFY_SOCKET": socket.name]
        if let watchdogMicroseconds { environment["WATCHDOG_USEC"] = "\(watchdogMicroseconds)" }
        return try household.start(environment: environment)
    }

    private var messages: [String] { socket.messages.elements }

    @Test func `it tells when it is ready, how it fares, when it reads its file again, and that it stops`() async throws
    {
        let kiatsu = try start()
        try await socket.first("READY=1")
        let address = "\(household.broker.address)"
        try await socket.first("STATUS=connected to \(address), 1 panel")
        #expect(messages.first == "STATUS=waiting for the broker: connecting to \(address)")

        for (yaml, answer) in [(panel + "\nlog: {level: debug}", "configuration read again"), ("panels: 7", "stays")] {
            let mark = socket.messages.mark
            try household.configure(yaml)
            kiatsu.send(SIGHUP)
            try await kiatsu.logs(answer)
            try await socket.first("READY=1", since: mark)
            let told = messages.dropFirst(mark).filter { !$0.hasPrefix("STATUS=") }
            #expect(told.first?.hasPrefix("RELOADING=1\nMONOTONIC_USEC=") == true)
        }
        #expect(!messages.contains { $0.contains("WATCHDOG") || $0.contains("STOPPING") })
        kiatsu.send(SIGTERM)
        #expect(await kiatsu.ending() == .exit(0))
        try await socket.first("STOPPING=1")
        #expect(messages.last == "STOPPING=1")
    }

    @Test func `it is ready and alive without a broker, and says what it waits for`() async throws {
        household.broker.kill()
        let kiatsu = try start(watchdogMicroseconds: 200_000)
        try await socket.first("READY=1")
        try await socket.first(
            "STATUS=waiting for the broker: Nothing accepts connections at \(household.broker.address)"
        )
        let mark = socket.messages.mark
        try await socket.first("WATCHDOG=1", since: mark)
        try household.broker.restart()
        try await socket.first("STATUS=connected to", since: mark)
        try await socket.first("WATCHDOG=1", since: socket.messages.mark)
        kiatsu.send(SIGTERM)
        #expect(await kiatsu.ending() == .exit(0))
        FaultTable.held("no broker at the start", "ready, alive, and the status says what it waits for")
    }

    @Test(.enabled(if: geteuid() == 0, "binds port 53 and mounts a resolv.conf, for which it must be root"))
    func `a name server that never answers leaves it alive`() async throws {
        let server = try SilentNameServer()
        let configuration = try household.directory.write("nameserver \(server.address)\n", to: "resolv.conf")
        try household.directory.write(
            "mqtt: {host: broker.example}\nstore: {path: kiatsu.db}\n"
                + "sources: {open-meteo: {base_url: \"\(household.upstream.baseURL)\"}}\n\(panel)\n",
            to: "kiatsu.yaml"
        )
        let kiatsu = try start(after: "mount --bind \(configuration) /etc/resolv.conf", watchdogMicroseconds: 200_000)
        try await server.question()
        for _ in 0..<5 { try await socket.first("WATCHDOG=1", since: socket.messages.mark) }
        #expect(!kiatsu.errors.elements.contains { $0.contains("thread gave no sign") || $0.contains("not found") })
        kiatsu.send(SIGTERM)
        #expect(await kiatsu.ending() == .exit(0))
        FaultTable.held("the name server does not answer", "the watchdog is fed while the resolver waits")
    }

    #if arch(x86_64)
    @Test(.enabled(if: Thoroughness.isFull))
    func `a connection's thread that hangs starves the watchdog until it goes on`() async throws {
        try household.configure(panel, mqtt: ", keep_alive: 5")
        let kiatsu = try start(watchdogMicroseconds: 200_000)
        try await socket.first("STATUS=connected")
        var thread: Int32?
        while thread == nil, !Task.isCancelled { thread = Self.connectionThread(of: kiatsu.identifier) }
        let number = try #require(thread)
        let halted = try #require(HaltedThread(number), "ptrace is not allowed here")
        try await kiatsu.logs("error: the connection's thread gave no sign of life")
        #expect(try await isStarved(kiatsu))
        let resumed = kiatsu.errors.mark
        halted.letGo()
        try await kiatsu.logs("give signs of life again", since: resumed)
        try await socket.first("WATCHDOG=1", since: socket.messages.mark)
        kiatsu.send(SIGTERM)
        #expect(await kiatsu.ending() == .exit(0))
        FaultTable.held("the connection's thread hangs (stopped by ptrace)", "the watchdog is not fed until it goes on")
    }
    #endif

    @Test(.enabled(if: Disk.canBeMade, "makes a disk and freezes it, for which it must be root"))
    func `a disk that takes no write starves the watchdog, and nothing is lost once it does`() async throws {
        let disk = try Disk(in: household.directory)
        try household.configure(panel, store: "disk/kiatsu.db")
        let kiatsu = try start(after: disk.mounting, watchdogMicroseconds: 200_000)
        let topics = try await TopicRecorder(household.broker, filter: "kiatsu/desk/#")
        try await topics.first(on: "kiatsu/desk/status") { $0.text == "fresh" }
        try await socket.first("WATCHDOG=1")
        let freezer = try await disk.freeze(seenBy: kiatsu.identifier)
        let (mark, hung) = (topics.mark, kiatsu.errors.mark)
        try household.broker.publish("kiatsu/desk/location/set", "43.0621,141.3544")
        try await kiatsu.logs("error: the store gave no sign of life", since: hung)
        #expect(try await isStarved(kiatsu))
        let early = topics.all(on: "kiatsu/desk/location/response", since: mark, try await topics.echoed())
        #expect(early.isEmpty)
        let resumed = kiatsu.errors.mark
        try disk.thaw()
        #expect(await freezer.ending() == .exit(0))
        try await kiatsu.logs("give signs of life again", since: resumed)
        let answer = try await topics.first(on: "kiatsu/desk/location/response", since: mark)
        #expect(answer.text.contains(#""ok":true"#))
        try await socket.first("WATCHDOG=1", since: socket.messages.mark)
        kiatsu.send(SIGTERM)
        #expect(await kiatsu.ending() == .exit(0))
        FaultTable.held("the disk takes no write (frozen)", "the watchdog is not fed, the position is kept in the end")
    }

    /// True if nothing feeds the watchdog while the program reports other things, which take several beats.
    private func isStarved(_ kiatsu: Program) async throws -> Bool {
        let start = socket.messages.mark
        try household.configure("panels: 7")
        for _ in 0..<10 {
            let mark = socket.messages.mark
            kiatsu.send(SIGHUP)
            try await socket.first("READY=1", since: mark)
            try household.broker.publish("elsewhere", "")
        }
        // What was sent before it hung may be read late.
        return !messages.dropFirst(start).drop { !$0.hasPrefix("RELOADING") }.contains { $0.contains("WATCHDOG") }
    }

    /// Starts the program in a mount namespace of its own, after a command of the shell.
    private func start(after command: String, watchdogMicroseconds: Int) throws -> Program {
        try Program(
            "/usr/bin/unshare",
            ["-m", "/bin/sh", "-c", "\(command) && exec \(Household.kiatsu) run -c \(household.configurationFile)"],
            environment: [
                "NOTIFY_SOCKET": socket.name, "WATCHDOG_USEC": "\(watchdogMicroseconds)",
                "HOME": household.directory.path, "PATH": "/usr/sbin:/usr/bin:/sbin:/bin",
            ]
        )
    }

    /// The thread of the connection: it alone waits for two descriptors, and for a second at the most.
    private static func connectionThread(of process: Int32) -> Int32? {
        let tasks = "/proc/\(process)/task"
        return (try? FileManager.default.contentsOfDirectory(atPath: tasks))?.compactMap { Int32($0) }.first { task in
            let file = FileManager.default.contents(atPath: "\(tasks)/\(task)/syscall") ?? Data()
            let words = String(decoding: file, as: UTF8.self).split(separator: " ").map { $0.replacing("0x", with: "") }
            // poll, on x86-64, with its count and its milliseconds.
            guard words.count > 3, words[0] == "7", words[2] == "2" else { return false }
            return Int(words[3], radix: 16).map { $0 <= 1000 } ?? false
        }
    }
}

/// A port 53 of the loopback network that hears questions and answers none.
private final class SilentNameServer: Sendable {
    struct Failure: Error {}

    let address = "127.200.\(UInt8.random(in: 0...255)).\(UInt8.random(in: 1...254))"
    private let descriptor: Int32
    private let questions = Recorder<Int>()

    init() throws {
        descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_port = UInt16(53).bigEndian
        inet_pton(AF_INET, address, &name.sin_addr)
        let isBound = withUnsafePointer(to: &name) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isBound else {
            close(descriptor)
            throw Failure()
        }
        Thread.detachNewThread { [descriptor, questions] in
            var buffer = [UInt8](repeating: 0, count: 512)
            while true {
                let count = recv(descriptor, &buffer, buffer.count, 0)
                guard count > 0 else { break }
                questions.append(count)
            }
            close(descriptor)
        }
    }

    deinit { shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// Waits until somebody has asked.
    func question() async throws { _ = try await questions.first { _ in true } }
}

/// A small disk that a program alone sees, and that can be made to take no write.
private struct Disk {
    static var canBeMade: Bool {
        geteuid() == 0 && FileManager.default.fileExists(atPath: "/dev/loop-control")
            && ["mkfs.ext4", "fsfreeze"].allSatisfy { FileManager.default.fileExists(atPath: "/usr/sbin/\($0)") }
    }

    private let directory: String

    init(in scratch: ScratchDirectory) throws {
        directory = scratch.path
        try FileManager.default.createDirectory(atPath: directory + "/disk", withIntermediateDirectories: false)
    }

    /// The shell's command that makes it, in the namespace where it is to be.
    var mounting: String {
        "truncate -s 16M \(directory)/image && mkfs.ext4 -q -F \(directory)/image"
            + " && mount -o loop \(directory)/image \(directory)/disk"
    }

    /// Returns once it is frozen; what is returned thaws it when it is told to, or these tests have ended.
    func freeze(seenBy process: Int32) async throws -> Program {
        let script =
            "fsfreeze -f \(directory)/disk && echo frozen && while [ -d /proc/\(getpid()) ] && "
            + "[ ! -e \(directory)/thaw ]; do sleep 0.05; done; fsfreeze -u \(directory)/disk"
        let freezer = try Program(
            "/usr/bin/nsenter",
            ["-t", "\(process)", "-m", "/bin/sh", "-c", script],
            environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"]
        )
        _ = try await freezer.output.first { $0 == "frozen" }
        return freezer
    }

    func thaw() throws { try Data().write(to: URL(filePath: directory + "/thaw")) }
}
