import Foundation
import Glibc
import TestSupport
import Testing

/// The result of a command for whoever types it.
private enum Outcome {
    /// It ends well, and then this is on the topic.
    case leadsTo(String, on: String)
    /// It prints one answer, whose status is ok and whose data says all of this, and ends well.
    case answers([String])
    /// It prints one line that begins so, and ends well.
    case prints(String)
    /// It prints lines with all of this, until it is interrupted.
    case shows([String])
}

/// The commands of the README and the manual, in the patterns of fnmatch(3), with what they give.
///
/// The first that fits counts.
///
/// Panels are those of ``household``.
private let outcomes: [(pattern: String, outcome: Outcome)] = [
    (
        "mosquitto_sub -p PORT -v -t 'kiatsu/#'",
        .shows([
            "kiatsu/bridge/state online", "kiatsu/panel1/weather {\"ts\":", "kiatsu/kitchen/conditions {\"ts\":",
            "kiatsu/hall/poem {\"ts\":", "kiatsu/hall/status fresh",
        ])
    ),
    (
        "mosquitto_pub * -t kiatsu/panel1/location/set -m '43.0621,141.3544'",
        .leadsTo(#"{"ok":true,"lat":43.06,"lng":141.35"#, on: "kiatsu/panel1/location/response")
    ),
    (
        #"mosquitto_rr * -t kiatsu/bridge/request/panel/options * -m '{"panel":"hall","widget":"conditions"}'"#,
        .answers([#""wind_unit":{"#, #""allowed":["m/s","#])
    ),
    (
        #"""
        mosquitto_rr * -t kiatsu/bridge/request/panel/options * \#
        -m '*"options":{"language":"ja","wind_unit":"km/h"}}'
        """#,
        .answers([#""value":"km/h""#, #""value":"ja""#])
    ),
    (
        #"mosquitto_rr * -t kiatsu/bridge/request/snapshot * -m '{"widget":"day"}'"#,
        .answers([#""compact":"#])
    ),
    (
        "mosquitto_rr * -t kiatsu/kitchen/location/set * -m '43.0621,141.3544'",
        .prints(#"{"ok":true,"lat":43.06,"lng":141.35"#)
    ),
    (
        "mosquitto_rr * -t kiatsu/kitchen/hello *",
        .prints(#"{"ok":true,"now":"#)
    ),
    (
        "mosquitto_rr * -t kiatsu/bridge/request/panels * -m '{}'",
        .answers([#""count":4"#, #""id":"kitchen""#, #""from":"file""#])
    ),
    ("mosquitto_rr * -t kiatsu/bridge/request/panel/add *", .answers([#""id":"roof""#, #""place":"Berlin""#])),
    ("mosquitto_rr * -t kiatsu/bridge/request/refresh *", .answers([#""panel":"roof""#])),
    ("mosquitto_rr * -t kiatsu/bridge/request/panel/remove *", .answers([#""panel":"roof""#])),
    ("mosquitto_sub -t kiatsu/kitchen/weather -C 1", .prints(#"{"ts":"#)),
    ("mosquitto_sub -t kiatsu/kitchen/weather/temperature -C 1", .prints("5.8")),
    ("mosquitto_sub -t kiatsu/bridge/health -C 1", .prints(#"{"ts":"#)),
    (
        "mosquitto_pub -t kiatsu/kitchen/location/set -m '43.0621,141.3544'",
        .leadsTo(#"{"ok":true,"lat":43.06,"lng":141.35"#, on: "kiatsu/kitchen/location/response")
    ),
    ("mosquitto_pub -t owntracks/me/phone *", .leadsTo(#""lat":43.06,"lng":141.35"#, on: "kiatsu/camper/location")),
]

/// The panels that the pages speak of.
private let household = """
    location: {commands_per_minute: 6000}
    panels:
      - id: panel1
        location: "35.6465,139.6297"
        language: ja
      - id: kitchen
        location: "52.5200,13.4050"
        language: de
        widgets: [weather, conditions, day]
      - id: hall
        location: "35.6465,139.6297"
        language: ja
        widgets: [weather, conditions, poem]
      - id: camper
        location: "52.52,13.405"
        follow: owntracks/me/phone
    """

private let answers = "kiatsu/kitchen/location/response"

/// Mosquitto's own tools, as a person types them into a shell.
@Suite(.timeLimit(.minutes(4)))
struct ToolTests {
    private let installation: Installation

    init() throws {
        installation = try Installation()
        let all = AllUpstreams(installation.clock)
        installation.upstream.setHandler { all($0) }
    }

    private func run(_ body: (TopicRecorder) async throws -> Void) async throws {
        let topics = try await TopicRecorder(installation.broker)
        try await installation.run(installation.configuration(household)) { _ in
            for panel in ["panel1", "kitchen", "hall", "camper"] { try await topics.status("fresh", of: panel) }
            try await body(topics)
        }
    }

    /// Types a command, with the broker's address put into it.
    private func type(_ command: String) throws -> Program {
        let options = installation.broker.address.options.joined(separator: " ")
        let addressed =
            command.contains(" -p PORT ")
            ? command.replacing(" -p PORT ", with: " \(options) ")
            : command.replacing(#/mosquitto_(pub|sub|rr) /#) { "\($0.0)\(options) " }
        // Line by line, or what they print would wait in their buffers.
        return try Program(
            "/usr/bin/stdbuf",
            ["-oL", "/bin/sh", "-c", addressed],
            environment: ["PATH": "/usr/bin:/bin", "DIRECTORY": installation.directory.path]
        )
    }

    // MARK: The pages

    /// The commands of the README and the manual that begin with one of the tools, each once; what they hand on to
    /// Kiatsu's own command line is tested there.
    private static func commands() throws -> [String] {
        var seen: Set<String> = []
        return try Page.forUsers().flatMap(\.blocks).flatMap(\.commands)
            .filter {
                $0.contains(#/^mosquitto_(pub|sub|rr) /#) && !$0.contains("| kiatsu ") && seen.insert($0).inserted
            }
    }

    @Test func `each of the README's commands gives what the README says`() async throws {
        let commands = try Self.commands()
        let fitting = commands.map { command in outcomes.firstIndex { fnmatch($0.pattern, command, 0) == 0 } }
        for (index, outcome) in outcomes.enumerated() where !fitting.contains(index) {
            Issue.record("no page has such a command any more, take it out of the table: \(outcome.pattern)")
        }
        try await run { topics in
            for (command, index) in zip(commands, fitting) {
                guard let index else {
                    Issue.record("put into the table what this command of a page gives: \(command)")
                    continue
                }
                try await check(command, gives: outcomes[index].outcome, topics)
            }
        }
    }

    private func check(_ command: String, gives outcome: Outcome, _ topics: TopicRecorder) async throws {
        let mark = topics.mark
        // In place of the shell, so that what ends the one ends the other.
        let program = try type(command.contains("|") ? command : "exec \(command)")
        switch outcome {
        case .leadsTo(let text, let topic):
            #expect(await program.ending() == .exit(0), "\(command): \(program.errors.elements)")
            try await topics.first(on: topic, since: mark) { $0.text.contains(text) }
        case .answers(let parts):
            #expect(await program.ending() == .exit(0), "\(command): \(program.errors.elements)")
            let lines = program.output.elements
            let answer = try #require(lines.first, "\(command): no answer")
            #expect(lines.count == 1 && answer.hasPrefix(#"{"status":"ok","data":{"#), "\(command): \(answer)")
            _ = try JSONSerialization.jsonObject(with: Data(answer.utf8))
            for part in parts { #expect(answer.contains(part), "\(command): \(answer)") }
        case .prints(let start):
            #expect(await program.ending() == .exit(0), "\(command): \(program.errors.elements)")
            let lines = program.output.elements
            #expect(lines.count == 1 && lines[0].hasPrefix(start), "\(command): \(lines)")
        case .shows(let parts):
            for part in parts { _ = try await program.output.first { $0.contains(part) } }
            program.send(SIGTERM)
        }
    }

    // MARK: Whatever else people type

    @Test func `one line of text is one retained value`() async throws {
        try await run { topics in
            for (topic, value) in [
                ("kitchen/weather/temperature", "5.8"), ("kitchen/weather/place", "Berlin"),
                ("hall/conditions/place", "世田谷区"), ("panel1/status", "fresh"),
            ] {
                // What is fresh is said while its values are on their way.
                try await topics.first(on: "kiatsu/\(topic)") { $0.text == value }
                let program = try type("mosquitto_sub -t kiatsu/\(topic) -C 1")
                #expect(await program.ending() == .exit(0))
                #expect(program.output.elements == [value])
            }
        }
    }

    @Test func `positions move the panel, however the shell and its files end their lines`() async throws {
        let position = "43.0621,141.3544"
        let json = #"{"lat":43.0621,"lng":141.3544}"#
        let directory = installation.directory
        try directory.write(position + "\r\n", to: "windows.txt")
        try directory.write("\u{FEFF}\(position)\r\n", to: "notepad.txt")
        try directory.write("\u{FEFF}\(json)\r\n", to: "notepad.json")
        try directory.write("{\r\n  \"lat\": 43.0621,\r\n  \"lng\": 141.3544\r\n}\r\n", to: "lines.json")
        let send = "mosquitto_pub -t kiatsu/kitchen/location/set"
        try await run { topics in
            for command in [
                "\(send) -m '\(position)'", "\(send) -q 2 -m ' \(position)'", "\(send) -V 5 -q 1 -m '\(json)'",
                "printf '\(position)\\r\\n' | \(send) -V mqttv31 -s", "\(send) -V mqttv311 -m '\(position)\t'",
                "\(send) -f \"$DIRECTORY/windows.txt\"", "\(send) -f \"$DIRECTORY/notepad.txt\"",
                "\(send) -f \"$DIRECTORY/notepad.json\"", "\(send) -f \"$DIRECTORY/lines.json\"",
                "\(send) -s < \"$DIRECTORY/windows.txt\"", "\(send) -l < \"$DIRECTORY/windows.txt\"",
                #"\#(send) -m '{"_type":"location","tid":"me","lat":43.0621,"lon":141.3544,"acc":12,"batt":81}'"#,
            ] {
                try await check(command, gives: .leadsTo(#"{"ok":true,"lat":43.06,"lng":141.35"#, on: answers), topics)
                try await check(
                    "\(send) -m '{\"reset\":true}'",
                    gives: .leadsTo(#"{"ok":true,"lat":52.52,"#, on: answers),
                    topics
                )
            }
        }
    }

    @Test func `a request may come from a file of Windows`() async throws {
        let request = #"{"panel":"kitchen","widget":"day"}"#
        try installation.directory.write("\u{FEFF}\(request)\r\n", to: "request.json")
        // mosquitto_rr of 2.0.11 sends nothing of a file.
        let command = "mosquitto_pub -t kiatsu/bridge/request/panel/options -f \"$DIRECTORY/request.json\""
        let answer = Outcome.leadsTo(#"{"status":"ok","data":{"#, on: "kiatsu/bridge/response/panel/options")
        try await run { try await check(command, gives: answer, $0) }
    }

    @Test func `what is typed wrongly is refused in words that help`() async throws {
        // What PowerShell's > writes.
        let wide: [UInt8] = [0xFF, 0xFE] + "1,1\r\n".utf8.flatMap { [$0, 0] }
        try Data(wide).write(to: URL(filePath: installation.directory.path + "/powershell.txt"))
        let send = "mosquitto_pub -t kiatsu/kitchen/location/set"
        try await run { topics in
            for (command, refusal) in [
                ("\(send) -r -m 1,1", #""error":"retained","message":"a retained command would run again"#),
                ("\(send) -n", #""error":"malformed","message":"the payload is empty"#),
                ("\(send) -m '\"1,1\"'", #""error":"malformed""#),
                ("\(send) -m '{lat:1,lng:1}'", #""error":"malformed","message":"the payload begins as JSON"#),
                ("\(send) -m '141.3544,43.0621'", #""error":"out_of_range","message":"latitude is -90 to 90"#),
                (
                    "\(send) -f \"$DIRECTORY/powershell.txt\"",
                    #""error":"malformed","message":"the payload is not UTF-8"#
                ),
            ] {
                try await check(command, gives: .leadsTo(#"{"ok":false,"# + refusal, on: answers), topics)
            }
            // As one clears what was retained by mistake: no command, so no answer.
            let mark = topics.mark
            #expect(await (try type("\(send) -r -n")).ending() == .exit(0))
            try await topics.first(on: "kiatsu/kitchen/location/set", since: mark) { $0.payload.isEmpty }
            try await check("\(send) -m 1,1", gives: .leadsTo(#"{"ok":true"#, on: answers), topics)
            #expect(topics.all(on: answers, since: mark, try await topics.settled()).count == 1)
        }
    }
}
