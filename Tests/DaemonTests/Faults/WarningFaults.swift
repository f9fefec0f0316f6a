import Foundation
import TestSupport
import Testing
import Time

@testable import Bridge

private let noon = Installation.noon

/// Each fault is told once when it begins and once when it is over, in the log and in `bridge/health`.
@Suite(.timeLimit(.minutes(4)))
struct WarningFaults {
    private let installation: Installation
    private let panel = "panels: [{id: p, location: \"35.6465,139.6297\", widgets: [weather]}]"

    init() throws {
        installation = try Installation()
    }

    /// The warnings and errors of the log, without their time.
    private var warnings: [String] {
        installation.log.elements.filter { $0.contains(" warning: ") || $0.contains(" error: ") }
    }

    /// The lines that tell people of an end.
    private func ends(_ text: String) -> [String] {
        installation.log.elements.filter { $0.contains(" info: ") && $0.contains(text) }
    }

    private func health(
        _ topics: TopicRecorder,
        since mark: Int = 0,
        where condition: @escaping @Sendable (ToldHealth) -> Bool
    ) async throws -> ToldHealth {
        let message = try await topics.first(on: "kiatsu/bridge/health", since: mark) {
            (try? ToldHealth($0.payload)).map(condition) == true
        }
        return try ToldHealth(message.payload)
    }

    @Test func `an upstream that fails for a day makes two lines`() async throws {
        let topics = try await TopicRecorder(installation.broker)
        let clock = installation.clock
        installation.upstream.setHandler { _ in .empty(status: 503) }
        try await installation.run(installation.configuration(panel)) { _ in
            try await installation.logs("keep what they show")
            for hour in 0..<24 {
                // No retry waits for an hour.
                let mark = installation.log.mark
                clock.set(to: noon.addingHours(hour + 1) + .seconds(2400))
                try await installation.logs("keep what they show", since: mark)
            }
            let end = clock.now
            clock.advance(by: .seconds(60))
            let told = try await health(topics) { $0.ts > end.unixSeconds && $0.faults?.isEmpty == false }
            #expect(!told.ok && told.upstreams?["open-meteo"]?.ok == false)
            #expect(told.faults?.map(\.fault) == ["upstream/open-meteo"])
            #expect((told.faults?.first?.count ?? 0) >= 25 && (told.upstreams?["open-meteo"]?.errors ?? 0) >= 25)

            installation.upstream.setHandler { Installation.answer($0, clock) }
            let mark = installation.log.mark
            clock.advance(by: .seconds(3600))
            try await installation.logs("open-meteo answers again, after 1 d", since: mark)
            clock.advance(by: .seconds(60))
            _ = try await health(topics) { $0.ok && $0.faults == nil && $0.upstreams?["open-meteo"]?.ok == true }
        }
        #expect(warnings.count == 1, "\(warnings)")
        #expect(ends("open-meteo answers again").count == 1)
        FaultTable.held("upstream fails for a day", "two lines in the log; health says it and that it is over")
    }

    @Test func `health shows nothing of what an upstream was asked`() async throws {
        let topics = try await TopicRecorder(installation.broker)
        let key = "0123456789abcdef"
        let configuration = try installation.configuration(
            "source: openweather\n" + panel,
            environment: ["KIATSU_OPENWEATHER_API_KEY": key]
        )
        installation.upstream.setHandler { request in
            // It tells whom it refuses all that it was told.
            let query = request.query.map { "\($0)=\($1)" }.sorted().joined(separator: "&")
            return .json(#"{"cod":400,"message":"no luck with \#(request.path)?\#(query)"}"#, status: 400)
        }
        try await installation.run(configuration) { _ in
            try await installation.logs("keep what they show")
            installation.clock.advance(by: .seconds(60))
            let told = try await health(topics) { $0.faults?.isEmpty == false }
            #expect(told.faults?.first?.message.contains("no luck with") == true)
        }
        for message in topics.all(on: "kiatsu/bridge/health", try await topics.echoed()) {
            for secret in [key, "35.6465", "35.65", "139.63", "139.6297"] { #expect(!message.text.contains(secret)) }
        }
        FaultTable.held("upstream quotes the key and the place it was asked for", "health shows neither")
    }

    @Test func `a broker that is away makes two lines`() async throws {
        let topics = try await TopicRecorder(installation.broker)
        let clock = installation.clock
        try await installation.run(installation.configuration(panel)) { _ in
            try await topics.status("fresh", of: "p")
            _ = try await health(topics) { $0.ok && $0.reconnects == 0 && ($0.rss ?? 0) > 1 << 20 && $0.panels == 1 }
            installation.broker.kill()
            try await installation.logs("connection to the broker was lost")
            clock.advance(by: .seconds(600))
            try installation.broker.restart()
            let address = "\(installation.broker.address)"
            try await installation.logs("connected to the broker at \(address) again, after 10 min")
            let after = try await TopicRecorder(installation.broker)
            let told = try await health(after) { $0.reconnects == 1 }
            #expect(told.ok && told.faults == nil && told.uptime == 600)
            let message = try await after.first(on: "kiatsu/bridge/health")
            #expect((1...180).contains(message.expirySeconds ?? 0))
            let retained = try await BrokerObserver.retained(in: installation.broker)
            #expect(retained["kiatsu/bridge/health"] != nil)
        }
        #expect(warnings.count == 1, "\(warnings)")
        #expect(ends("connected to the broker").count == 2)
        let left = try await BrokerObserver.retained(in: installation.broker)
        #expect(left["kiatsu/bridge/health"] == nil && left["kiatsu/bridge/state"]?.text == "offline")
        FaultTable.held("broker away", "two lines in the log; health after it says how often it came back")
    }

    @Test(.enabled(if: geteuid() == 0 && canMount, "needs the right to mount"))
    func `a disk that is full makes two lines`() async throws {
        let topics = try await TopicRecorder(installation.broker)
        let clock = installation.clock
        let disk = try SmallDisk(at: installation.directory.path)
        defer { disk.unmount() }
        try await installation.run(installation.configuration(panel)) { _ in
            try await topics.status("fresh", of: "p")
            try disk.fill()
            var number = 0
            while warnings.isEmpty {
                number += 1
                let mark = topics.mark
                try installation.broker.publish("kiatsu/p/location/set", #"{"lat":43.\#(100 + number),"lng":141}"#)
                try await topics.first(on: "kiatsu/p/location/response", since: mark)
                clock.advance(by: .seconds(61))
            }
            for _ in 0..<5 {
                let mark = topics.mark
                try installation.broker.publish("kiatsu/p/location/set", "44.1234567,141.7654321")
                try await topics.first(on: "kiatsu/p/location/response", since: mark)
                clock.advance(by: .seconds(61))
            }
            let told = try await health(topics) { $0.faults?.contains { $0.fault == "store" && $0.count > 4 } == true }
            #expect(!told.ok)
            let message = try #require(told.faults?.first { $0.fault == "store" }?.message)
            #expect(message.contains("takes no new positions") && message.contains("Free some space"))
            #expect(!message.contains("44.1") && !message.contains("141.7"))

            try disk.free()
            while ends("the store can be written again").isEmpty {
                let mark = topics.mark
                try installation.broker.publish("kiatsu/p/location/set", "44.1234567,141.7654321")
                try await topics.first(on: "kiatsu/p/location/response", since: mark)
                clock.advance(by: .seconds(61))
            }
            let mark = topics.mark
            clock.advance(by: .seconds(61))
            _ = try await health(topics, since: mark) { $0.faults?.contains { $0.fault == "store" } != true }
        }
        #expect(warnings.count { $0.contains("error: Could not") } == 1, "\(warnings)")
        #expect(ends("the store can be written again").count == 1)
        FaultTable.held("disk full", "two lines in the log; health says it and that it is over")
    }
}

/// True if a file system can be mounted here.
private let canMount: Bool = {
    guard let directory = try? ScratchDirectory(), let disk = try? SmallDisk(at: directory.path) else { return false }
    disk.unmount()
    return true
}()

/// A file system in memory of a megabyte.
private struct SmallDisk {
    let path: String

    init(at path: String) throws {
        self.path = path
        let isMounted = mount("tmpfs", path, "tmpfs", 0, "size=1m,mode=0700") == 0
        guard isMounted else { throw CocoaError(.fileWriteNoPermission) }
    }

    /// Leaves no byte.
    func fill() throws {
        let descriptor = open(path + "/filler", O_WRONLY | O_CREAT, 0o600)
        let block = [UInt8](repeating: 0, count: 4096)
        while write(descriptor, block, block.count) > 0 {}
        close(descriptor)
    }

    func free() throws { try FileManager.default.removeItem(atPath: path + "/filler") }

    func unmount() { umount2(path, Int32(MNT_DETACH)) }
}
