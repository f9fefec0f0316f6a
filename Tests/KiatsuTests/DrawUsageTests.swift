import Foundation
import TestSupport
import Testing

private let twoPanels = """
    panels:
      - {id: desk, location: "35.6465,139.6297", language: ja, widgets: [weather, poem]}
      - {id: hall, location: "52.52,13.405", language: de}
    """

/// The mistakes that keep `kiatsu draw` from drawing.
@Suite(.timeLimit(.minutes(4)))
struct DrawUsageTests {
    private let draw: DrawRun

    init() throws { draw = try DrawRun() }

    @Test func `its help names each option`() async throws {
        let help = try await draw(["--help"])
        #expect(help.ending == .exit(0) && help.errors.isEmpty)
        #expect(help.output.first == "usage: kiatsu draw [PANEL] [OPTION…]")
        let options = [
            "widget", "size", "colors", "theme", "language", "output", "terminal", "graphics", "watch", "sample",
            "config",
        ]
        for option in options {
            #expect(help.output.contains { $0.contains("--\(option)") }, "\(option)")
        }
    }

    @Test func `a command line that makes no sense ends with 64, and says what does`() async throws {
        for (words, remedy) in [
            (["--widget", "clock"], "there is no widget clock, but weather, conditions, day, poem"),
            (["--widget", "\u{1B}[2J"], "there is no widget  [2J"), (["--size", "95x64"], "96x64 to 1600x1200"),
            (["--size", "1601x64"], "96x64 to 1600x1200"), (["--size", "1600x1600"], "96x64 to 1600x1200"),
            (["--size", "296"], "such as 296x128"), (["--size", "-296x128"], "such as 296x128"),
            (["--size"], "--size needs a value"), (["--colors", "red"], "bw, grey4, grey16, bwr, bwy, color"),
            (["--theme", "blue"], "light, dark"), (["--language", "japanese"], "--language takes"),
            (["-o", "panel.jpg"], ".png or .svg"), (["-o", "panel"], "or - for PNG"),
            (["-o", "panel.png", "-T"], "--terminal and --output exclude each other"),
            (["--sample", "--watch"], "leave out --watch or --sample"),
            (["--watch", "-o", "-"], "into a file or to the terminal"), (["desk", "hall"], "one panel at a time"),
            (["--nonsense"], "unknown option --nonsense"),
        ] {
            let result = try await draw(words)
            #expect(result.ending == .exit(64), "\(words)")
            #expect(result.output.isEmpty && result.errors.count == 1)
            let line = result.errors.first ?? ""
            #expect(line.hasPrefix("kiatsu draw: ") && line.hasSuffix("; see kiatsu draw --help"), "\(line)")
            #expect(line.contains(remedy), "\(line)")
        }
    }

    @Test func `of more panels than one, one is to be named, and one that is there for a sample`() async throws {
        let file = try draw.configuration(twoPanels)
        for (words, remedy) in [
            ([], "name a panel: desk, hall"), (["--watch"], "name a panel: desk, hall"),
            (["attic", "--sample"], "\(file) has no panel attic, but desk, hall"),
        ] {
            let result = try await draw(["--config", file] + words)
            #expect(result.ending == .exit(64) && result.output.isEmpty && result.errors.count == 1)
            #expect(result.errors.first?.contains(remedy) == true, "\(result.errors)")
        }
    }

    @Test func `without a configuration a sample is all that can be drawn, as is told`() async throws {
        let file = "/nowhere/kiatsu.yaml"
        for words in [["--config", file], ["desk", "--config", file, "--watch"]] {
            let result = try await draw(words)
            #expect(result.ending == .exit(78) && result.output.isEmpty && result.errors.count == 2)
            #expect(result.errors.first?.hasPrefix("\(file): cannot be read") == true)
            #expect(result.errors.last == "kiatsu draw: --sample draws a sample without it")
        }
        // A panel is one of a configuration, and a configuration that was named is to be used.
        for words in [["desk", "--sample", "--config", file], ["--sample", "--config", file]] {
            let result = try await draw(words)
            #expect(result.ending == .exit(78) && result.errors.count == 1)
        }
        #expect(try await draw(["--sample"], environment: ["KIATSU_CONFIG": file]).ending == .exit(78))
    }

    @Test func `no broker, and no bridge at one, are told, with what can be drawn all the same`() async throws {
        let hint = "kiatsu draw: --sample draws a sample without it"
        let away = try await draw(["desk", "--config", draw.configuration(twoPanels)])
        #expect(away.ending == .exit(1) && away.output.isEmpty && away.errors.count == 2)
        #expect(away.errors.first?.contains("Nothing accepts connections") == true, "\(away.errors)")
        #expect(away.errors.last == hint)
        let broker = try Broker()
        let silent = try await draw(["desk", "--config", draw.configuration(twoPanels, at: broker.address)])
        #expect(silent.ending == .exit(1) && silent.output.isEmpty && silent.errors.count == 2)
        #expect(silent.errors.first?.contains("is `kiatsu run` running, with this broker") == true, "\(silent.errors)")
        #expect(silent.errors.last == hint)
    }

    @Test func `without kiatsu-draw beside it one line says what is missing`() async throws {
        let result = try await draw.shell(
            #"cp "$KIATSU" "$DIRECTORY/kiatsu" && exec "$DIRECTORY/kiatsu" draw --sample -o "$DIRECTORY/panel.png""#
        )
        let missing = draw.path("kiatsu-draw")
        #expect(result.ending == .exit(1) && result.output.isEmpty)
        #expect(
            result.errors == [
                "kiatsu draw: kiatsu-draw, which pictures need, cannot be started: \(missing): No such file or "
                    + "directory; install the kiatsu-draw that belongs to this kiatsu as \(missing)"
            ]
        )
        #expect(!FileManager.default.fileExists(atPath: draw.path("panel.png")))
    }

    @Test func `what cannot be written is told, and leaves what was there`() async throws {
        let missing = draw.path("missing/panel.png")
        var result = try await draw(["--sample", "-o", missing])
        #expect(result.ending == .exit(1))
        #expect(result.errors == ["kiatsu draw: \(missing) cannot be written: No such file or directory"])

        try draw.directory.write("old", to: "panel.png")
        // Of half a kilobyte, as of a disk that is full, the rest is refused.
        let limited = #"trap '' XFSZ; ulimit -f 1; exec "$KIATSU" draw --sample"#
        result = try await draw.shell(#"\#(limited) --size 800x480 -o "$DIRECTORY/panel.png""#)
        #expect(result.ending == .exit(1))
        #expect(result.errors == ["kiatsu draw: \(draw.path("panel.png")) cannot be written: File too large"])
        #expect(try draw.bytes("panel.png") == Array("old".utf8))

        try FileManager.default.createDirectory(atPath: draw.path("folder.svg"), withIntermediateDirectories: false)
        result = try await draw(["--sample", "-o", draw.path("folder.svg")])
        #expect(result.ending == .exit(1))
        #expect(result.errors == ["kiatsu draw: \(draw.path("folder.svg")) cannot be written: Is a directory"])

        for output in ["-o -", "--terminal"] {
            result = try await draw.shell(#"exec "$KIATSU" draw --sample --size 96x64 \#(output) > /dev/full"#)
            #expect(result.ending == .exit(1))
            #expect(
                result.errors == ["kiatsu draw: standard output cannot be written: No space left on device"],
                "\(output)"
            )
        }
        let files = try FileManager.default.contentsOfDirectory(atPath: draw.directory.path)
        #expect(Set(files).subtracting([".cache"]) == ["panel.png", "folder.svg"], "nothing is left over")
    }
}
