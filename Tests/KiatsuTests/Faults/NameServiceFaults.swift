import Foundation
import Glibc
import TestSupport
import Testing

private let panel = "panels: [{id: desk, location: \"35.6465,139.6297\", language: ja, encodings: [frame]}]"

/// The real program on a host whose name service fails: with a network, a hosts file and a resolver of its own.
@Suite(
    .timeLimit(.minutes(4)),
    .enabled(if: NetworkNamespace.isAvailable, "needs root, namespaces and iptables with statistic")
)
struct NameServiceFaults {
    private let namespace: NetworkNamespace
    private let household: Household

    init() async throws {
        namespace = try await NetworkNamespace()
        household = try Household(in: namespace)
        try household.configure(panel, host: "broker.test")
        try household.directory.write("hosts: files dns\n", to: "nsswitch.conf", permissions: 0o644)
        // Where nothing answers, this is more than the suite's time.
        let servers = (1...3).map { "nameserver 127.0.0.\($0)\n" }.joined() + "options timeout:30 attempts:5\n"
        try household.directory.write(servers, to: "resolv.conf", permissions: 0o644)
        try household.directory.write("127.0.0.1 localhost\n", to: "hosts", permissions: 0o644)
    }

    /// Starts the bridge where these files are those of the host.
    private func start() throws -> Program {
        let files = ["hosts", "resolv.conf", "nsswitch.conf"]
        let mounts = files.map { "mount --bind '\(household.directory.path)/\($0)' /etc/\($0)" }
        let steps = ["mount --make-rprivate /"] + mounts + ["exec \"$0\" run --config \"$1\""]
        let script = steps.joined(separator: " && ")
        return try Program(
            "/usr/bin/nsenter",
            namespace.entering + ["unshare", "-m", "sh", "-c", script, Household.kiatsu, household.configurationFile],
            environment: ["HOME": household.directory.path, "PATH": "/usr/sbin:/usr/bin:/sbin:/bin"]
        )
    }

    @Test func `a name that is missing is told once, and when it is there the bridge connects by itself`() async throws
    {
        let topics = try await TopicRecorder(household.broker)
        let kiatsu = try start()
        let line = try await kiatsu.logs("The host broker.test was not found")
        #expect(line.contains("mqtt.host") && line.contains("tries again in"))
        try household.directory.write("127.0.0.1 localhost broker.test\n", to: "hosts", permissions: 0o644)
        try await topics.first(on: "kiatsu/desk/status") { $0.text == "fresh" }
        let retained = try await BrokerObserver.retained(in: household.broker)
        #expect(retained["kiatsu/bridge/state"]?.text == "online")
        // The name is gone again, and the broker with it.
        let mark = kiatsu.errors.mark
        try household.directory.write("127.0.0.1 localhost\n", to: "hosts", permissions: 0o644)
        household.broker.kill()
        try await kiatsu.logs("The host broker.test was not found", since: mark)
        try household.broker.restart()
        try household.directory.write("127.0.0.1 broker.test\n", to: "hosts", permissions: 0o644)
        try await kiatsu.logs("connected to the broker", since: mark)
        #expect(kiatsu.errors.elements.count { $0.contains("was not found") } == 2)
        kiatsu.send(SIGTERM)
        #expect(await kiatsu.ending() == .exit(0))
        FaultTable.held("broker's name without an address", "told once an outage, connects by itself after", times: 2)
    }

    @Test func `a resolver that never answers keeps nobody from stopping`() async throws {
        try household.configure(panel.replacing("panels:", with: "log: {level: debug}\npanels:"), host: "broker.test")
        let file = household.configurationFile
        let text = try String(contentsOfFile: file, encoding: .utf8)
        let url = household.upstream.baseURL
        try Data(text.replacing(url, with: url.replacing("127.0.0.1", with: "upstream.test")).utf8)
            .write(to: URL(filePath: file))
        try await namespace.drop(port: 53, protocol: "udp")
        let kiatsu = try start()
        try await kiatsu.logs("1 panel(s)")
        kiatsu.send(SIGTERM)
        #expect(await kiatsu.ending() == .exit(0))
        FaultTable.held("resolver that never answers", "a stop does not wait for it")
    }
}
