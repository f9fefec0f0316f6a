import Foundation
import Glibc
import TestSupport
import Testing

/// `kiatsu remove` on a broker with a bridge's messages and those of others.
@Suite(.timeLimit(.minutes(4)))
struct RemoveCommandTests {
    private let household: Household

    init() throws {
        household = try Household()
        try household.configure(
            """
            homeassistant: {discovery: device}
            panels:
              - {id: desk, location: "35.65,139.63", widgets: [weather, day]}
            """
        )
    }

    private func remove(_ words: [String]) async throws -> (Program.Ending, [String], String) {
        let program = try household.start("remove", words)
        let ending = await program.ending()
        return (ending, program.output.elements, program.errors.elements.joined(separator: "\n"))
    }

    /// The topics that a new subscriber is given something on.
    private func retained() async throws -> Set<String> {
        let observer = try await BrokerObserver(household.broker)
        try household.broker.publish("end", "end")
        var topics: Set<String> = []
        for await message in observer.messages {
            if message.topic == "end" { break }
            topics.insert(message.topic)
        }
        return topics
    }

    private func startAndAdd(_ topics: TopicRecorder) async throws -> Program {
        let kiatsu = try household.start()
        try await topics.first(on: "kiatsu/desk/status") { $0.text == "fresh" }
        let add = try household.start("panel", ["add", "attic", "48.14,11.58"])
        #expect(await add.ending() == .exit(0))
        try await topics.first(on: "kiatsu/attic/status") { $0.text == "fresh" }
        try await topics.first(on: "kiatsu/bridge/homeassistant/attic") { !$0.payload.isEmpty }
        return kiatsu
    }

    @Test func `without --yes it lists, while a bridge runs it refuses, then it clears all of its own`() async throws {
        let topics = try await TopicRecorder(household.broker)
        let kiatsu = try await startAndAdd(topics)
        try household.broker.publish("kiatsu/notes", "mine", retained: true)
        try household.broker.publish("homeassistant/sensor/other/x/config", "{}", retained: true)
        let before = try await retained()
        let (ending, listed, errors) = try await remove([])
        #expect(ending == .exit(0))
        #expect(Set(listed) == before.subtracting(["kiatsu/notes", "homeassistant/sensor/other/x/config"]))
        #expect(listed.contains { $0.hasPrefix("homeassistant/device/") } && listed.contains("kiatsu/attic/weather"))
        #expect(errors.contains("kiatsu/notes") && errors.contains("\(listed.count) topic(s) to clear; nothing has"))
        #expect(try await retained() == before)

        let refused = try await remove(["--yes"])
        #expect(refused.0 == .exit(1) && refused.2.contains("Kiatsu is running (process \(kiatsu.identifier))"))
        #expect(try await kiatsu.end(by: SIGTERM, seenBy: topics) == .exit(0))

        let cleared = try await remove(["--yes"])
        #expect(cleared.0 == .exit(0), "\(cleared.2)")
        #expect(cleared.2.contains("\(cleared.1.count) topic(s) cleared") && cleared.1.count >= listed.count - 1)
        // The documents of devices fade once Home Assistant has had the time to remove these.
        let left = try await retained().filter { !$0.hasPrefix("kiatsu/bridge/homeassistant/") }
        #expect(left == ["kiatsu/notes", "homeassistant/sensor/other/x/config"])
    }

    @Test func `a bridge that runs elsewhere is seen by what it says on the broker`() async throws {
        try household.broker.publish("kiatsu/bridge/state", "online", retained: true)
        let (ending, _, errors) = try await remove(["--yes"])
        #expect(ending == .exit(1) && errors.contains("Kiatsu is running and would publish it all again"))
        #expect(try await retained() == ["kiatsu/bridge/state"])
    }

    @Test func `without a store it clears what the configuration has, also over MQTT 3_1_1`() async throws {
        let topics = try await TopicRecorder(household.broker)
        let kiatsu = try household.start()
        try await topics.first(on: "kiatsu/desk/status") { $0.text == "fresh" }
        #expect(try await kiatsu.end(by: SIGTERM, seenBy: topics) == .exit(0))
        try FileManager.default.removeItem(atPath: household.directory.path + "/kiatsu.db")
        try household.configure(
            """
            homeassistant: {discovery: device}
            panels:
              - {id: desk, location: "35.65,139.63", widgets: [weather, day]}
            """,
            mqtt: ", protocol: 3.1.1"
        )
        let (ending, cleared, errors) = try await remove(["--yes"])
        #expect(ending == .exit(0) && cleared.contains("kiatsu/desk/weather"), "\(errors)")
        #expect(try await retained().isEmpty)
        let again = try await remove(["--yes"])
        #expect(again.0 == .exit(0) && again.1.isEmpty && again.2.contains("0 topic(s) cleared"))
        #expect(!FileManager.default.fileExists(atPath: household.directory.path + "/kiatsu.db"))
    }

    @Test func `a broker that cannot be reached is named`() async throws {
        household.broker.stop()
        let (ending, _, errors) = try await remove(["--yes"])
        #expect(ending == .exit(1) && errors.contains("kiatsu remove: "))
        #expect(try await remove(["desk"]).0 == .exit(64))
    }
}
