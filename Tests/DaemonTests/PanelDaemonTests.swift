import BridgeClient
import Configuration
import Foundation
import Messaging
import Storage
import TestSupport
import Testing
import Time
import Topics

@testable import Bridge

private let noon = Installation.noon
private let file = """
    encodings: [compact]
    panels: [{id: p, location: "35.6465,139.6297", language: ja}]
    """

/// A panel as a request has it.
private struct Definition: Encodable {
    var id: String
    var location = "52.5251,13.3894"
    var language: String?
    var widgets: String?
}

@Suite(.timeLimit(.minutes(4)))
struct PanelDaemonTests {
    private let installation: Installation

    init() throws {
        installation = try Installation()
        let all = AllUpstreams(installation.clock)
        installation.upstream.setHandler { all($0) }
    }

    /// Asks one after the other, and gives the answers.
    @discardableResult
    private func ask(_ questions: [BridgeQuestion]) async throws -> [String] {
        let client = BridgeClient(try installation.configuration(file).mqtt, patience: .seconds(50))
        var answers: [String] = []
        try await client.ask(try #require(questions.first)) { answer in
            answers.append(String(decoding: answer, as: UTF8.self))
            return questions.dropFirst(answers.count).first
        }
        return answers
    }

    private func add(_ id: String, language: String? = nil, widgets: String? = nil) -> BridgeQuestion {
        .request("panel/add", Definition(id: id, language: language, widgets: widgets))
    }

    private func remove(_ id: String) -> BridgeQuestion { .request("panel/remove", ["panel": id]) }

    private func retained() async throws -> [String] {
        try await BrokerObserver.retained(in: installation.broker).keys.sorted()
    }

    private func isOK(_ answer: String) -> Bool { answer.hasPrefix(#"{"status":"ok""#) }

    /// Runs `body` on the store that the daemon left.
    private func withStore(_ body: (Store) async throws -> Void) async throws {
        let store = try await Store.open(at: installation.directory.path + "/kiatsu.db")
        try await body(store)
        await store.close()
    }

    @Test func `an added panel is there at once, after SIGHUP and after a restart, until it is removed`() async throws {
        let topics = try await TopicRecorder(installation.broker)
        try await installation.run(installation.configuration(file)) { daemon in
            try await topics.status("fresh", of: "p")
            let answer = try await ask([add("hall", language: "de", widgets: "weather,day,poem")])[0]
            #expect(isOK(answer) && answer.contains(#""place":"Berlin""#), "\(answer)")
            try await topics.status("fresh", of: "hall")
            try await topics.text(#""n":"Berlin""#, on: "kiatsu/hall/weather")
            try await topics.text(#""wn":"Samstag""#, on: "kiatsu/hall/day")
            try await topics.text(#""id":"hall""#, on: "kiatsu/bridge/info")
            let mark = topics.mark
            daemon.reload(try installation.configuration(file.replacing("language: ja", with: "language: fr")))
            try await topics.text(#""language":"fr""#, on: "kiatsu/bridge/info", since: mark)
            try await topics.text(#""id":"hall""#, on: "kiatsu/bridge/info", since: mark)
            try await topics.text(#""n":"Berlin""#, on: "kiatsu/hall/weather", since: mark)
        }
        try installation.broker.restart()
        let later = try await TopicRecorder(installation.broker)
        try await installation.run(installation.configuration(file)) { _ in
            try await later.text(#""n":"Berlin""#, on: "kiatsu/hall/weather")
            try await later.status("fresh", of: "p")
            let options = BridgeQuestion.request(
                "panel/options",
                Choice(panel: "hall", widget: "weather", options: ["family": "small"])
            )
            let move = try BridgeQuestion.move(#require(PanelID("hall")), to: "43.0621,141.3544")
            let answers = try await ask([options, move, remove("hall"), remove("hall")])
            #expect(isOK(answers[0]) && answers[1].contains(#""ok":true"#) && isOK(answers[2]))
            #expect(answers[3].contains("no panel"))
            try await later.first(on: "kiatsu/hall/location") { $0.text.isEmpty }
            let left = try await retained().filter { !$0.hasPrefix("kiatsu/p/") && !$0.hasPrefix("kiatsu/bridge/") }
            #expect(left == [])
        }
        try await withStore { store in
            #expect(try await store.addedPanels().isEmpty)
            #expect(try await store.positions().isEmpty)
            #expect(try await store.shown().isEmpty)
            #expect(try await store.options().isEmpty)
            let panels = try await Set(store.manifest().map { $0.panel ?? "bridge" })
            #expect(panels == ["bridge", "p"])
        }
    }

    private struct Choice: Encodable {
        var panel: String
        var widget: String
        var options: [String: String]
    }

    @Test func `when the file takes an added panel's id, the file's is in force and the other is told of`() async throws
    {
        let topics = try await TopicRecorder(installation.broker)
        try await installation.run(installation.configuration(file)) { daemon in
            try await topics.status("fresh", of: "p")
            try await ask([add("hall", language: "de")])
            let mark = topics.mark
            let both = file.replacing("panels: [", with: #"panels: [{id: hall, location: "48.85,2.35"}, "#)
            daemon.reload(try installation.configuration(both))
            try await installation.logs("panel hall: that of the file is in force")
            try await topics.text(#""n":"Paris"#, on: "kiatsu/hall/weather", since: mark)
            let answers = try await ask([remove("hall"), remove("hall"), add("hall")])
            #expect(isOK(answers[0]) && answers[1].contains("`panels`") && answers[2].contains("change it there"))
            let end = topics.mark
            daemon.reload(try installation.configuration(file))
            try await topics.first(on: "kiatsu/hall/weather", since: end) { $0.text.isEmpty }
        }
    }

    @Test func `hundreds of panels that come and go in a row leave nothing behind`() async throws {
        let topics = try await TopicRecorder(installation.broker, filter: "kiatsu/+/status")
        try await installation.run(installation.configuration(file)) { _ in
            try await topics.status("fresh", of: "p")
            let pairs = (0..<100).flatMap { [add("x\($0 % 7)"), remove("x\($0 % 7)")] }
            let answers = try await ask(pairs)
            #expect(answers.count == 200 && answers.allSatisfy(isOK))
            try await ask([add("last")])
            try await topics.status("fresh", of: "last")
            #expect(isOK(try await ask([remove("last")])[0]))
            try await topics.first(on: "kiatsu/last/status") { $0.text.isEmpty }
            #expect(
                try await retained() == [
                    "kiatsu/bridge/health", "kiatsu/bridge/info", "kiatsu/bridge/state", "kiatsu/p/location",
                    "kiatsu/p/status", "kiatsu/p/weather",
                ]
            )
        }
        try await withStore { store in
            #expect(try await store.addedPanels().isEmpty)
            #expect(try await store.positions().isEmpty)
            #expect(try await store.shown().isEmpty)
            let panels = try await Set(store.manifest().map { $0.panel ?? "bridge" })
            #expect(panels == ["bridge", "p"])
        }
    }

    @Test func `panels that come and go while a fleet is published take nothing from the others`() async throws {
        let fleet = (0..<400).map { "{id: f\($0), location: \"35.65,139.63\"}" }.joined(separator: ", ")
        let topics = try await TopicRecorder(installation.broker, filter: "kiatsu/+/weather")
        let configuration = try installation.configuration("encodings: [compact]\npanels: [\(fleet)]")
        try await installation.run(configuration) { _ in
            try await topics.entry(for: noon, on: "f399")
            let mark = topics.mark
            async let answers = ask((0..<20).flatMap { [add("a\($0)"), add("b\($0)"), remove("a\($0)")] })
            await installation.advanceToHourMark()
            #expect(try await answers.allSatisfy(isOK))
            let hour = noon.addingHours(1)
            for id in (0..<400).map({ "f\($0)" }) + (0..<20).map({ "b\($0)" }) {
                try await topics.entry(for: hour, on: id, since: mark)
            }
            try await ask((0..<20).map { remove("b\($0)") })
            try await topics.first(on: "kiatsu/b19/weather") { $0.text.isEmpty }
            let left = try await retained().filter { !$0.hasPrefix("kiatsu/f") && !$0.hasPrefix("kiatsu/bridge/") }
            #expect(left == [])
        }
    }

    /// `JSONDecoder` ends the program at the 513th level.
    @Test func `whatever is nested how deep, no command ends the bridge`() async throws {
        let topics = try await TopicRecorder(installation.broker)
        let file = "panels: [{id: p, location: \"35.6465,139.6297\", follow: me/phone}]"
        try await installation.run(installation.configuration(file)) { _ in
            try await topics.status("fresh", of: "p")
            let requests = ["panels", "panel/add", "panel/remove", "panel/options", "refresh", "snapshot"]
            let commands =
                requests.map { "kiatsu/bridge/request/\($0)" }
                + ["kiatsu/p/location/set", "kiatsu/p/hello", "kiatsu/p/refresh", "me/phone"]
            for topic in commands {
                for start in ["", #"{"a":"#] {
                    for levels in 511...513 {
                        try installation.broker.publish(topic, start + String(repeating: "[", count: levels))
                    }
                }
            }
            let mark = topics.mark
            try installation.broker.publish("kiatsu/p/location/set", "43.0621,141.3544")
            try await topics.text(#""ok":true"#, on: "kiatsu/p/location/response", since: mark)
        }
    }

    @Test func `whatever is asked, the bridge goes on answering`() async throws {
        let topics = try await TopicRecorder(installation.broker)
        try await installation.run(installation.configuration(file)) { _ in
            try await topics.status("fresh", of: "p")
            let isConnected = Recorder<Void>()
            let sender = try Client(
                configuration: ClientConfiguration(
                    host: installation.broker.address.host,
                    port: installation.broker.address.port,
                    clientID: "sender"
                )
            ) { event in
                if case .connected = event { isConnected.append(()) }
            }
            try sender.start()
            try await isConnected.first { _ in true }
            var random = SeededGenerator(seed: 7)
            let verbs = ["panels", "panel/add", "panel/remove", "refresh", "snapshot", "panel/options", "x", "panel"]
            let texts = [
                #"{"id":"hall","location":"1,2","transaction":1}"#, #"{"panel":"p","page":9}"#, #"{"page":1e99}"#,
                #"{"panel":"p","widget":"weather","options":{"family":"small"},"transaction":"t"}"#,
            ]
            for number in 0..<400 {
                var bytes = Array((texts.randomElement(using: &random) ?? "").utf8)
                for _ in 0..<Int.random(in: 0...4, using: &random) where !bytes.isEmpty {
                    let index = Int.random(in: 0..<bytes.count, using: &random)
                    switch Int.random(in: 0..<3, using: &random) {
                    case 0: bytes[index] = UInt8.random(in: .min ... .max, using: &random)
                    case 1: bytes.removeSubrange(index...)
                    default: bytes.insert(contentsOf: bytes, at: index)
                    }
                }
                sender.publish([
                    OutgoingMessage(
                        topic: "kiatsu/bridge/request/" + (verbs.randomElement(using: &random) ?? ""),
                        payload: bytes,
                        isRetained: false,
                        correlationData: [UInt8(truncatingIfNeeded: number)],
                        responseTopic: number % 3 == 0 ? "answers/\(number)" : nil
                    )
                ])
            }
            await sender.stop(within: .seconds(5))
            let answers = try await ask([add("after"), remove("after")])
            #expect(answers.allSatisfy(isOK), "\(answers)")
        }
    }

    @Test func `who asks where no bridge is gets no answer, and is told so in the end`() async throws {
        let clock = installation.clock
        let client = BridgeClient(try installation.configuration(file).mqtt, clock: clock)
        let deadline = clock.now + .seconds(10)
        async let error = #expect(throws: BridgeClientError.self) { try await client.ask(remove("p")) { _ in nil } }
        clock.set(to: await clock.nextSleep { $0 == deadline })
        #expect(await error?.description.contains("is `kiatsu run` running") == true)
    }
}
