import Foundation
import Glibc
import TestSupport
import Testing
import Time

/// The program stopped by SIGSTOP, as a debugger, a freezer or a host that sleeps does, and let go on.
@Suite(.timeLimit(.minutes(4)), .enabled(if: Shim.isAvailable, "needs a C compiler"))
struct SuspensionFaults {
    private let household: Household
    private let shim: Shim

    init() async throws {
        household = try Household()
        shim = try await Shim()
        household.upstream.setHandler { [shim] in OpenMeteoFixture.response(to: $0, now: shim.now) }
        try household.configure("panels: [{id: desk, location: \"35.65,139.63\"}]", mqtt: ", keep_alive: 5")
    }

    private var hour: String { "\"ts\":\(shim.now.hourStart.nanosecondsSinceEpoch / 1_000_000_000)" }

    private func start(_ topics: TopicRecorder) async throws -> Program {
        let kiatsu = try household.start(environment: shim.environment)
        try await topics.first(on: "kiatsu/desk/status") { $0.text == "fresh" }
        return kiatsu
    }

    @Test func `stopped for a moment it loses no command, and says the hour that has come`() async throws {
        let topics = try await TopicRecorder(household.broker)
        let kiatsu = try await start(topics)
        let mark = topics.mark
        kiatsu.send(SIGSTOP)
        try shim.step(bySeconds: 3600)
        try household.broker.publish("kiatsu/desk/location/set", "35.65,139.64")
        let early = topics.all(on: "kiatsu/desk/location/response", since: mark, try await topics.echoed())
        #expect(early.isEmpty)
        kiatsu.send(SIGCONT)
        let answer = try await topics.first(on: "kiatsu/desk/location/response", since: mark)
        #expect(answer.text.contains(#""ok":true"#))
        try await topics.first(on: "kiatsu/desk/weather", since: mark) { [hour] in $0.text.contains(hour) }
        #expect(topics.all(on: "kiatsu/bridge/state", since: mark, try await topics.settled()).isEmpty)
        kiatsu.send(SIGTERM)
        #expect(await kiatsu.ending() == .exit(0))
        FaultTable.held("SIGSTOP for a moment", "no command is lost, the hour comes")
    }

    @Test(.enabled(if: Thoroughness.isFull))
    func `stopped past the keep-alive it is told offline, and comes back with the hour`()
        async throws
    {
        let topics = try await TopicRecorder(household.broker)
        let kiatsu = try await start(topics)
        let mark = topics.mark
        kiatsu.send(SIGSTOP)
        try await topics.first(on: "kiatsu/bridge/state", since: mark) { $0.text == "offline" }
        try shim.step(bySeconds: 3600)
        kiatsu.send(SIGCONT)
        try await topics.first(on: "kiatsu/bridge/state", since: mark) { $0.text == "online" }
        let entry = try await topics.first(on: "kiatsu/desk/weather", since: mark)
        #expect(entry.text.contains(hour))
        try household.broker.publish("kiatsu/desk/location/set", "35.65,139.64")
        let answer = try await topics.first(on: "kiatsu/desk/location/response", since: mark)
        #expect(answer.text.contains(#""ok":true"#))
        kiatsu.send(SIGTERM)
        #expect(await kiatsu.ending() == .exit(0))
        FaultTable.held("SIGSTOP past the keep-alive", "the will is told, it comes back with the hour that it is")
    }
}
