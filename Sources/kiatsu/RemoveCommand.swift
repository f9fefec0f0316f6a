import Bridge
import BridgeClient
import Configuration
import Messaging
import Storage
import Time

/// `kiatsu remove`.
struct RemoveCommand {
    private static let yes = Arguments.Option(name: "yes", letter: "y", takesValue: false)

    private let file: ConfigurationFile
    private let namedStore: String?
    private let isClearing: Bool

    init(_ words: [String]) throws(UsageError) {
        let arguments = try Arguments(
            words,
            knowing: [Self.yes, StoreLocation.option, ConfigurationFile.option, ConfigurationFile.help],
            command: "remove"
        )
        if arguments.options["help"] != nil { Help.show("remove") }
        if let operand = arguments.operands.first {
            throw UsageError("takes no \(operand); a panel is removed with kiatsu panel remove", command: "remove")
        }
        file = ConfigurationFile(arguments)
        namedStore = arguments.options["store"]
        isClearing = arguments.options["yes"] != nil
    }

    func run() async -> Int32 {
        guard let (configuration, _) = file.loadOrComplain() else { return ExitCode.badConfiguration }
        let store = namedStore ?? configuration.store.path
        do {
            // No bridge may start before all is cleared.
            let lock = isClearing ? try StoreLock(store) : nil
            defer { lock?.release() }
            let manifest = try StoredManifest.rows(of: store)
            let withdrawal = await Withdrawal(configuration, manifest: manifest, now: SystemWallClock().now)
            return try await remove(withdrawal.messages, from: RetainedMessages(configuration.mqtt))
        } catch {
            Terminal.say("\(error)")
            return ExitCode.failure
        }
    }

    private func remove(_ messages: [OutgoingMessage], from broker: RetainedMessages) async throws -> Int32 {
        let topics = messages.map(\.topic)
        let seen = try await broker.look(for: topics)
        let kept = messages.filter { seen.topics.contains($0.topic) }
        // Users of the broker who may announce devices need not be able to read the announcements.
        let announcements = messages.filter { !broker.isBelowBase($0.topic) }
        let hidden = announcements.contains { seen.topics.contains($0.topic) } ? [] : announcements
        for message in kept { Terminal.showLine(Terminal.printable(message.topic)) }
        let others = seen.topics.subtracting(topics).filter(broker.isBelowBase).sorted()
        for topic in others {
            Terminal.say("left alone, as Kiatsu did not publish it by this store and configuration: \(topic)")
        }
        guard isClearing else {
            Terminal.say(
                "\(kept.count) topic(s) to clear; nothing has been changed. Stop Kiatsu, then: kiatsu remove --yes"
            )
            return 0
        }
        guard !seen.isBridgeOnline else {
            Terminal.say("Kiatsu is running and would publish it all again: stop it first")
            return ExitCode.failure
        }
        for refusal in try await broker.clear(hidden + kept) { Terminal.say("\(refusal)") }
        // What fades by itself is there for another minute.
        let fading = Set(kept.filter { $0.lifetime != nil }.map(\.topic))
        let left = try await broker.look(for: topics).topics.intersection(kept.map(\.topic)).subtracting(fading)
        for topic in left.sorted() { Terminal.say("still there: \(topic)") }
        Terminal.say("\(kept.count - left.count) topic(s) cleared")
        return left.isEmpty ? 0 : ExitCode.failure
    }
}
