import Foundation
import TestSupport
import Testing

/// The clock of a panel that sleeps, and when it wakes.
@Suite(.serialized, .timeLimit(.minutes(4))) struct WakeTests {
    /// 2026-11-21 12:00 UTC.
    private static let hour = 1_795_262_400

    private func said(
        _ lines: [String],
        _ compilation: Compilation = Compilation(compiler: "gcc", flags: ["-std=c99"]),
        _ more: [String] = []
    ) async throws -> [String] {
        let scratch = try ScratchDirectory()
        try await Firmware.require(compilation.flags, of: compilation.compiler, in: scratch)
        let program = try await compilation.compile("wake.c", more, in: scratch)
        return try await Firmware.run(program, input: lines.map { $0 + "\n" }.joined())
    }

    @Test(arguments: Compilation.all)
    func `the time is read from the answer to a hello, and from nothing else`(compilation: Compilation) async throws {
        let answers = [
            (#"{"ok":true,"now":1795262425,"widgets":{"weather":["frame"]}}"#, 1_795_262_425),
            (#"{"ok":true,"now":1795262425}"#, 1_795_262_425), (#"{"ok":true,"now":1795262425"#, 1_795_262_425),
            (#"{"ok":true,"now":179526242"#, 0), (#"{"ok":true,"now":17952624251}"#, 0), (#"{"ok":true,"now":"#, 0),
            (#"{"ok":true,"now":1577836799}"#, 0), (#"{"ok":true,"now":-1795262425}"#, 0),
            (#"{"ok":true,"now":"1795262425"}"#, 0), (#"{"ok":true,"widgets":{}}"#, 0), ("", 0), ("\"now\"", 0),
            (#"{"ok":true,"id":"\"now\":1795262425"}"#, 0),
        ]
        let read = try await said(answers.map { "read " + $0.0 }, compilation)
        for (text, answer) in zip(read, answers) { #expect(text == "\(answer.1)", "\(answer.0)") }
        #expect(read.count == answers.count)
    }

    @Test func `the answer is read within its bytes`() async throws {
        let answer = #"{"ok":true,"now":1795262425}"#
        let sanitizers = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
        let lines = (0...answer.count).map { "read " + answer.prefix($0) }
        #expect(
            try await said(lines, Compilation(compiler: "gcc", flags: ["-std=c99"]), sanitizers).count == lines.count
        )
    }

    @Test func `from two moments that are known a clock tells how fast it is`() async throws {
        let set = Self.hour
        let cases = [
            // set_at, slow, said, now
            ("set 0 0 5000 \(set)", "0"), ("set \(set) 0 \(set + 3564) \(set + 3600)", "10101"),
            ("set \(set) 0 \(set + 3636) \(set + 3600)", "-9900"),
            // Too short to tell; too far apart, or by another hand: what is known stays.
            ("set \(set) 77 \(set + 1000) \(set + 1010)", "77"),
            ("set \(set) 77 \(set + 3600) \(set + 7200)", "77"),
            ("set \(set) 77 \(set + 200_000) \(set + 200_000)", "77"),
            ("set \(set) 77 100 \(set + 3600)", "77"),
            ("now \(set) 10000 \(set + 3600)", "\(set + 3636)"), ("now 0 10000 \(set + 3600)", "\(set + 3600)"),
            ("now \(set) 10000 \(set - 5)", "\(set - 5)"),
            ("due 0 5000", "1"), ("due 0 \(set)", "1"), ("due \(set) \(set + 10_799)", "0"),
            ("due \(set) \(set + 10_800)", "1"), ("due \(set) \(set - 1)", "1"),
            // set_at, slow, ts, said, random: 3595 s, of which a slow clock counts fewer.
            ("sleep \(set) 0 \(set) \(set + 25) 0", "3595"), ("sleep \(set + 25) 10000 \(set) \(set + 25) 0", "3560"),
            ("sleep \(set + 25) -10000 \(set) \(set + 25) 0", "3630"),
            ("sleep 0 0 \(set) \(set + 3650) 0", "60"), ("sleep 0 0 \(set) 77 0", "3620"),
        ]
        let told = try await said(cases.map(\.0))
        for (text, wanted) in zip(told, cases) { #expect(text == wanted.1, "\(wanted.0)") }
        #expect(told.count == cases.count)
    }

    @Test func `over 30 days the paper shows the running hour, however wrong the clock is`() async throws {
        let scratch = try ScratchDirectory()
        let compilation = Compilation(compiler: "gcc", flags: ["-std=c99", "-O1"])
        let program = scratch.path + "/program"
        let arguments = compilation.flags + Compilation.strict + ["-I", Firmware.header.path]
        _ = try await Firmware.run("gcc", arguments + [Firmware.source("wake_simulation.c"), "-o", program, "-lm"])
        let rows = try await Firmware.run(program).map { $0.split(separator: " ").map(String.init) }
        #expect(rows.count == 18)
        for row in rows {
            let most = try #require(Int(row[6]))
            let wakes = try #require(Int(row[8]))
            if row[0] == "before" {
                #expect(most > 2000, "what this is about: \(row)")
            } else {
                // Hundredths of a percent, and tenths of a wake a day.
                #expect(most <= 200, "\(row)")
                #expect(wakes <= 245, "\(row)")
            }
        }
    }

    // MARK: The sketches

    private static let start = 1_644_048_000
    private static let frameTopic = "kiatsu/kitchen/weather/frame"

    private func naps(_ actions: [Action]) -> [(seconds: Int, after: Int)] {
        actions.filter { $0.verb == "asleep" }.map { ($0.numbers[0], $0.numbers[1]) }
    }

    private func commands(of sketch: Sketch) throws -> [String] {
        sketch == .paper
            ? ["retain \(Self.frameTopic) \(Firmware.hex(try Firmware.goldenFrame("setagaya")))"]
            : try PublishedPicture(seed: 1).retained(at: Self.start)
    }

    @Test(arguments: [Sketch.paper, .picture])
    func `the bridge's answer sets the clock, and a clock that is slow sleeps for less`(sketch: Sketch) async throws {
        let bench = try await sketch.bench(isSanitized: true)
        let actions = try await bench.run(
            ["clock \(Self.start + 25)"] + commands(of: sketch) + [
                "bridge 1 0", "wake", "clock \(Self.start + 3600)", "bridge 1 36", "wake",
            ]
        )
        let naps = naps(actions)
        // The picture sketch waits five seconds for a newer picture.
        #expect(naps.count == 2 && naps.allSatisfy { $0.after < 8000 })
        #expect(abs(naps[0].seconds - (3600 - 25 + 27)) <= 2)
        // It is 36 s past the hour, and the entry that of the hour before: soon again, by a clock 1 percent slow.
        #expect((58...60).contains(naps[1].seconds), "\(naps)")
        #expect(actions.allSatisfy { $0.verb != "ntp" } == false, "asked while the clock was unknown")
    }

    @Test(arguments: [Sketch.paper, .picture])
    func `without a bridge NTP is waited for, every few hours and no longer than six seconds`(sketch: Sketch)
        async throws
    {
        let bench = try await sketch.bench(isSanitized: true)
        let actions = try await bench.run(
            ["clock \(Self.start + 25)"] + commands(of: sketch) + [
                "bridge 0 0", "ntp 4800 40", "wake", "clock \(Self.start + 3630)", "wake",
                "clock \(Self.start + 14_500)", "ntp 0 0", "wake", "clock \(Self.start + 18_100)", "wake",
            ]
        )
        let naps = naps(actions)
        #expect(naps.count == 4)
        #expect(actions.filter { $0.verb == "ntp" }.count == 2)
        #expect((4800...6000).contains(naps[0].after), "\(naps)")
        #expect(abs(naps[0].seconds - (3600 - 25 - 40 - 5 + 27)) <= 2, "NTP's time is that of the sleep: \(naps)")
        // Of these the picture sketch spends five seconds on waiting for a newer picture.
        #expect(naps[1].after < 6000 && naps[3].after < 6000, "\(naps)")
        #expect((6000...9000).contains(naps[2].after), "\(naps)")
    }
}
