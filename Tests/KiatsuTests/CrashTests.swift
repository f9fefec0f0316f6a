import Foundation
import Glibc
import Messaging
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(4)), .serialized)
struct CrashTests {
    private static let panelCount = 120
    /// All at one place, whose forecast is there already: an answer waits for the store alone.
    private static let configuration =
        "privacy: {decimals: 5}\nlocation: {commands_per_minute: 6000}\npanels:\n"
        + (0..<panelCount).map { "  - {id: p\($0), location: \"35.65,139.63\", encodings: [frame]}\n" }.joined()

    private let household: Household

    init() throws {
        household = try Household()
        try household.configure(Self.configuration)
    }

    /// Sends all the commands at once, kills the daemon after so many good answers, and returns their identifiers,
    /// with those that were still on their way.
    private func answered(to commands: [OutgoingMessage], killingAfter count: Int) async throws -> [Int] {
        let kiatsu = try household.start()
        let topics = try await TopicRecorder(household.broker, filter: "kiatsu/+/status")
        try await topics.first(on: "kiatsu/p\(Self.panelCount - 1)/status") { $0.text == "fresh" }
        let observer = try await BrokerObserver(household.broker, filter: "kiatsu/+/location/response")
        let isConnected = Recorder<Void>()
        let sender = try Client(
            configuration: .to(household.broker.address, as: "sender")
        ) { event in
            if case .connected = event { isConnected.append(()) }
        }
        try sender.start()
        try await isConnected.first { _ in true }
        sender.publish(commands)

        var identifiers: [Int] = []
        for await message in observer.messages {
            if message.text == "end" { break }
            guard let answer = try? JSONDecoder().decode(Answer.self, from: Data(message.payload)), answer.ok else {
                Issue.record("\(message.text)")
                continue
            }
            identifiers.append(answer.id)
            guard identifiers.count == count else { continue }
            kiatsu.send(SIGKILL)
            #expect(await kiatsu.ending() == .signal(SIGKILL))
            try household.broker.publish("kiatsu/end/location/response", "end")
        }
        await sender.stop(within: .seconds(1))
        return identifiers
    }

    /// The panels' positions after a new start, on a broker that knows nothing.
    private func positions(of panels: Set<String>) async throws -> [String: Position] {
        try household.broker.restart()
        let topics = try await TopicRecorder(household.broker, filter: "kiatsu/+/location")
        let kiatsu = try household.start()
        var positions: [String: Position] = [:]
        for panel in panels {
            let message = try await topics.first(on: "kiatsu/\(panel)/location")
            positions[panel] = try JSONDecoder().decode(Position.self, from: Data(message.payload))
        }
        kiatsu.send(SIGTERM)
        #expect(await kiatsu.ending() == .exit(0))
        return positions
    }

    private struct Answer: Decodable {
        var ok: Bool
        var id: Int
    }

    private struct Position: Decodable {
        var lat: Double
        var n: String
        var src: String
    }

    /// The command with this number: a position and a name of its own.
    private func command(_ number: Int, to panel: String) -> OutgoingMessage {
        let payload = #"{"lat":\#(latitude(number)),"lng":139.63,"name":"n\#(number)","id":\#(number)}"#
        return OutgoingMessage(
            topic: "kiatsu/\(panel)/location/set",
            payload: Array(payload.utf8),
            isRetained: false
        )
    }

    private func latitude(_ number: Int) -> Double { Double(3_565_000 + number) / 100_000 }

    @Test(arguments: [1, 3, 20, 60, 100])
    func `every position that was answered is there after kill -9`(count: Int) async throws {
        let commands = (0..<Self.panelCount).map { command($0, to: "p\($0)") }
        let answered = try await answered(to: commands, killingAfter: count)
        #expect(answered.count >= count)
        let positions = try await positions(of: Set(answered.map { "p\($0)" }))
        for number in answered {
            let position = try #require(positions["p\(number)"])
            #expect(position.lat == latitude(number) && position.n == "n\(number)" && position.src == "command")
        }
    }

    @Test(arguments: [1, 10, 50])
    func `a panel that moves on and on is after kill -9 where its last answer said, or further`(
        count: Int
    ) async throws {
        let commands = (0..<80).map { command($0, to: "p7") }
        let answered = try await answered(to: commands, killingAfter: count)
        let last = try #require(answered.max())
        let position = try #require(try await positions(of: ["p7"])["p7"])
        let number = try #require(Int(position.n.dropFirst()))
        #expect(number >= last && position.lat == latitude(number) && position.src == "command")
    }
}
