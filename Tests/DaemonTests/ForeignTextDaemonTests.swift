import Foundation
import Support
import TestSupport
import Testing
import Text
import Time

@testable import Bridge

private let panel = """
    geocoder: nominatim
    homeassistant: {discovery: device}
    panels:
      - {id: p, location: "35.6465,139.6297", language: ja}
      - {id: q, location: "35.6465,139.6297", language: ja, name: "desk\\u202e\\u200b"}
    """

/// Texts of others that would steer the terminal or the display that shows them, all the way through a bridge.
@Suite(.timeLimit(.minutes(4)))
struct ForeignTextDaemonTests {
    private let installation: Installation

    init() throws {
        installation = try Installation()
        var all = AllUpstreams(installation.clock)
        // As JSON has them.
        all.names = ["ja": #"\u001b[31m赤\u202e\u0000\u009b町\u200b"#]
        installation.upstream.setHandler { [all] in all($0) }
    }

    private func harmful(_ text: String) -> Bool { text.unicodeScalars.contains(where: ForeignText.isHarmful) }

    @Test func `no text of others steers the log, a topic or an answer`() async throws {
        let topics = try await TopicRecorder(installation.broker)
        let set = "kiatsu/p/location/set"
        let response = "kiatsu/p/location/response"
        try await installation.run(installation.configuration(panel)) { _ in
            try await topics.status("fresh", of: "p")
            try await topics.first(on: "kiatsu/p/location") { $0.text.contains("[31m赤 町") }
            try await topics.first(on: "kiatsu/q/location") { $0.text.contains("\"n\":\"desk\"") }
            let commands = [
                (#"{"lat":40,"lng":100,"name":"\u001b[2J\u001b]0;x\u0007","id":1}"#, #""n":"[2J ]0;x""#),
                (#"{"lat":41,"lng":100,"name":"a\u0000b\u202e","id":2}"#, #""n":"a b""#),
                (#"{"lat":42,"lng":100,"name":"\u200b\u2066","id":3}"#, "nothing in it that can be seen"),
                (#"{"lat":43,"lng":100,"id":"\u001b\u009b\u202e"}"#, #""id":"\u001b\u009b\u202e""#),
            ]
            for (command, answer) in commands {
                try installation.broker.publish(set, command)
                try await topics.first(on: response) { $0.text.contains(answer) }
            }
            try await topics.first(on: "kiatsu/p/location") { $0.text.contains(#""n":"a b""#) }
            try installation.broker.publish("kiatsu/bridge/request/panel\u{202E}", "x")
            try installation.broker.publish("kiatsu/bridge/request/panel/remove", #"{"panel":"\u001b[2J"}"#)
            try await topics.first(on: "kiatsu/bridge/response/panel/remove") { $0.text.contains("no panel “ [2J”") }
            try installation.broker.publish("kiatsu/p/hello", #"{"buf":256,"enc":"\u001b[2J"}"#)
            try await topics.first(on: "kiatsu/p/hello/response") { $0.text.contains("no encoding [2J") }
        }
        let own = topics.all(try await topics.echoed()).filter { $0.topic != set && !$0.topic.contains("/request/") }
        for message in own where !message.topic.contains("/image/") && !message.topic.hasSuffix("/frame") {
            #expect(!harmful(message.text), "\(message.topic): \(message.text.debugDescription)")
        }
        for line in installation.log.elements { #expect(!harmful(line), "\(line.debugDescription)") }
    }
}

@Suite struct LoggerTextTests {
    @Test func `a line is one line, and steers no terminal`() {
        let lines = Recorder<String>()
        let log = Logger(level: .info, forJournal: true) { lines.append($0) }
        log.info("a\u{1B}[2J\u{7}\r\nb\u{9B}\u{7F}\u{202E}\u{2028}<3>c 京")
        #expect(lines.elements == [#"<6>a\u{1B}[2J\u{7} b\u{9B}\u{7F}\u{202E} <3>c 京"#])
    }
}
