import Glibc
import TestSupport
import Testing

/// The programs themselves, before what is no good broker.
@Suite(.timeLimit(.minutes(4)))
struct HostileBrokerTests {
    private let household: Household

    init() throws { household = try Household() }

    private static let streams: [[UInt8]] = [
        HostileStreams.unknownProperty,
        HostileStreams.letIn(isVersion5: true) + [0x30, 6, 0, 1, 0x61, 2, 5, 0],
        HostileStreams.letIn(isVersion5: true) + [0x90, 6, 0, 1, 2, 5, 0, 0],
        HostileStreams.letIn(isVersion5: true) + [0x40, 0xFF, 0xFF, 0xFF, 0x7F],
        Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8),
    ]

    private func configure(_ hostile: ScriptedBroker) throws {
        try household.configure(#"panels: [{id: desk, location: "35.6465,139.6297"}]"#, port: hostile.port)
    }

    @Test(arguments: streams) func `the bridge says what is wrong, and goes on`(stream: [UInt8]) async throws {
        let hostile = try ScriptedBroker([stream])
        try configure(hostile)
        let kiatsu = try household.start()
        try await kiatsu.logs("does not speak MQTT 5 as specified")
        kiatsu.send(SIGTERM)
        #expect(await kiatsu.ending() == .exit(0))
    }

    @Test func `the bridge finds the broker that answers after what was none`() async throws {
        let hostile = try ScriptedBroker([HostileStreams.unknownProperty], fallback: household.broker.address)
        try configure(hostile)
        let topics = try await TopicRecorder(household.broker, filter: "kiatsu/bridge/state")
        let kiatsu = try household.start()
        try await topics.first(on: "kiatsu/bridge/state") { $0.text == "online" }
        kiatsu.send(SIGTERM)
        #expect(await kiatsu.ending() == .exit(0))
    }

    @Test(arguments: [["healthcheck", "--timeout", "2"], ["doctor"], ["panel", "list"]], streams)
    func `no command is ended by it`(command: [String], stream: [UInt8]) async throws {
        let hostile = try ScriptedBroker([stream])
        try configure(hostile)
        let program = try household.start(command[0], Array(command.dropFirst()))
        let ending = await program.ending()
        guard case .exit(let code) = ending else {
            Issue.record("\(ending): \(program.errors.elements)")
            return
        }
        #expect(code != 0)
    }
}
