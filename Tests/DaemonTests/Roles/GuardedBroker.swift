import Foundation
import Messaging
import TestSupport

/// A broker configured by deploy/mosquitto, on ports and in a directory of the tests.
final class GuardedBroker: Sendable {
    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    /// The lines of kiatsu.conf.
    let configuration: [String]
    let tlsPort: UInt16
    let directory: ScratchDirectory

    /// The users, beside the tests' own user, who may do anything.
    static let roles = [
        "kiatsu", "kitchen", "hall", "camper", "anna.phone", "ben.phone", "home.assistant", "kiatsu.admin",
    ]
    static let tester = "tester"

    /// Whose password is their name backwards.
    static func password(of user: String) -> String { String(user.reversed()) }

    init() async throws {
        let directory = try ScratchDirectory()
        self.directory = directory
        tlsPort = try Broker.freePort()
        let rules = try Self.shipped("kiatsu.acl")
            // A panel with a GPS, and a second phone, as the comments say.
            .replacing("#user camper\n#topic", with: "user camper\ntopic")
            .replacing("user home.assistant", with: Self.phone("ben.phone") + "user home.assistant")
            // The tests' own: one who may do anything, and a topic by which each knows that all before has come.
            .appending("user tester\ntopic readwrite #\ntopic read $SYS/#\npattern readwrite sentinel/%u\n")
        try directory.write(rules, to: "kiatsu.acl")
        let users = (Self.roles + [Self.tester]).map { "\($0):\(Self.password(of: $0))\n" }.joined()
        try directory.write(users, to: "kiatsu.passwords")
        try await Self.run("/usr/bin/mosquitto_passwd", ["-U", directory.path + "/kiatsu.passwords"])
        let shipped = try Self.shipped("kiatsu.conf")
        try FileManager.default.createDirectory(atPath: directory.path + "/certs", withIntermediateDirectories: true)
        let commands = Self.commands(in: shipped).replacing("broker.local", with: "localhost")
        try await Self.run("/bin/sh", ["-ec", "cd \(directory.path)/certs\n\(commands)"])
        // Where its files are, and its ports; the plain listener is that of all tests' brokers.
        let lines = shipped.replacing("/etc/mosquitto/", with: directory.path + "/")
            .replacing("\nlistener 1883 127.0.0.1\n", with: "\n")
            .replacing("\nlistener 8883\n", with: "\nlistener \(tlsPort) 127.0.0.1\n")
        // The main file says where what is kept goes.
        configuration =
            ["persistence_location \(directory.path)/"]
            + lines.split(separator: "\n").filter { !$0.hasPrefix("#") }.map(String.init)
    }

    private static func phone(_ user: String) -> String {
        "user \(user)\ntopic write owntracks/\(user)/phone\ntopic deny kiatsu/#\n"
    }

    private static func shipped(_ name: String) throws -> String {
        var root = URL(filePath: #filePath)
        for _ in 0..<4 { root.deleteLastPathComponent() }
        return try String(contentsOf: root.appending(path: "deploy/mosquitto/\(name)"), encoding: .utf8)
    }

    /// The commands for certificates that the comments tell the reader to type.
    private static func commands(in text: String) -> String {
        let starts = ["#   openssl", "#   printf", "#     -"]
        return text.split(separator: "\n").filter { line in starts.contains { line.hasPrefix($0) } }
            .map { $0.dropFirst() }.joined(separator: "\n")
    }

    private static func run(_ program: String, _ arguments: [String]) async throws {
        let running = try Program(program, arguments, environment: ["PATH": "/usr/bin:/bin"])
        guard await running.ending() == .exit(0) else {
            throw Failure(description: "\(program): \(running.errors.elements)")
        }
    }
}

/// A client of one user, on the plain listener.
final class RoleClient: Sendable {
    let user: String
    let events = Recorder<ClientEvent>()
    private let client: Client

    init(_ broker: Broker, _ user: String?, password: String? = nil, filters: [String] = []) throws {
        self.user = user ?? "nobody"
        var configuration = ClientConfiguration(
            host: broker.address.host,
            port: broker.address.port,
            clientID: "role-\(self.user)-\(UInt32.random(in: 0 ... .max))"
        )
        configuration.username = user
        configuration.password = password ?? user.map(GuardedBroker.password)
        configuration.sessionExpirySeconds = 0
        configuration.subscriptions = (filters + ["sentinel/\(self.user)"]).map {
            Subscription(filter: $0, retainAsPublished: true)
        }
        client = try Client(configuration: configuration) { [events] in events.append($0) }
        try client.start()
    }

    /// Waits for the connection, without which what is not retained is lost; throws why there is none.
    func connected() async throws {
        let event = try await event("a connection") { event in
            switch event {
            case .connected, .disconnected: true
            default: false
            }
        }
        if case .disconnected(let failure) = event { throw GuardedBroker.Failure(description: "\(user): \(failure)") }
    }

    /// Hands over messages at QoS 1, which the broker acknowledges or refuses one by one.
    func publish(_ topics: [(topic: String, payload: String)], isRetained: Bool = false) {
        client.publish(
            topics.map { OutgoingMessage(topic: $0.topic, payload: Array($0.payload.utf8), isRetained: isRetained) }
        )
    }

    /// Waits until a last word has come to this client, and with it all that the broker said to it before.
    ///
    /// Its own one when nobody else speaks it; by then the broker has answered all that it published.
    func settle(by other: RoleClient? = nil) async throws {
        let word = Array("\(UInt64.random(in: 0 ... .max))".utf8)
        (other ?? self).publish([("sentinel/\(user)", String(decoding: word, as: UTF8.self))])
        _ = try await event("the last word") { event in
            guard case .received(let message) = event else { return false }
            return message.payload == word
        }
    }

    /// The topics on which these words came, or anything, beside the sentinel's.
    func topics(with text: String? = nil, since mark: Int = 0) -> Set<String> {
        Set(
            events.elements.dropFirst(mark).compactMap { event in
                guard case .received(let message) = event, !message.topic.hasPrefix("sentinel/"),
                    text.map({ message.payload == Array($0.utf8) }) ?? true
                else { return nil }
                return message.topic
            }
        )
    }

    /// The first message on a topic with this text.
    func first(on topic: String, with text: String = "", since mark: Int = 0) async throws {
        _ = try await event("“\(text)” on \(topic)", since: mark) { event in
            guard case .received(let message) = event, message.topic == topic else { return false }
            return text.isEmpty || String(decoding: message.payload, as: UTF8.self).contains(text)
        }
    }

    /// The topics that the broker refused for want of rights.
    func refused(since mark: Int = 0) -> Set<String> {
        Set(
            events.elements.dropFirst(mark).compactMap { event in
                guard case .refused(let topic, .broker(code: 0x87)) = event else { return nil }
                return topic
            }
        )
    }

    func stop() async { await client.stop(within: .seconds(1)) }

    /// The first event like this, or a failure that says what was waited for in vain.
    private func event(
        _ what: String,
        since mark: Int = 0,
        where condition: @escaping @Sendable (ClientEvent) -> Bool
    ) async throws -> ClientEvent {
        do {
            return try await events.first(since: mark, where: condition)
        } catch {
            let last = events.elements.suffix(8).map { event in
                guard case .received(let message) = event else { return "\(event)" }
                return "\(message.topic) \(String(decoding: message.payload.prefix(80), as: UTF8.self))"
            }
            let description = "\(user) waited for \(what) in vain; last:\n" + last.joined(separator: "\n")
            throw GuardedBroker.Failure(description: description)
        }
    }
}
