import Drawing
import Pictures
import TestSupport
import Widgets

/// The program that does with the header what lines say, compiled.
struct PictureProgram {
    private let scratch: ScratchDirectory
    private let path: String

    init(_ compilation: Compilation = Compilation(compiler: "gcc", flags: ["-std=c99"])) async throws {
        scratch = try ScratchDirectory()
        try await Firmware.require(compilation.flags, of: compilation.compiler, in: scratch)
        path = try await compilation.compile("picture.c", in: scratch)
    }

    /// The program's answer to each line.
    func run(_ lines: [String]) async throws -> [String] {
        try await Firmware.run(path, input: lines.map { $0 + "\n" }.joined())
    }
}

/// A framebuffer with areas and noise, and how its strips are cut.
struct SampleFramebuffer {
    let framebuffer: Framebuffer
    var rowsPerStrip: Int

    init(_ colors: PictureColors, width: Int, height: Int, rowsPerStrip: Int, using random: inout SeededGenerator) {
        var pixels = Pixels(width: width, height: height, filledWith: .white)
        let entries = Palette(colors, .light).entries
        for y in 0..<height {
            let isNoise = Bool.random(using: &random)
            let left = Int.random(in: 0..<width, using: &random)
            for x in left..<width {
                pixels[x, y] = (isNoise ? entries.randomElement(using: &random) : nil) ?? .black
            }
        }
        framebuffer = Framebuffer(pixels, colors, .none)
        self.rowsPerStrip = rowsPerStrip
    }

    init(_ colors: PictureColors, using random: inout SeededGenerator) {
        let rows = Int.random(in: 1...40, using: &random)
        self.init(
            colors,
            width: .random(in: 1...100, using: &random),
            height: rows,
            rowsPerStrip: .random(in: 1...rows, using: &random),
            using: &random
        )
    }

    private var bytesPerRow: Int { framebuffer.layout.bytesPerRow }
    private var rows: Int { framebuffer.layout.height * framebuffer.layout.planes }

    var strips: [[UInt8]] {
        framebuffer.strips(mostBytes: FramebufferLayout.stripHeaderBytes + rowsPerStrip * bytesPerRow)
    }

    /// The line that gives the program a strip of the picture.
    func line(_ verb: String, _ strip: [UInt8]) -> String { "\(verb) \(bytesPerRow) \(rows) \(Firmware.hex(strip))" }

    /// The program's line when all strips have come.
    var complete: String { "complete \(framebuffer.id) \(Firmware.hex(framebuffer.bytes))" }

    /// The program's line about a strip; nil if strips of no size would have such a one.
    func reading(of strip: [UInt8]) -> String? {
        guard strip.count > 8, (strip.count - 8) % bytesPerRow == 0 else { return nil }
        func number(_ range: Range<Int>) -> Int { strip[range].reversed().reduce(0) { $0 << 8 | Int($1) } }
        let (first, count, own) = (number(4..<6), number(6..<8), (strip.count - 8) / bytesPerRow)
        for perStrip in 1...rows where (rows + perStrip - 1) / perStrip == count && first % perStrip == 0 {
            guard first < rows, own == min(perStrip, rows - first) else { continue }
            let place = "\(first / perStrip) of \(count) with \(perStrip): \(first) + \(own)"
            return "\(number(0..<4)), \(place) \(Firmware.hex(Array(strip.dropFirst(8))))"
        }
        return nil
    }
}

enum Damage {
    /// Each of the messages that differ in one bit.
    static func flips(of bytes: [UInt8]) -> [[UInt8]] {
        (0..<bytes.count * 8).map { bit in
            var flipped = bytes
            flipped[bit / 8] ^= 1 << UInt8(bit % 8)
            return flipped
        }
    }
}
