import Foundation
import TestSupport
import Testing
import Time

/// `kiatsu draw --sample`, which needs neither bridge nor configuration.
@Suite(.timeLimit(.minutes(4)))
struct DrawSampleTests {
    private let draw: DrawRun

    init() throws { draw = try DrawRun() }

    private func text(_ name: String) throws -> String { String(decoding: try draw.bytes(name), as: UTF8.self) }

    @Test(arguments: ["weather", "conditions", "day", "poem"])
    func `a widget is drawn into a PNG, the same each time, and on standard output, and as SVG`(
        widget: String
    ) async throws {
        // As long as names of files can be.
        let long = String(repeating: "a", count: 251) + ".png"
        let words = ["--sample", "-w", widget]
        var hour: UTCInstant
        repeat {
            // A sample is one of its hour.
            hour = SystemWallClock().now.hourStart
            for name in ["panel.png", long] {
                let result = try await draw(words + ["-o", draw.path(name)])
                #expect(result.ending == .exit(0) && result.output.isEmpty)
                let bytes = try draw.bytes(name)
                #expect(result.errors == ["kiatsu draw: \(draw.path(name)): 296x128, \(bytes.count) bytes"])
                let picture = try PNGFile(bytes)
                #expect(picture.width == 296 && picture.height == 128 && picture.isIndexed && picture.bitDepth == 1)
            }
            let piped = try await draw.shell(
                #"exec "$KIATSU" draw --sample -w \#(widget) -o - > "$DIRECTORY/piped""#
            )
            #expect(piped.ending == .exit(0) && piped.errors.isEmpty)
        } while hour != SystemWallClock().now.hourStart
        #expect(try draw.bytes("panel.png") == draw.bytes(long))
        #expect(try draw.bytes("panel.png") == draw.bytes("piped"))
        let files = try FileManager.default.contentsOfDirectory(atPath: draw.directory.path)
        #expect(Set(files).subtracting([".cache"]) == ["panel.png", long, "piped"], "nothing is left over")

        let vector = try await draw(words + ["-s", "400x300", "-C", "color", "-o", draw.path("panel.svg")])
        let svg = try text("panel.svg")
        #expect(vector.ending == .exit(0))
        #expect(vector.errors == ["kiatsu draw: \(draw.path("panel.svg")): 400x300, \(svg.utf8.count) bytes"])
        #expect(svg.contains("<svg") && svg.hasSuffix("</svg>\n") && svg.contains("400") && svg.contains("300"))
    }

    @Test func `size, colours, theme and language make a difference`() async throws {
        var pictures: Set<[UInt8]> = []
        for (words, width, height, bitDepths) in [
            ([], 96, 64, 1...1), (["-t", "dark"], 96, 64, 1...1), (["-C", "grey4"], 96, 64, 1...2),
            (["-s", "296x128"], 296, 128, 1...1), (["-l", "ja", "-s", "296x128"], 296, 128, 1...1),
            (["-C", "bwr", "-s", "128x296"], 128, 296, 1...2),
            (["-C", "color", "-s", "250x122"], 250, 122, 1...8),
        ] as [([String], Int, Int, ClosedRange<Int>)] {
            let result = try await draw(["-S", "-s", "96x64"] + words + ["-o", draw.path("panel.png")])
            #expect(result.ending == .exit(0), "\(result.errors)")
            let bytes = try draw.bytes("panel.png")
            let picture = try PNGFile(bytes)
            #expect(picture.width == width && picture.height == height && bitDepths.contains(picture.bitDepth))
            #expect(pictures.insert(bytes).inserted, "\(words)")
        }
    }

    @Test func `a panel's own settings count for its sample, and the command line's before them`() async throws {
        let file = try draw.configuration(
            """
            panels:
              - id: desk
                location: "35.6465,139.6297"
                widgets: {poem: {picture_size: 128x96}, weather: {picture_size: 200x100, picture_theme: dark}}
            """
        )
        for (words, size) in [
            ([], "128x96"), (["-w", "weather"], "200x100"), (["desk", "-w", "day"], "296x128"),
            (["-s", "96x64"], "96x64"),
        ] {
            let result = try await draw(["--config", file, "--sample", "-o", draw.path("panel.png")] + words)
            #expect(result.ending == .exit(0), "\(result.errors)")
            let picture = try PNGFile(try draw.bytes("panel.png"))
            #expect("\(picture.width)x\(picture.height)" == size)
        }
    }

    // MARK: Terminals

    /// The numbers of characters of the lines.
    private func widths(_ lines: [String]) -> Set<Int> { Set(lines.map(\.count)) }

    private static let small = #""$KIATSU" draw --sample --size 96x64"#

    @Test func `what is no terminal gets half blocks without colours, pixel by pixel`() async throws {
        let result = try await draw(["--sample", "--size", "96x64"])
        #expect(result.ending == .exit(0) && result.errors.isEmpty)
        #expect(result.output.count == 32 && widths(result.output) == [96])
        #expect(Set(result.output.joined()) == [" ", "▀", "▄", "█"])
        #expect(try await draw(["--sample", "--size", "96x64", "-T"]).output == result.output)
    }

    @Test func `a terminal gets colours, unless it says that it wants none`() async throws {
        let colored = try await draw.terminal(Self.small, columns: 100, rows: 40)
        #expect(colored.ending == .exit(0) && colored.output.count == 32)
        #expect(colored.output.allSatisfy { $0.hasSuffix("\u{1B}[0m") && $0.count { $0 == "▀" } == 96 })
        #expect(colored.output.joined().contains("\u{1B}[38;2;255;255;255m\u{1B}[48;2;0;0;0m"))
        let plain = try await draw.terminal(Self.small, columns: 100, rows: 40, environment: ["NO_COLOR": "1"])
        #expect(plain.output.count == 32 && widths(plain.output) == [96])
        #expect(Set(plain.output.joined()) == [" ", "▀", "▄", "█"])
    }

    @Test func `a terminal gets no PNG`() async throws {
        let result = try await draw.terminal(#"\#(Self.small) -o -"#, columns: 100, rows: 40)
        #expect(result.ending == .exit(64) && result.output.count == 1)
        #expect(result.output.first?.contains("leave out --output, or name a file") == true)
    }

    @Test func `a picture that is wider than the terminal is halved`() async throws {
        for (columns, width) in [(96, 96), (95, 48), (47, 24)] {
            let result = try await draw.terminal(
                Self.small + " -g blocks",
                columns: columns,
                rows: 40,
                environment: ["NO_COLOR": "1"]
            )
            #expect(result.output.count == width / 3 && widths(result.output) == [width])
        }
    }

    @Test func `without a size it is as large as the terminal lets it be`() async throws {
        let result = try await draw.terminal(
            #""$KIATSU" draw --sample -g blocks"#,
            columns: 120,
            rows: 40,
            environment: ["NO_COLOR": "1"]
        )
        #expect(result.output.count == 39 && widths(result.output) == [120])
    }
}
