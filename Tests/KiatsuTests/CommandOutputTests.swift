import Foundation
import Glibc
import TestSupport
import Testing

/// What commands print, and where: for people, for scripts, and where it cannot be printed.
@Suite(.timeLimit(.minutes(4)))
struct CommandOutputTests {
    private let household: Household
    private static let panels = """
        panels:
          - {id: desk, location: "35.6465,139.6297", language: ja}
          - {id: hall, location: "52.52,13.405", language: de}
        """

    init() throws {
        household = try Household()
        try household.configure(Self.panels)
    }

    private func run(_ arguments: [String]) async throws -> (ending: Program.Ending, out: [String], errors: [String]) {
        let environment = ["HOME": "/nowhere", "KIATSU_CONFIG": household.configurationFile]
        let program = try Program(Household.kiatsu, arguments, environment: environment)
        return (await program.ending(), program.output.elements, program.errors.elements)
    }

    private func object(_ lines: [String]) throws -> [String: Any] {
        #expect(lines.count == 1)
        let json = try JSONSerialization.jsonObject(with: Data(try #require(lines.first).utf8))
        return try #require(json as? [String: Any])
    }

    // MARK: JSON

    @Test func `check has JSON for a good configuration and for one with errors`() async throws {
        let good = try await run(["check", "--json"])
        #expect(good.ending == .exit(0) && good.errors.isEmpty)
        let document = try object(good.out)
        #expect(Set(document.keys) == ["ok", "file", "panels", "errors", "warnings"])
        #expect(document["ok"] as? Bool == true && document["panels"] as? Int == 2)
        #expect(document["file"] as? String == household.configurationFile)

        try household.configure("language: xx\nlog: {level: loud}\n" + Self.panels)
        let bad = try await run(["check", "-j"])
        #expect(bad.ending == .exit(78) && bad.errors.isEmpty)
        let told = try object(bad.out)
        #expect(told["ok"] as? Bool == false && told["panels"] == nil)
        let error = try #require((told["errors"] as? [[String: Any]])?.first)
        #expect(Set(error.keys) == ["file", "line", "column", "key", "problem", "remedy"])
        #expect(error["key"] as? String == "log.level" && error["column"] as? Int == 14)
        for command in ["plan", "healthcheck"] {
            let same = try await run([command, "--json"])
            #expect(same.ending == .exit(78) && same.out == bad.out && same.errors.isEmpty)
        }
    }

    @Test func `plan has JSON of all panels, or of the named ones`() async throws {
        let whole = try await run(["plan", "--json"])
        #expect(whole.ending == .exit(0) && whole.errors.isEmpty)
        let document = try object(whole.out)
        #expect(Set(document.keys) == ["ok", "panels", "timelines", "sources", "warnings"])
        let panels = try #require(document["panels"] as? [[String: Any]])
        #expect(panels.map { $0["panel"] as? String } == ["desk", "hall"])
        let topics = try #require(panels.first?["topics"] as? [[String: Any]])
        let frame = try #require(topics.first { $0["topic"] as? String == "kiatsu/desk/weather/frame" })
        #expect(frame["fits"] as? [Int] == [128, 255, 1024])
        #expect((frame["largest_packet_bytes"] as? Int ?? .max) <= 128 && frame["next"] as? Int != nil)
        let source = try #require((document["sources"] as? [[String: Any]])?.first)
        #expect(source["source"] as? String == "open-meteo" && source["calls_per_day"] as? Int == 48)
        #expect(source["suffices"] as? Bool == true)
        #expect(source["daily_budget"] as? Int == 10_000 && source["monthly_budget"] as? Int == 300_000)

        let one = try object(try await run(["plan", "--json", "hall"]).out)
        #expect((one["panels"] as? [[String: Any]])?.count == 1)
    }

    @Test func `healthcheck has JSON for a bridge that is well, and for none`() async throws {
        let none = try await run(["healthcheck", "--json", "-t", "1"])
        #expect(none.ending == .exit(1) && none.errors.isEmpty)
        let document = try object(none.out)
        #expect(Set(document.keys) == ["ok", "reasons"] && document["ok"] as? Bool == false)
        #expect((document["reasons"] as? [String])?.count == 1)
        let now = Int(Date().timeIntervalSince1970)
        try household.broker.publish("kiatsu/bridge/state", "online", retained: true)
        let health = #"{"ts":\#(now),"ok":true,"uptime":7,"panels":3,"faults":[]}"#
        try household.broker.publish("kiatsu/bridge/health", health, retained: true)
        let well = try object(try await run(["healthcheck", "--json"]).out)
        #expect(well["ok"] as? Bool == true && well["panels"] as? Int == 3 && well["uptime"] as? Int == 7)
    }

    // MARK: Plans

    @Test func `plan lists the panels that are named and sums up the others`() async throws {
        let panels = (0..<15).map { "  - {id: p\($0), location: \"\($0),10\"}" }.joined(separator: "\n")
        try household.configure("panels:\n\(panels)")
        let first = try await run(["plan"])
        #expect(first.ending == .exit(0))
        #expect(first.out.first?.hasPrefix("topic ") == true)
        for column in ["largest packet", "fits", "next"] { #expect(first.out.first?.contains(column) == true) }
        #expect(
            first.out.contains { $0.hasPrefix("kiatsu/p9/") } && !first.out.contains { $0.hasPrefix("kiatsu/p10/") }
        )
        #expect(first.out.contains { $0.hasPrefix("5 more panel(s): ") })
        let named = try await run(["plan", "p12"])
        #expect(Set(named.out.filter { $0.hasPrefix("kiatsu/") }.map { $0.split(separator: "/")[1] }) == ["p12"])
        #expect(named.out.contains { $0.hasPrefix("14 more panel(s): ") })
        let unknown = try await run(["plan", "p112"])
        #expect(unknown.ending == .exit(64) && unknown.errors.first?.contains("has no panel p112") == true)
    }

    @Test func `plan tells the calls of each source, and warns where they cannot suffice`() async throws {
        let budget = "sources: {open-meteo: {daily_budget: 47}}\n"
        try household.configure(Self.panels)
        let enough = try await run(["plan"])
        #expect(enough.errors.isEmpty)
        #expect(enough.out.contains { $0.hasPrefix("open-meteo") && $0.contains(" 48 ") && $0.contains(" 10000 ") })
        let file = household.directory.path + "/short.yaml"
        try household.directory.write(budget + Self.panels + "\n", to: "short.yaml")
        let short = try await run(["plan", "--config", file])
        #expect(short.ending == .exit(0) && short.errors.count == 1)
        let line =
            "kiatsu plan: warning: open-meteo is asked for 48 calls a day, and "
            + "sources.open-meteo.daily_budget is 47: it is used up after some 23 of 24 hours; have fewer"
        #expect(short.errors.first?.hasPrefix(line) == true, "\(short.errors)")
    }

    // MARK: Mistakes

    @Test func `check takes the file as an argument, too`() async throws {
        try household.directory.write(Self.panels + "\n", to: "other.yaml")
        let file = household.directory.path + "/other.yaml"
        let result = try await run(["check", file])
        #expect(result.ending == .exit(0) && result.out == ["\(file): 2 panel(s), no errors"])
    }

    @Test(arguments: [
        (["chek"], "kiatsu: unknown command chek; did you mean check? See kiatsu --help"),
        (["plan", "--jsno"], "kiatsu plan: unknown option --jsno; did you mean --json? See kiatsu plan --help"),
        (["panel", "lst"], "kiatsu panel: there is no lst; did you mean list? See kiatsu panel --help"),
        (["plan", "dask"], "has no panel dask; did you mean desk? See kiatsu plan --help"),
        (["frobnicate"], "kiatsu: unknown command frobnicate; see kiatsu --help"),
    ])
    func `a mistyped word is answered with the one that was meant`(words: [String], line: String) async throws {
        let result = try await run(words)
        #expect(result.ending == .exit(64) && result.out.isEmpty)
        #expect(result.errors.count == 1 && result.errors.first?.hasSuffix(line) == true, "\(result.errors)")
    }

    @Test func `the line of an error is shown, without what nobody else may see`() async throws {
        let text = """
            mqtt:
              host: a:1883
              password: hunter2
            panels:
              - id: desk
                lat: 35.6465

            """
        try household.directory.write(text, to: "bad.yaml")
        let result = try await run(["check", household.directory.path + "/bad.yaml"])
        #expect(result.ending == .exit(78) && result.out.isEmpty)
        let shown = result.errors.filter { $0.contains(" | ") }
        #expect(
            shown == [
                "    2 |   host: a:1883", "      |         ^", "    3 |   password: •••••••", "      |   ^",
                "    5 |   - id: desk", "      |     ^", "    6 |     lat: ••.••••", "      |     ^",
            ]
        )
        #expect(!result.errors.joined().contains("hunter2") && !result.errors.joined().contains("35.6465 "))
    }

    // MARK: Where nothing can be printed

    @Test(arguments: [
        "--help", "--version", "plan --help", "check", "check --json", "plan", "plan --json", "plan --snapshot",
        "homeassistant", "decode", "doctor --json", "healthcheck --json --timeout 1", "draw --help",
    ])
    func `a standard output that is full is an error`(words: String) async throws {
        let environment = [
            "PATH": "/usr/bin:/bin", "HOME": "/nowhere", "KIATSU_CONFIG": household.configurationFile,
        ]
        let line = "echo 5.8 | \(Household.kiatsu) \(words) > /dev/full"
        let program = try Program("/bin/sh", ["-c", line], environment: environment)
        #expect(await program.ending() == .exit(1))
        let end = ": standard output cannot be written: No space left on device"
        #expect(program.errors.elements.last?.hasSuffix(end) == true, "\(program.errors.elements)")
    }

    @Test(arguments: [("", true), ("0", false), ("1", false)])
    func `NO_COLOR counts if it is not empty`(value: String, isColored: Bool) async throws {
        let command = "script -qec '\(Household.kiatsu) doctor' /dev/null"
        let environment = [
            "PATH": "/usr/bin:/bin", "HOME": "/nowhere", "KIATSU_CONFIG": household.configurationFile,
            "NO_COLOR": value, "TERM": "xterm",
        ]
        let program = try Program("/bin/sh", ["-c", command], environment: environment)
        _ = await program.ending()
        let output = program.output.elements.joined()
        #expect(output.contains("configuration: ") && output.contains("\u{1B}[32m") == isColored, "\(output)")
    }
}
