import Foundation
import Glibc
import Messaging
import Payloads
import TestSupport
import Testing
import Time

@testable import Storage

/// The program, killed at random moments while positions are accepted and hours pass, and started again.
@Suite(.timeLimit(.minutes(10)), .serialized)
struct KillFaults {
    private static let panels = (0..<6).map { "p\($0)" }
    /// All at one place, whose forecast is there already: an answer waits for the store alone.
    private static let configuration =
        "privacy: {decimals: 5}\nlocation: {commands_per_minute: 6000}\npanels:\n"
        + panels.map { "  - {id: \($0), location: \"35.65,139.63\", encodings: [compact]}\n" }.joined()

    private struct Answer: Decodable {
        var ok: Bool
        var id: Int
        var error: String?
    }

    private struct Position: Decodable {
        var lat: Double
        var lng: Double
        var n: String
        var src: String
    }

    /// The command with this number: a position of its own, all in one cell, and a name.
    private static func command(_ number: Int, to panel: String) -> OutgoingMessage {
        let place = place(number)
        let payload = #"{"lat":\#(place.latitude),"lng":\#(place.longitude),"name":"n\#(number)","id":\#(number)}"#
        return OutgoingMessage(
            topic: "kiatsu/\(panel)/location/set",
            payload: Array(payload.utf8),
            isRetained: false
        )
    }

    private static func place(_ number: Int) -> (latitude: Double, longitude: Double) {
        (Double(3_565_000 + number % 400) / 100_000, Double(13_963_000 + number / 400) / 100_000)
    }

    /// The number of the command that a location topic tells of; nil where it is the configured place.
    private static func number(in message: ObservedMessage) throws -> Int? {
        let position = try JSONDecoder().decode(Position.self, from: Data(message.payload))
        guard position.src == "command" else { return nil }
        let number = try #require(Int(position.n.dropFirst()))
        #expect(position.lat == place(number).latitude && position.lng == place(number).longitude)
        return number
    }

    /// Checks that a copy of the database, as a power cut would have left it, is whole.
    private static func checkDatabase(in directory: ScratchDirectory) throws {
        let copy = try ScratchDirectory()
        for name in ["kiatsu.db", "kiatsu.db-wal"] {
            let original = directory.path + "/" + name
            guard access(original, F_OK) == 0 else { continue }
            try FileManager.default.copyItem(atPath: original, toPath: copy.path + "/" + name)
        }
        let connection = try SQLiteConnection(path: copy.path + "/kiatsu.db")
        #expect(try connection.value("PRAGMA integrity_check") == .text("ok"))
    }

    @Test(.enabled(if: Shim.isAvailable, "needs a C compiler"))
    func `kill -9 loses no answered position, damages nothing, and brings no hour back`() async throws {
        let cycles = Thoroughness.rounds(500, otherwise: 20)
        let shim = try await Shim()
        let household = try Household()
        household.upstream.setHandler { OpenMeteoFixture.response(to: $0, now: shim.now) }
        try household.configure(Self.configuration)
        let sender = try await Sender(household.broker)
        var random = SeededGenerator(seed: 6)
        /// The newest command that was answered, by panel.
        var answered: [String: Int] = [:]
        var next = 0
        for cycle in 0..<cycles {
            let topics = try await TopicRecorder(household.broker, filter: "kiatsu/#")
            // What is retained comes first, and the program has not been started yet.
            let kiatsu = try household.start(environment: shim.environment)
            if Int.random(in: 0..<8, using: &random) == 0 {
                try await kiatsu.logs(Bool.random(using: &random) ? "kiatsu 0" : "connected")
                kiatsu.send(SIGKILL)
                #expect(await kiatsu.ending() == .signal(SIGKILL))
                continue
            }
            try await topics.live(on: "kiatsu/bridge/state") { $0.text == "online" }
            for panel in Self.panels {
                let location = try await topics.live(on: "kiatsu/\(panel)/location")
                let known = try Self.number(in: location)
                if let last = answered[panel] { #expect(try #require(known) >= last, "cycle \(cycle), \(panel)") }
            }
            let count = Int.random(in: 1...12, using: &random)
            let commands = (next..<next + count).map {
                Self.command($0, to: Self.panels.randomElement(using: &random) ?? "p0")
            }
            next += count
            let early = Int.random(in: 0...count, using: &random)
            let mark = topics.mark
            sender.client.publish(Array(commands[..<early]))
            try shim.step(bySeconds: 3600)
            sender.client.publish(Array(commands[early...]))
            // Of those to one panel the sender may send the last alone: the command, its answer, the place, the
            // weather.
            let asked = Set(commands.map(\.topic)).sorted()
            if let topic = asked.randomElement(using: &random), Bool.random(using: &random) {
                try await topics.first(on: topic.replacing("/set", with: "/response"), since: mark)
            } else {
                let moment = Int.random(in: 0...4 * asked.count, using: &random)
                if moment > 0 { _ = try await topics.first(since: mark + moment - 1) { _ in true } }
            }
            #expect(try await kiatsu.end(by: SIGKILL, seenBy: topics) == .signal(SIGKILL))
            let messages = topics.all(try await topics.echoed())
            let told = try Self.answers(in: messages)
            for (panel, number) in told { answered[panel] = max(answered[panel] ?? 0, number) }
            try Self.checkHours(in: messages, cycle: cycle)
            if cycle % 10 == 0 || !Thoroughness.isFull { try Self.checkDatabase(in: household.directory) }
        }
        #expect(!answered.isEmpty)
        // At last nobody kills it, and each panel comes to the hour.
        let topics = try await TopicRecorder(household.broker, filter: "kiatsu/#")
        let kiatsu = try household.start(environment: shim.environment)
        let hour = shim.now.hourStart
        for panel in Self.panels {
            let location = try await topics.live(on: "kiatsu/\(panel)/location")
            let known = try Self.number(in: location)
            if let last = answered[panel] { #expect(try #require(known) >= last) }
            try await topics.live(on: "kiatsu/\(panel)/weather") { message in
                (try? WeatherPayload.decode(compactOrFull: message.payload).date) == hour
            }
        }
        kiatsu.send(SIGTERM)
        #expect(await kiatsu.ending() == .exit(0))
        try Self.checkDatabase(in: household.directory)
        #expect(FileManager.default.contents(atPath: household.directory.path + "/kiatsu.db")?.isEmpty == false)
        FaultTable.held(
            "kill -9 at random moments",
            "no answered position is lost, the database is whole, no hour comes back after a later one",
            times: cycles
        )
    }

    /// The newest command that was answered as stored, by panel.
    private static func answers(in messages: [ObservedMessage]) throws -> [String: Int] {
        var numbers: [String: Int] = [:]
        for message in messages where message.topic.hasSuffix("/location/response") {
            let answer = try JSONDecoder().decode(Answer.self, from: Data(message.payload))
            // `upstream` says: stored, and its weather is on its way.
            #expect(answer.ok || answer.error == "upstream", "\(message.text)")
            let panel = String(message.topic.split(separator: "/")[1])
            numbers[panel] = max(numbers[panel] ?? 0, answer.id)
        }
        return numbers
    }

    /// The hours of each panel, beginning with the one that was retained: none is ever followed by an earlier one.
    private static func checkHours(in messages: [ObservedMessage], cycle: Int) throws {
        for panel in panels {
            let entries = messages.filter { $0.topic == "kiatsu/\(panel)/weather" }
            let hours = try entries.map { try WeatherPayload.decode(compactOrFull: $0.payload).date }
            #expect(hours == hours.sorted(), "cycle \(cycle), \(panel)")
        }
    }
}

extension TopicRecorder {
    /// The first message on a topic that was not retained before the recorder subscribed.
    @discardableResult
    func live(
        on topic: String,
        where condition: @escaping @Sendable (ObservedMessage) -> Bool = { _ in true }
    ) async throws -> ObservedMessage {
        try await first(on: topic) { !$0.isRetained && condition($0) }
    }
}

/// A client that sends what tests give it, as fast as the broker takes it.
final class Sender: Sendable {
    let client: Client

    init(_ broker: Broker) async throws {
        let isConnected = Recorder<Void>()
        client = try Client(
            configuration: .to(broker.address, as: "sender")
        ) { event in
            if case .connected = event { isConnected.append(()) }
        }
        try client.start()
        try await isConnected.first { _ in true }
    }
}
