import Foundation
import Glibc
import TestSupport
import Testing
import Time

/// The result of a page's command for whoever types it.
private enum Outcome {
    /// It ends well, and prints all of this.
    case prints([String])
    /// It prints this, until it is interrupted.
    case shows(String)
    /// It is the bridge that answers the others.
    case runs
    /// It needs a machine of its own; its options and the files that it names are looked at.
    case isRead
}

/// The commands of the pages, in the patterns of fnmatch(3), with what they give; the first that fits counts.
///
/// Those that begin with mosquitto's tools alone are run elsewhere.
private let outcomes: [(pattern: String, outcome: Outcome)] = [
    ("kiatsu check", .prints(["no errors"])),
    ("kiatsu plan", .prints(["kiatsu/kitchen/weather/frame", "weather from open-meteo"])),
    ("kiatsu plan --snapshot", .prints(["weather", "poem"])),
    ("kiatsu doctor", .prints(["ok      connection: ", "ok      configuration: "])),
    ("kiatsu doctor --json", .prints([#""check":"connection""#])),
    ("kiatsu run", .runs),
    ("kiatsu healthcheck", .prints(["healthy, 2 panel(s), up for "])),
    ("kiatsu draw kitchen", .prints(["▀"])),
    ("kiatsu draw kitchen --watch", .shows("▀")),
    ("kiatsu draw * -o *.png", .prints([])),
    ("kiatsu schema *", .prints([])),
    ("kiatsu homeassistant*", .prints(["kiatsu_kitchen"])),
    ("kiatsu panel add attic *", .prints(["attic"])),
    ("kiatsu panel list", .prints(["attic", "kitchen", "hall"])),
    ("kiatsu panel move attic *", .prints(["48.14"])),
    ("kiatsu panel move kitchen reset", .prints(["52.52"])),
    ("kiatsu panel move kitchen *", .prints(["48.14"])),
    ("kiatsu panel remove attic", .prints(["attic"])),
    ("kiatsu backup kiatsu-backup.db", .prints(["kiatsu-backup.db: a backup of ", "panel(s)"])),
    ("kiatsu remove", .prints(["kiatsu/kitchen/weather", "kiatsu/bridge/state"])),
    ("mosquitto_sub * | kiatsu decode", .prints(["Berlin", "hPa"])),
    ("* kiatsu doctor", .isRead),
    ("deploy/*", .isRead), ("sudo deploy/*", .isRead), ("swift build *", .isRead), ("swift test *", .isRead),
    ("swift format *", .isRead),
    (".build/release/kiatsu-bench", .isRead), ("docker *", .isRead), ("arduino-cli compile *", .isRead),
    ("sudo apt install *", .isRead), ("sudo apt purge kiatsu kiatsu-draw", .isRead),
    ("sudo install *", .isRead), ("sudo systemctl *", .isRead), ("systemctl status kiatsu", .isRead),
    ("journalctl -u kiatsu", .isRead), ("sudo kiatsu *", .isRead), ("sudo rm -rf /var/*/private/kiatsu *", .isRead),
]

private let tools = ["mosquitto_pub ", "mosquitto_sub ", "mosquitto_rr "]

/// Each command of the README and the manual, as a person types it into a shell.
@Suite(.timeLimit(.minutes(4)))
struct PageCommandTests {
    private let household: Household

    init() throws {
        household = try Household()
        let services = WeatherServices(clock: TestClock(now: SystemWallClock().now), expiresAfter: .seconds(3600))
        household.upstream.setHandler { services.answer($0) }
        let url = household.upstream.baseURL
        let text = """
            mqtt: {\(household.broker.address.keys)}
            store: {path: "kiatsu.db"}
            sources: {open-meteo: {base_url: "\(url)", air_quality_base_url: "\(url)"}}
            encodings: [compact, full, frame, fields]
            panels:
              - {id: kitchen, location: "52.52,13.405", language: de, widgets: [weather, conditions, day]}
              - {id: hall, location: "35.6465,139.6297", language: ja, widgets: [weather, poem]}
            """
        try household.directory.write(text.withoutDiscovery + "\n", to: "kiatsu.yaml")
    }

    private static func commands() throws -> [(command: String, place: String)] {
        var seen: Set<String> = []
        return try Page.forUsers().flatMap(\.blocks).flatMap { block in block.commands.map { ($0, block.place) } }
            .filter { command, _ in
                (command.contains("| kiatsu ") || !tools.contains { command.hasPrefix($0) })
                    && seen.insert(command).inserted
            }
    }

    private func type(_ command: String) throws -> Program {
        let programs = URL(filePath: Household.kiatsu).deletingLastPathComponent().path
        let options = household.broker.address.options.joined(separator: " ")
        let addressed = command.replacing(#/mosquitto_(pub|sub|rr) /#) { "\($0.0)\(options) " }
        // In place of the shell, so that what ends the one ends the other.
        return try Program(
            "/bin/sh",
            ["-c", "cd '\(household.directory.path)'; \(command.contains("|") ? "" : "exec ")\(addressed)"],
            environment: [
                "PATH": "\(programs):/usr/bin:/bin", "HOME": household.directory.path,
                "KIATSU_CONFIG": household.configurationFile,
            ]
        )
    }

    @Test func `each command gives what it is there for`() async throws {
        let commands = try Self.commands()
        let topics = try await TopicRecorder(household.broker)
        let fitting = commands.map { command, _ in outcomes.firstIndex { fnmatch($0.pattern, command, 0) == 0 } }
        for (index, outcome) in outcomes.enumerated() where !fitting.contains(index) {
            if case .isRead = outcome.outcome { continue }
            Issue.record("no page has such a command any more, take it out of the table: \(outcome.pattern)")
        }
        let bridge = try type("kiatsu run")
        for panel in ["kitchen", "hall"] {
            try await topics.first(on: "kiatsu/\(panel)/status") { $0.text == "fresh" }
        }
        try await topics.first(on: "kiatsu/bridge/health") { !$0.payload.isEmpty }
        for ((command, place), index) in zip(commands, fitting) {
            guard let index else {
                Issue.record("put into the table what this command gives: \(command), \(place)")
                continue
            }
            try await check(command, at: place, gives: outcomes[index].outcome)
        }
        #expect(try await bridge.end(by: SIGTERM, seenBy: topics) == .exit(0))
    }

    private func check(_ command: String, at place: String, gives outcome: Outcome) async throws {
        switch outcome {
        case .runs: break
        case .prints(let parts):
            let program = try type(command)
            #expect(await program.ending() == .exit(0), "\(place): \(command): \(program.errors.elements)")
            let output = program.output.elements.joined(separator: "\n")
            for part in parts { #expect(output.contains(part), "\(place): \(command): \(output)") }
        case .shows(let part):
            let program = try type(command)
            _ = try await program.output.first { $0.contains(part) }
            program.send(SIGINT)
            _ = await program.ending()
        case .isRead: try Self.read(command, at: place)
        }
    }

    // MARK: What is read

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: Page.root.appending(path: path), encoding: .utf8)
    }

    /// Looks at the files that a command names, and at the options of the project's own scripts.
    private static func read(_ command: String, at place: String) throws {
        let words = command.split(separator: " ").map(String.init)
        for word in words where word.contains(#/^(deploy|Config|Sources|Tests)\//#) {
            let path = Page.root.appending(path: word).path
            #expect(FileManager.default.fileExists(atPath: path), "\(place): \(word)")
        }
        if let script = words.first(where: { $0 != "sudo" }), script.hasPrefix("deploy/") {
            let text = try text(script)
            #expect(access(Page.root.appending(path: script).path, X_OK) == 0, "\(place): \(script)")
            for option in words where option.hasPrefix("--") {
                #expect(text.contains(option), "\(place): \(script) takes no \(option)")
            }
        }
        if command.hasPrefix("sudo apt install lib") {
            let recipe = try text("deploy/docker/Dockerfile")
            for package in words.dropFirst(3) { #expect(recipe.contains(" \(package)"), "\(place): \(package)") }
        }
        if command.hasPrefix("sudo apt install ./") || command.hasPrefix("sudo apt purge") {
            let control = try text("deploy/debian/control")
            for word in words.dropFirst(3) {
                let package = word.replacing(#/^.*/|_.*$/#, with: "")
                #expect(control.contains("\nPackage: \(package)\n"), "\(place): \(package)")
            }
        }
        if words[0] == "docker", let target = words.firstIndex(of: "--target") {
            let recipe = try text("deploy/docker/Dockerfile")
            #expect(recipe.contains(" AS \(words[target + 1])\n"), "\(place): \(command)")
        }
    }

    /// Commands that stand in a line of text or in another program's file.
    @Test func `each command that is mentioned exists, with its options`() async throws {
        var helps: [String: String] = [:]
        for page in try Page.forUsers() {
            let mentioned = page.codeSpans + page.blocks.flatMap { $0.text.split(separator: "\n").map(String.init) }
            for text in mentioned {
                let words = text.replacing(#/["\[\],|\\()]/#, with: " ").split(separator: " ").map(String.init)
                guard let start = words.firstIndex(of: "kiatsu"), words.count > start + 1,
                    words[start + 1].contains(#/^[a-z]+$/#)
                else { continue }
                let command = words[start + 1]
                if helps[command] == nil {
                    let program = try Program(Household.kiatsu, [command, "--help"])
                    #expect(await program.ending() == .exit(0), "\(page.path): \(text)")
                    helps[command] = program.output.elements.joined(separator: "\n")
                }
                let help = helps[command] ?? ""
                #expect(help.hasPrefix("usage: kiatsu \(command)"), "\(page.path): \(text)")
                for option in words[(start + 2)...] where option.contains(#/^--?[a-z]/#) {
                    #expect(help.split { !($0.isLetter || $0 == "-") }.contains(Substring(option)), "\(text)")
                }
            }
        }
        #expect(helps.count >= 9)
    }

    @Test func `the reference has each command`() async throws {
        let program = try Program(Household.kiatsu, ["--help"])
        #expect(await program.ending() == .exit(0))
        let commands = program.output.elements.compactMap {
            $0.firstMatch(of: #/^  ([a-z]+) {2,}/#).map { String($0.1) }
        }
        #expect(commands.count >= 9)
        let spans = try Page("Sources/kiatsu/Manual.docc/CommandLine.md").codeSpans
        for command in commands {
            #expect(spans.contains { $0.hasPrefix("kiatsu \(command) ") || $0 == "kiatsu \(command)" }, "\(command)")
        }
    }
}
