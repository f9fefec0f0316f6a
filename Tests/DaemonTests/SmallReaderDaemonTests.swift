import Commands
import Configuration
import Foundation
import Payloads
import Pictures
import TestSupport
import Testing
import Time
import Upstreams
import Weather
import Widgets

@testable import Bridge

private let noon = Installation.noon
private let longest = HostileHousehold.panelID
private let set = "kiatsu/\(longest)/location/set"
private let answers = "kiatsu/\(longest)/location/response"
private let options = "kiatsu/bridge/request/panel/options"

@Suite(.timeLimit(.minutes(4)))
struct SmallReaderDaemonTests {
    private let installation: Installation
    private let services: HostileServices

    init() throws {
        installation = try Installation()
        services = HostileServices(installation.clock)
        installation.upstream.setHandler { [services] in services.answer($0) }
        let line = String(repeating: #"\"古池や蛙👨‍👩‍👧‍👦"#, count: 12)
        let lines = Array(repeating: "\"\(line)\"", count: Poem.mostLines).joined(separator: ", ")
        try installation.directory.write("- lines: [\(lines)]\n  author: \"\(line)\"\n", to: "poems.yaml")
    }

    private func configuration(_ yaml: String = HostileHousehold.yaml, mqtt: String = "") throws -> Configuration {
        let collection = installation.directory.path + "/poems.yaml"
        return try installation.configuration(yaml.replacing("poems.yaml", with: collection), mqtt: mqtt)
    }

    private func reader(
        _ filter: String = "kiatsu/\(longest)/#",
        quality: UInt8,
        keptAs session: String? = nil
    ) async throws -> SmallReader {
        let asked = SmallReader.Session(filter: filter, qualityOfService: quality, keptAs: session)
        return try await SmallReader(installation.broker, bufferBytes: 256, asked)
    }

    /// The bridge's messages below a panel, by topic; commands come from others.
    private func said(
        _ messages: some Sequence<(topic: String, payload: [UInt8])>,
        below prefix: String
    ) -> [String: [[UInt8]]] {
        let others = ["/location/set", "/refresh", "/end"]
        let own = messages.filter { message in
            message.topic.hasPrefix(prefix) && !others.contains(where: message.topic.hasSuffix)
        }
        return Dictionary(grouping: own, by: \.topic).mapValues { $0.map(\.payload) }
    }

    /// Says a word after everything, and waits until all have heard it.
    private func end(_ topics: TopicRecorder, _ readers: [SmallReader], below prefix: String) async throws {
        let word = "\(topics.mark)"
        try installation.broker.publish(prefix + "end", word)
        try await topics.first(on: prefix + "end") { $0.text == word }
        for reader in readers { try await reader.first(on: prefix + "end") { $0.text == word } }
    }

    /// That the readers got everything below a panel that the bridge said, and nothing did damage.
    ///
    /// The long commands that others sent to the panel are all that they may have missed.
    private func check(_ readers: [SmallReader], _ topics: TopicRecorder, below prefix: String) async throws {
        let seen = topics.all(try await topics.echoed())
        let sent = said(seen.map { ($0.topic, $0.payload) }, below: prefix)
        let commands = seen.filter { $0.topic == prefix + "location/set" }.map { command in
            PacketBudget.packetSize(topicBytes: command.topic.utf8.count, payloadBytes: command.payload.count)
        }
        for reader in readers {
            let identifierBytes = 2 * Int(reader.session.qualityOfService)
            let tooLong = commands.map { $0 - 2 + identifierBytes }.filter { $0 > 256 }
            #expect(reader.faults == tooLong.map { .vanished(packetBytes: $0) })
            let got = said(reader.messages.map { ($0.topic, $0.payload) }, below: prefix)
            for topic in Set(sent.keys).union(got.keys).sorted() { #expect(got[topic] == sent[topic], "\(topic)") }
        }
    }

    @discardableResult
    private func ask(_ payload: String, on topic: String, _ topics: TopicRecorder) async throws -> ObservedMessage {
        let mark = topics.mark
        try installation.broker.publish(topic, payload)
        let answer = topic.replacing("/set", with: "/response").replacing("/request/", with: "/response/")
        return try await topics.first(on: answer, since: mark)
    }

    // MARK: A day

    @Test func `through a hostile day a reader of 256 bytes gets all of its panel, one of 128 every frame`()
        async throws
    {
        let topics = try await TopicRecorder(installation.broker)
        let readers = [try await reader(quality: 1), try await reader(quality: 0)]
        let frames = try await SmallReader(
            installation.broker,
            .arduinoMQTT,
            bufferBytes: 128,
            .init(filter: "kiatsu/+/+/frame", qualityOfService: 1)
        )
        try await installation.run(configuration()) { _ in
            try await topics.status("fresh", of: longest)
            try await topics.status("fresh", of: "second")
            for hour in 1...24 { try await live(through: noon.addingHours(hour), hour, topics) }
            try await end(topics, readers, below: "kiatsu/\(longest)/")
        }
        try await end(topics, readers, below: "kiatsu/\(longest)/")
        try await check(readers, topics, below: "kiatsu/\(longest)/")

        try installation.broker.publish("kiatsu/p/end/frame", "")
        try await frames.first(on: "kiatsu/p/end/frame")
        #expect(frames.faults.isEmpty)
        let settled = try await topics.echoed()
        let sent = topics.all(settled).filter { $0.topic.hasSuffix("/weather/frame") }
        #expect(frames.messages.dropLast().map(\.payload) == sent.map(\.payload))

        let sizes = readers[0].messages.map { message in
            PacketBudget.packetSize(topicBytes: message.topic.utf8.count, payloadBytes: message.payload.count)
        }
        #expect(sizes.max() == 255, "as large as may be")
        let statuses = Set(topics.all(on: "kiatsu/\(longest)/status", settled).map(\.text))
        #expect(statuses.isSuperset(of: ["fresh", "stale", "expired"]))
        #expect(Set(readers[0].messages.map(\.topic)).count > 40)
    }

    /// Plays the events of an hour of the day, and checks its entries.
    private func live(through date: UTCInstant, _ hour: Int, _ topics: TopicRecorder) async throws {
        let weathers: [HostileServices.Weather] = [.coldest, .warmest, .unknown, .right]
        let isDown = (9...16).contains(hour)
        services.set(isDown ? .none : weathers[hour % weathers.count])
        let (mark, log) = (topics.mark, installation.log.mark)
        installation.clock.set(to: date)
        for topic in ["\(longest)/status", "\(longest)/poem", "second/poem"] {
            try await topics.first(on: "kiatsu/\(topic)", since: mark)
        }
        installation.clock.set(to: date + .seconds(400))
        switch hour {
        case 9...16:
            for widget in ["weather", "conditions"] {
                try await installation.logs("\(widget) timeline(s) keep what they show", since: log)
            }
            // The last forecast has entries up to hour 12.
            if hour > 9 { try await topics.status(hour > 12 ? "expired" : "stale", of: longest, since: mark) }
        // What failed last is asked for again within 36 minutes of that, whenever that was.
        case 17, 18: break
        default:
            for widget in ["weather", "conditions"] {
                // After an answer that lacked most, at the mark or later, whenever the retry was due.
                try await installation.reloaded(widget, since: log)
            }
            // The coarse fix of the hour before, as no better one came.
            if hour == 3 { try await installation.logs("now in 1°N 1°E", since: log) }
            if hour > 18 { try await topics.status("fresh", of: longest, since: mark) }
        }
        try await happen(in: hour, topics)
    }

    /// Plays the actions of people in an hour.
    private func happen(in hour: Int, _ topics: TopicRecorder) async throws {
        switch hour {
        case 2:
            for payload in HostileHousehold.commands { try await ask(payload, on: set, topics) }
        case 4:
            for choice in HostileHousehold.choices {
                let answer = try await ask(choice, on: options, topics)
                #expect(answer.text.hasPrefix(#"{"status":"ok""#), "\(choice): \(answer.text.prefix(200))")
            }
        case 11:
            try await ask(
                #"{"lat":12.3456789,"lng":-123.456789,"id":"\#(HostileHousehold.requestID)"}"#,
                on: set,
                topics
            )
        case 12:
            try installation.broker.publish(set, "1,1", retained: true)
            try await topics.text(#""retained""#, on: answers)
        case 18: try await ask(#"{"reset":true,"id":"\#(HostileHousehold.requestID)"}"#, on: set, topics)
        default: break
        }
    }

    // MARK: Coming late, and asleep

    @Test func `a reader that comes late gets all that is retained, though the bridge is gone`() async throws {
        let topics = try await TopicRecorder(installation.broker)
        let prefix = "kiatsu/\(longest)/"
        try await installation.run(configuration()) { _ in
            try await eventually {
                Set(topics.recorded.map(\.topic).filter { $0.hasPrefix(prefix) }).count > 40
            }
        }
        let readers = [try await reader(quality: 1), try await reader(quality: 0)]
        try await end(topics, readers, below: prefix)
        let retained = try await BrokerObserver.retained(in: installation.broker).values
        let stored = said(retained.map { ($0.topic, $0.payload) }, below: prefix)
        #expect(stored.count > 40)
        for reader in readers {
            #expect(reader.faults.isEmpty)
            #expect(said(reader.messages.map { ($0.topic, $0.payload) }, below: prefix) == stored)
        }
    }

    @Test func `a reader that slept gets the newest alone at QoS 0, and each missed hour at QoS 1`() async throws {
        let topics = try await TopicRecorder(installation.broker)
        let prefix = "kiatsu/\(longest)/"
        try await installation.run(configuration()) { _ in
            try await topics.status("fresh", of: longest)
            for quality in [UInt8(0), 1] {
                try await reader(quality: quality, keptAs: "sleeper\(quality)").disconnect()
            }
            for hour in 1...3 {
                installation.clock.set(to: noon.addingHours(hour))
                try await topics.first(on: prefix + "weather") { $0.isEntry(for: noon.addingHours(hour)) }
                try await topics.first(on: prefix + "weather/frame") { $0.isEntry(for: noon.addingHours(hour)) }
            }
            let awake = try await reader(quality: 0, keptAs: "sleeper0")
            let swamped = try await reader(quality: 1, keptAs: "sleeper1")
            try await end(topics, [awake, swamped], below: prefix)
            let frames = awake.messages.filter { $0.topic == prefix + "weather/frame" }
            // One more may have come just now, of a forecast that is newer.
            #expect(frames.count { $0.isRetained } == 1 && awake.faults.isEmpty)
            for frame in frames { #expect(try FrameDecoder.decode(frame.payload).date == noon.addingHours(3)) }
            let missed = try swamped.messages.filter { $0.topic == prefix + "weather/frame" && !$0.isRetained }
                .map { try FrameDecoder.decode($0.payload).date }
            #expect(missed == missed.sorted() && missed.last == noon.addingHours(3) && swamped.faults.isEmpty)
            #expect(Set(missed).isSuperset(of: (1...3).map { noon.addingHours($0) }))
        }
    }

    // MARK: Long topics

    @Test(arguments: ["[fields]", "[compact, fields]"])
    func `under the longest topics that are let through nothing is lost`(encodings: String) async throws {
        let base = try #require(longestBaseTopic(encodings))
        let prefix = "\(base)/\(longest)/"
        let topics = try await TopicRecorder(installation.broker)
        let readers = [try await reader(prefix + "#", quality: 1), try await reader(prefix + "#", quality: 0)]
        let yaml = HostileHousehold.yaml.replacing(
            "\n    language: ja",
            with: "\n    language: ja\n    encodings: \(encodings)"
        )
        .replacing("\n    language: de", with: "\n    language: de\n    encodings: \(encodings)")
        try await installation.run(configuration(yaml, mqtt: ", base_topic: \(base)")) { _ in
            try await topics.first(on: prefix + "status") { $0.text == "fresh" }
            for payload in HostileHousehold.commands { try await ask(payload, on: prefix + "location/set", topics) }
            services.set(.none)
            try await ask(
                #"{"lat":1.2345678,"lng":-1.2345678,"id":"\#(HostileHousehold.requestID)"}"#,
                on: prefix + "location/set",
                topics
            )
        }
        try await end(topics, readers, below: prefix)
        try await check(readers, topics, below: prefix)
    }

    /// The longest that a panel with all widgets, shown in all families and languages with long words, has room for.
    private func longestBaseTopic(_ encodings: String) -> String? {
        let encodings = Encoding.allCases.filter { encodings.contains($0.rawValue) }
        var check = TopicCheck(.kiatsu)
        return (1...64).reversed().lazy.map { String(repeating: "b", count: $0) }.first { base in
            Catalogue.kiatsu.widgets.allSatisfy { widget in
                ["ja", "de"].allSatisfy { language in
                    var settings = Catalogue.kiatsu.defaults(for: widget)
                    settings.display.language = language
                    settings.display.units.temperature = .fahrenheit
                    return encodings.filter(widget.encodings.contains).allSatisfy {
                        check.problem(baseTopic: base, panelID: longest, widget: settings, form: .encoding($0)) == nil
                    }
                }
            }
        }
    }

    @Test func `no answer of kilobytes goes below a panel, wherever it is wished`() async throws {
        let topics = try await TopicRecorder(installation.broker)
        let reader = try await reader(quality: 1)
        try await installation.run(configuration()) { _ in
            try await topics.status("fresh", of: longest)
            try installation.broker.publish(
                options,
                #"{"panel":"second","widget":"weather"}"#,
                options: ["-D", "publish", "response-topic", answers]
            )
            let answer = try await topics.first { $0.text.hasPrefix(#"{"status":"ok""#) }
            #expect(answer.topic == "kiatsu/bridge/response/panel/options")
        }
        try await end(topics, [reader], below: "kiatsu/\(longest)/")
        try await check([reader], topics, below: "kiatsu/\(longest)/")
    }
}
