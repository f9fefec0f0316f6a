import Foundation
import TestSupport
import Testing

/// The ways in which a terminal is shown a picture: dots and graphics, pixel by pixel.
@Suite(.timeLimit(.minutes(4)))
struct DrawTerminalTests {
    private let draw: DrawRun

    init() throws { draw = try DrawRun() }

    private static let sample = ["--sample", "-w", "poem", "--size", "96x64"]
    private static let line = #""$KIATSU" draw --sample -w poem"#

    /// True for each light pixel, in rows, read off the half blocks.
    private func lightPixels() async throws -> [[Bool]] {
        let result = try await draw(Self.sample + ["-g", "blocks"])
        #expect(result.ending == .exit(0))
        return result.output.flatMap { line in
            [line.map { "█▀".contains($0) }, line.map { "█▄".contains($0) }]
        }
    }

    @Test func `dots stand for the pixels that are fewer, in a light picture and in a dark one`() async throws {
        for theme in ["light", "dark"] {
            let pixels = try await lightPixels()
            let result = try await draw(Self.sample + ["-g", "braille", "-t", theme])
            #expect(result.ending == .exit(0) && result.output.count == 16)
            var shown = [[Bool]](repeating: [Bool](repeating: false, count: 96), count: 64)
            for (row, line) in result.output.enumerated() {
                for (column, scalar) in line.unicodeScalars.enumerated() where scalar != " " {
                    let bits = scalar.value - 0x2800
                    for (bit, (x, y)) in [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3)].enumerated() {
                        if bits >> bit & 1 == 1 { shown[4 * row + y][2 * column + x] = true }
                    }
                }
            }
            if theme == "light" { #expect(shown == pixels.map { $0.map { !$0 } }) }
            let count = shown.joined().count { $0 }
            #expect(count > 100 && count < 96 * 64 / 2)
        }
    }

    @Test func `sixel has each pixel`() async throws {
        let pixels = try await lightPixels()
        let result = try await draw(Self.sample + ["-g", "sixel"])
        #expect(result.ending == .exit(0))
        let text = result.output.joined()
        let head = "\u{1B}P0;1;0q\"1;1;96;64#0;2;0;0;0#1;2;100;100;100"
        #expect(text.hasPrefix(head) && text.hasSuffix("\u{1B}\\"))
        var shown = [[Bool?]](repeating: [Bool?](repeating: nil, count: 96), count: 66)
        var (top, x, color, number) = (0, 0, 0, "")
        var isColor = false
        for character in text.dropFirst(head.count).dropLast(2) {
            if character.isNumber {
                number.append(character)
                continue
            }
            if isColor { color = try #require(Int(number)) }
            let count = isColor ? 1 : Int(number) ?? 1
            (isColor, number) = (false, "")
            switch character {
            case "#": isColor = true
            case "!": break
            case "$": x = 0
            case "-": (top, x) = (top + 6, 0)
            default:
                let bits = try #require(character.asciiValue) - 63
                for _ in 0..<count {
                    for bit in 0..<6 where bits >> bit & 1 == 1 { shown[top + bit][x] = color == 1 }
                    x += 1
                }
            }
        }
        #expect(Array(shown.prefix(64)) == pixels)
        #expect(shown.suffix(2).joined().allSatisfy { $0 == nil })
    }

    @Test func `sixel of many colours keeps within a terminal's 256`() async throws {
        let result = try await draw(["--sample", "--size", "296x128", "-C", "color", "-g", "sixel"])
        #expect(result.ending == .exit(0))
        let colors = result.output.joined().matches(of: #/#(\d+);2;(\d+);(\d+);(\d+)/#).map { $0.output.0 }
        #expect((3...256).contains(colors.count) && Set(colors).count == colors.count)
    }

    @Test func `kitty gets the file itself, in parts`() async throws {
        let words = ["--sample", "-w", "poem", "--size", "800x480", "-C", "color"]
        let file = draw.path("poem.png")
        #expect(try await draw(words + ["-o", file]).ending == .exit(0))
        let result = try await draw(words + ["-g", "kitty"])
        let parts = result.output.joined().split(separator: "\u{1B}\\")
        #expect(result.ending == .exit(0) && parts.count > 1)
        for (index, part) in parts.enumerated() {
            let more = index < parts.count - 1 ? 1 : 0
            #expect(part.hasPrefix("\u{1B}_G\(index == 0 ? "a=T,f=100,q=2," : "")m=\(more);"))
        }
        let text = parts.compactMap { $0.split(separator: ";").last }.joined()
        #expect(try Array(#require(Data(base64Encoded: text))) == draw.bytes("poem.png"))
    }

    // MARK: What the terminal has

    @Test func `a small terminal gets dots, a wide one blocks, and the console blocks`() async throws {
        for (columns, rows, name, isDotted) in [
            (80, 24, "xterm", true), (300, 80, "xterm", false), (80, 24, "linux", false), (80, 24, "dumb", true),
        ] {
            let environment = ["TERM": name]
            let result = try await draw.terminal(Self.line, columns: columns, rows: rows, environment: environment)
            #expect(result.ending == .exit(0))
            let text = result.output.joined()
            let hasDots = text.unicodeScalars.contains { (0x2801...0x28FF).contains($0.value) }
            #expect(hasDots == isDotted && text.contains("▀") != isDotted, "\(columns), \(name)")
            let lines = result.output.filter { !$0.contains("\u{1B}_G") }
            #expect(lines.count < rows && (!isDotted || lines.allSatisfy { $0.count <= columns }), "\(name)")
        }
    }

    @Test(arguments: [
        (#"\033_Gi=31;OK\033\\\033[?62;22c"#, "\u{1B}_Ga=T,f=100"), (#"\033[?62;4;22c"#, "\u{1B}P0;1;0q"),
        (#"\033_Gi=31;ENOENT:no\033\\\033[?64;c"#, "⠀"),
    ])
    func `a terminal that answers that it has graphics gets them`(answer: String, shown: String) async throws {
        let command = "stty cols 80 rows 24; \(Self.line)"
        let result = try await draw.shell(
            "printf '\(answer)' > \"$DIRECTORY/answer\"; script -qec '\(command)' /dev/null < \"$DIRECTORY/answer\"",
            environment: ["TERM": "xterm"]
        )
        let text = result.output.joined()
        if shown == "⠀" {
            #expect(text.unicodeScalars.contains { (0x2801...0x28FF).contains($0.value) }, "\(result)")
        } else {
            #expect(text.contains(shown), "\(result)")
        }
    }

    @Test func `graphics are for the terminal, and among those that there are`() async throws {
        for (words, remedy) in [
            (["-g", "ascii"], "--graphics takes auto, kitty, sixel, braille, blocks"),
            (["-g", "sixel", "-o", "a.png"], "leave out --output or --graphics"),
        ] {
            let result = try await draw(["--sample"] + words)
            #expect(result.ending == .exit(64) && result.errors.first?.contains(remedy) == true, "\(result.errors)")
        }
    }
}
