import Configuration
import Foundation
import Payloads
import TestSupport
import Testing
import Time

@testable import Bridge

private let noon = Installation.noon
private let panel = """
    icon_themes: {mine: {C: sun, F: few, "?": na}}
    panels:
      - id: p
        location: "35.6465,139.6297"
        language: ja
        encodings: [compact, fields]
        widgets: [weather, conditions, day, poem]
    """
private let request = "kiatsu/bridge/request/panel/options"
private let response = "kiatsu/bridge/response/panel/options"
private let key = ["KIATSU_OPENWEATHER_API_KEY": "0123456789abcdef"]

@Suite(.timeLimit(.minutes(4)))
struct OptionDaemonTests {
    private let installation: Installation

    init() throws {
        installation = try Installation()
        let all = AllUpstreams(installation.clock)
        installation.upstream.setHandler { all($0) }
    }

    private func configuration(_ yaml: String = panel, mqtt: String = "") throws -> Configuration {
        try installation.configuration(yaml, mqtt: mqtt, environment: key)
    }

    /// Sends options of a widget and waits for the answer.
    private func set(_ options: String, of widget: String, _ topics: TopicRecorder) async throws -> ObservedMessage {
        let mark = topics.mark
        let payload = "{\"panel\":\"p\",\"widget\":\"\(widget)\",\"options\":{\(options)},\"transaction\":\(mark)}"
        try installation.broker.publish(request, payload)
        return try await topics.text("\"transaction\":\(mark)}", on: response, since: mark)
    }

    @Test func `language, units, family, encodings, source and icon theme change what is on the topics`() async throws {
        let topics = try await TopicRecorder(installation.broker)
        try await installation.run(configuration()) { _ in
            try await topics.status("fresh", of: "p")
            var mark = topics.mark
            let answer = try await set(
                #""language":"en","temperature_unit":"F","icon_theme":"mine""#,
                of: "weather",
                topics
            )
            #expect(answer.text.hasPrefix(#"{"status":"ok","data":{"#))
            try await topics.text("Setagaya", on: "kiatsu/p/weather/place", since: mark)
            try await topics.text("42.4", on: "kiatsu/p/weather/temperature", since: mark)
            let places = topics.all(on: "kiatsu/p/conditions/place", try await topics.settled())
            #expect(places.last?.text == "世田谷区", "in its own language")

            mark = topics.mark
            _ = try await set(#""source":"openweather""#, of: "conditions", topics)
            try await topics.text("6.5", on: "kiatsu/p/conditions/temperature", since: mark)
            #expect(installation.upstream.count(.openWeatherConditions) == 1)

            mark = topics.mark
            _ = try await set(#""encodings":["compact","full"]"#, of: "conditions", topics)
            for field in ["place", "days", "humidity", "air_quality"] {
                try await topics.first(on: "kiatsu/p/conditions/\(field)", since: mark) { $0.text.isEmpty }
            }
            try await topics.text(#""src":"openweather""#, on: "kiatsu/p/conditions/full", since: mark)
            _ = try await set(#""family":"small""#, of: "conditions", topics)
            try await topics.first(on: "kiatsu/p/conditions", since: mark) { !$0.text.contains(#""d":"#) }

            let retained = try await BrokerObserver.retained(in: installation.broker)
            let conditions = retained.keys.filter { $0.hasPrefix("kiatsu/p/conditions") }
            #expect(Set(conditions) == ["kiatsu/p/conditions", "kiatsu/p/conditions/full"])
            #expect(!retained.keys.contains { $0.contains("/request/") || $0.contains("/response/") })
            let info = try #require(retained["kiatsu/bridge/info"]).text
            #expect(info.contains(#""sources":["openweather"]"#) && info.contains(#""family":"small""#))
        }
    }

    @Test func `what is set survives a restart and SIGHUP, wins over the file, and goes with a reset`() async throws {
        let topics = try await TopicRecorder(installation.broker)
        try await installation.run(configuration()) { daemon in
            try await topics.status("fresh", of: "p")
            _ = try await set(#""language":"de","encodings":"compact""#, of: "conditions", topics)
            let mark = topics.mark
            daemon.reload(try configuration(panel.replacing("language: ja", with: "language: fr")))
            try await topics.text("Setagaya", on: "kiatsu/p/weather/place", since: mark)
            try await topics.text(#""x":"Stark bewölkt"#, on: "kiatsu/p/conditions", since: mark)
            let retained = try await BrokerObserver.retained(in: installation.broker)
            #expect(retained["kiatsu/p/conditions/place"] == nil, "cleared once and for all")
        }
        try installation.broker.restart()
        let later = try await TopicRecorder(installation.broker)
        let start = installation.log.mark
        try await installation.run(configuration()) { _ in
            try await installation.logs("connected to the broker", since: start)
            try await later.text(#""x":"Stark bewölkt"#, on: "kiatsu/p/conditions")
            #expect(later.all(on: "kiatsu/p/conditions/place", try await later.settled()).isEmpty)
            let answer = try await set(#""language":null"#, of: "conditions", later)
            #expect(answer.text.contains(#""chosen":true"#), "the encodings are still")
            try await later.text(#""x":"曇りがち"#, on: "kiatsu/p/conditions")
            let mark = later.mark
            try installation.broker.publish(request, #"{"panel":"p","widget":"conditions","reset":true}"#)
            let reset = try await later.text(#""status":"ok""#, on: response, since: mark)
            #expect(!reset.text.contains(#""chosen":true"#))
            try await later.first(on: "kiatsu/p/conditions/place", since: mark) { $0.text == "世田谷区" }
        }
        try installation.broker.restart()
        let last = try await TopicRecorder(installation.broker)
        try await installation.run(configuration()) { _ in
            _ = try await last.first(on: "kiatsu/p/conditions/place") { $0.text == "世田谷区" }
        }
    }

    @Test func `two requests in one breath are both in force, and on disk`() async throws {
        let topics = try await TopicRecorder(installation.broker)
        try await installation.run(configuration()) { _ in
            try await topics.status("fresh", of: "p")
            let lines = ["language\":\"de", "temperature_unit\":\"F", "family\":\"small"].map {
                "{\"panel\":\"p\",\"widget\":\"conditions\",\"options\":{\"\($0)\"}}\n"
            }
            let publisher = try Program(
                "/usr/bin/mosquitto_pub",
                installation.broker.address.options + ["-t", request, "-q", "1", "-l"],
                input: Array(lines.joined().utf8)
            )
            #expect(await publisher.ending() == .exit(0))
            let mark = topics.mark
            _ = try await set(#""pressure_unit":"mmHg""#, of: "conditions", topics)
            let answer = try #require(topics.all(on: response, since: mark, try await topics.settled()).last)
            let data = try #require(try json(answer)["data"] as? [String: Any])
            let options = try #require(data["options"] as? [String: [String: Any]])
            let chosen = options.filter { $0.value["chosen"] as? Bool == true }.keys
            #expect(chosen.sorted() == ["family", "language", "pressure_unit", "temperature_unit"])
        }
    }

    @Test func `a person gets the answer from mosquitto_rr, with whatever correlation data`() async throws {
        let topics = try await TopicRecorder(installation.broker)
        try await installation.run(configuration(mqtt: ", response_prefixes: [answers]")) { _ in
            try await topics.status("fresh", of: "p")
            func ask(_ payload: String) async throws -> String {
                // Line by line, or the answer would wait in its buffer until it ends.
                let program = try Program(
                    "/usr/bin/stdbuf",
                    ["-oL", "/usr/bin/mosquitto_rr"] + installation.broker.address.options + [
                        "-V", "5", "-t", request, "-e", "answers/me", "-m", payload, "-D", "publish",
                        "correlation-data", "c-42",
                    ]
                )
                return try await program.output.first { $0.hasPrefix("{") }
            }
            let listed = try await ask(#"{"panel":"p","widget":"day"}"#)
            let isListed = listed.hasPrefix(#"{"status":"ok","data":{"about":"日付と曜日、"#)
            #expect(isListed && listed.contains(#""categories":"#), "\(listed.prefix(80))")
            let refused = try await ask(
                #"{"panel":"p","widget":"day","options":{"quote_length":"long"},"transaction":"x"}"#
            )
            #expect(refused.contains(#""status":"error""#) && refused.hasSuffix(#""transaction":"x"}"#))
            try await topics.text(#""transaction":"x"}"#, on: "answers/me")
            let settled = try await topics.settled()
            let answers = topics.all(on: "answers/me", settled)
            #expect(answers.count == 2 && answers.allSatisfy { $0.correlationData == "c-42" && !$0.isRetained })
            #expect(topics.all(on: response, settled).isEmpty)
        }
    }

    @Test func `a request that waits retained on the broker is not carried out, however often we come`() async throws {
        try installation.broker.publish(
            request,
            #"{"panel":"p","widget":"day","options":{"slogan":"x"}}"#,
            retained: true
        )
        for protocolVersion in ["5", "3.1.1"] {
            let topics = try await TopicRecorder(installation.broker)
            let mqtt = ", protocol: \(protocolVersion)"
            let start = topics.mark
            try await installation.run(installation.configuration(panel, mqtt: mqtt, environment: key)) { _ in
                // The status is retained from the run before. `online` is sent after the subscriptions.
                try await topics.first(on: "kiatsu/bridge/state", since: start) { $0.text == "online" }
                try await topics.status("fresh", of: "p")
                let mark = topics.mark
                try installation.broker.publish(request, #"{"panel":"p","widget":"day"}"#)
                let answer = try await topics.text(#""status":"ok""#, on: response, since: mark)
                #expect(!answer.text.contains(#""chosen":true"#))
                let answers = topics.all(on: response, try await topics.settled())
                #expect(answers.count == 1, "the one that was not retained")
            }
        }
    }
}
