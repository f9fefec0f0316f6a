import Foundation
import Glibc
import TestSupport
import Testing
import Time

/// `kiatsu backup` and `kiatsu restore` beside the program that runs.
@Suite(.timeLimit(.minutes(4)))
struct BackupCommandTests {
    private static let panels =
        "panels: [{id: desk, location: \"35.65,139.63\"}]\nlocation: {commands_per_minute: 6000}"

    private let household: Household

    init() throws {
        household = try Household()
        try household.configure(Self.panels)
    }

    private var store: String { household.directory.path + "/kiatsu.db" }
    private var file: String { household.directory.path + "/backup.db" }

    private func ended(_ command: String, _ words: [String]) async throws -> (Program.Ending, String, String) {
        let program = try household.start(command, words)
        let ending = await program.ending()
        return (
            ending, program.output.elements.joined(separator: "\n"), program.errors.elements.joined(separator: "\n")
        )
    }

    /// Runs `sqlite3` on a database, and returns what it printed, errors included.
    private func sqlite(_ path: String, _ query: String) async throws -> String {
        let program = try Program("/usr/bin/sqlite3", [path, query], environment: ["HOME": household.directory.path])
        _ = await program.ending()
        return (program.output.elements + program.errors.elements).joined(separator: "\n")
    }

    /// A running program that has accepted a position.
    private func startWithPosition(_ name: String, _ topics: TopicRecorder) async throws -> Program {
        let kiatsu = try household.start()
        try await topics.first(on: "kiatsu/desk/status") { $0.text == "fresh" }
        try await move(to: name, topics)
        return kiatsu
    }

    private func move(to name: String, _ topics: TopicRecorder) async throws {
        let mark = topics.mark
        try household.broker.publish(
            "kiatsu/desk/location/set",
            #"{"lat":35.65,"lng":139.63,"name":"\#(name)"}"#
        )
        try await topics.first(on: "kiatsu/desk/location/response", since: mark) { $0.text.contains(#""ok":true"#) }
    }

    @Test func `a backup of the running bridge has what it knows, and is readable with sqlite3`() async throws {
        let topics = try await TopicRecorder(household.broker)
        let kiatsu = try await startWithPosition("n1", topics)
        #expect(try await sqlite(store, "SELECT 1 FROM position").contains("locked"))
        let (ending, output, errors) = try await ended("backup", [file])
        #expect(ending == .exit(0) && errors.isEmpty, "\(errors)")
        #expect(output.hasPrefix("\(file): a backup of \(store), ") && output.contains("1 panel(s)"))
        #expect(output.contains("1 position(s)"))
        #expect(try await sqlite(file, "SELECT name FROM position") == "n1")
        #expect(try await sqlite(file, "PRAGMA integrity_check") == "ok")
        try await move(to: "n2", topics)
        #expect(try await kiatsu.end(by: SIGTERM, seenBy: topics) == .exit(0))
        #expect(!kiatsu.errors.elements.contains { $0.contains("kiatsu.db") }, "\(kiatsu.errors.elements)")
        // At rest the database alone is all, and other programs can read it.
        #expect(try await sqlite(store, "SELECT name FROM position") == "n2")
        #expect(!FileManager.default.fileExists(atPath: store + "-wal"))
    }

    @Test func `a backup is restored once the bridge is stopped, and the bridge goes on from it`() async throws {
        let topics = try await TopicRecorder(household.broker)
        let kiatsu = try await startWithPosition("n1", topics)
        #expect(try await ended("backup", [file]).0 == .exit(0))
        try await move(to: "n2", topics)
        let refused = try await ended("restore", [file])
        #expect(refused.0 == .exit(1))
        #expect(refused.2.contains("Kiatsu is running (process \(kiatsu.identifier)) and has \(store) open: stop it"))
        #expect(try await kiatsu.end(by: SIGKILL, seenBy: topics) == .signal(SIGKILL))
        let (ending, output, errors) = try await ended("restore", [file])
        #expect(ending == .exit(0) && errors.isEmpty, "\(errors)")
        #expect(output.contains("\(store): restored from \(file), ") && output.contains("kept as \(store).replaced-2"))
        let mark = topics.mark
        let next = try household.start()
        try await topics.first(on: "kiatsu/desk/location", since: mark) { $0.text.contains("n1") }
        #expect(try await next.end(by: SIGTERM, seenBy: topics) == .exit(0))
        #expect(!next.errors.elements.contains { $0.contains("kiatsu.db") }, "\(next.errors.elements)")
    }

    @Test func `backups while positions pour in have each accepted one up to a moment`() async throws {
        let topics = try await TopicRecorder(household.broker)
        let kiatsu = try await startWithPosition("n0", topics)
        var sent = 0
        for number in 1...10 {
            for _ in 0..<5 {
                sent += 1
                try await move(to: "n\(sent)", topics)
            }
            let path = household.directory.path + "/backup-\(number).db"
            #expect(try await ended("backup", [path]).0 == .exit(0))
            #expect(try await sqlite(path, "SELECT name FROM position") == "n\(sent)")
        }
        #expect(try await kiatsu.end(by: SIGTERM, seenBy: topics) == .exit(0))
    }

    private var logBytes: Int? {
        (try? FileManager.default.attributesOfItem(atPath: store + "-wal"))?[.size] as? Int
    }

    @Test(.enabled(if: Shim.isAvailable, "needs a C compiler"))
    func `minutes after the last change the database alone has it, about the hour's mark it waits`() async throws {
        let shim = try await Shim()
        household.upstream.setHandler { OpenMeteoFixture.response(to: $0, now: shim.now) }
        let topics = try await TopicRecorder(household.broker)
        let kiatsu = try household.start(environment: shim.environment)
        try await topics.first(on: "kiatsu/desk/status") { $0.text == "fresh" }
        // To the tenth minute of the next hour, whose forecasts are written first.
        let mark = topics.mark
        let second = Int(shim.now.unixSeconds % 3600)
        try shim.step(bySeconds: 3600 + 600 - second)
        try await move(to: "n1", topics)
        let hour = "\"ts\":\(shim.now.hourStart.unixSeconds)"
        try await topics.first(on: "kiatsu/desk/weather", since: mark) { $0.text.contains(hour) }
        try await move(to: "n2", topics)
        #expect(logBytes ?? 0 > 0)
        try shim.step(bySeconds: 300)
        try await move(to: "n2", topics)
        try shim.step(bySeconds: 300)
        let log = store + "-wal"
        try await eventually {
            (try FileManager.default.attributesOfItem(atPath: log)[.size] as? Int) == 0
        }
        let naive = household.directory.path + "/naive.db"
        try FileManager.default.copyItem(atPath: store, toPath: naive)
        #expect(try await sqlite(naive, "SELECT name FROM position") == "n2")
        #expect(try await kiatsu.end(by: SIGTERM, seenBy: topics) == .exit(0))
    }

    @Test func `--store needs no configuration, and a file that is there is kept`() async throws {
        let program = try Program(Household.kiatsu, ["backup", "--store", store, file], environment: [:])
        #expect(await program.ending() == .exit(1))
        #expect(program.errors.elements.joined().contains("There is no store at \(store): name it with --store"))
        let topics = try await TopicRecorder(household.broker)
        let kiatsu = try await startWithPosition("n1", topics)
        #expect(try await kiatsu.end(by: SIGTERM, seenBy: topics) == .exit(0))
        for (words, ending) in [([], 0), ([], 1), (["--force"], 0)] as [([String], Int32)] {
            let program = try Program(Household.kiatsu, ["backup", "--store", store] + words + [file])
            #expect(await program.ending() == .exit(ending))
            if ending == 1 { #expect(program.errors.elements.joined().contains("replace it with --force")) }
        }
        for command in ["backup", "restore"] { #expect(try await ended(command, []).0 == .exit(64)) }
    }
}
