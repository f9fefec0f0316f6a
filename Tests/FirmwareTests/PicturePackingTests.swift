import Drawing
import Pictures
import TestSupport
import Testing
import Time
import Weather
import Widgets

/// The C header unpacks what the daemon packs, and reads its labels.
@Suite(.serialized, .timeLimit(.minutes(4))) struct PicturePackingTests {
    @Test func `what was packed is unpacked, in pieces of any size`() async throws {
        var random = SeededGenerator(seed: 1)
        var lines: [String] = []
        var expected: [String] = []
        for colors in (0..<8).flatMap({ _ in PictureColors.allCases }) {
            let framebuffer = SampleFramebuffer(colors, using: &random).framebuffer
            let layout = framebuffer.layout
            let packed = PackBits.encoded(framebuffer.bytes, bytesPerRow: layout.bytesPerRow)
            let rows = layout.height * layout.planes
            for piece in [1, 2, 7, 128, 100_000] {
                lines.append("unpack \(layout.bytesPerRow) \(rows) \(piece) \(Firmware.hex(packed))")
                expected.append("\(rows) rows, \(Firmware.hex(framebuffer.bytes))")
            }
        }
        #expect(try await PictureProgram().run(lines) == expected)
    }

    @Test func `what is damaged is refused unless it is another picture`() async throws {
        var random = SeededGenerator(seed: 4)
        let framebuffer = SampleFramebuffer(.blackAndWhite, width: 96, height: 9, rowsPerStrip: 1, using: &random)
            .framebuffer
        let packed = PackBits.encoded(framebuffer.bytes, bytesPerRow: 12)
        let cut = (0..<packed.count).map { Array(packed.prefix($0)) }
        let damaged = cut + Damage.flips(of: packed) + [packed + [0]]
        let said = try await PictureProgram().run(damaged.map { "unpack 12 9 5 \(Firmware.hex($0))" })
        try #require(said.count == damaged.count)
        for (bytes, said) in zip(damaged, said) {
            if let rows = unpacked(bytes, bytesPerRow: 12), rows.count == 9 * 12 {
                #expect(said == "9 rows, \(Firmware.hex(rows))")
            } else {
                #expect(said.contains("refused"), "\(Firmware.hex(bytes))")
                #expect(!said.contains("differs"))
            }
        }
        #expect(said.prefix(cut.count).allSatisfy { $0.hasSuffix("refused: too short") })
        #expect(said.contains { $0.contains("and damage") })
    }

    @Test(arguments: ["世田谷区", "Berlin", "กรุงเทพมหานคร", "القاهرة"])
    func `a label is read pixel by pixel`(name: String) async throws {
        let size = try #require(PictureSize(width: 296, height: 128))
        let context = DrawingContext(
            display: DisplayContext(
                settings: DisplaySettings(language: "ja", units: .metric, family: .large),
                placeName: name,
                hour: UTCInstant(unixSeconds: 1_644_048_000),
                isStale: false
            ),
            isExpired: false,
            size: size,
            palette: Palette(.blackAndWhite, .light)
        )
        let typesetter = Typesetter(isSmooth: false, fonts: "")
        let label = try #require(PlaceLabel.encoded(name, context, typesetter, mostBytes: 208))
        let (width, height) = (Int(label[0]), Int(label[1]))
        let bytesPerRow = (width + 7) / 8
        var expected = "\(width) x \(height) "
        for y in -1...height {
            for x in -1...width {
                let isInside = (0..<width).contains(x) && (0..<height).contains(y)
                let isBlack = isInside && label[2 + y * bytesPerRow + x / 8] & (0x80 >> UInt8(x % 8)) == 0
                expected += isBlack ? "#" : "."
            }
        }
        #expect(expected.contains("#"))
        let cut = (0..<label.count).map { Array(label.prefix($0)) } + [label + [0]]
        let damaged = cut + Damage.flips(of: Array(label.prefix(2))).map { $0 + label.dropFirst(2) }
        let said = try await PictureProgram().run(([label] + damaged).map { "label \(Firmware.hex($0))" })
        #expect(said.first == expected)
        #expect(said.count == damaged.count + 1)
        // Other widths may have rows of as many bytes.
        for (bytes, said) in zip(damaged, said.dropFirst())
        where bytes.count < 3 || bytes.count - 2 != (Int(bytes[0]) + 7) / 8 * Int(bytes[1]) {
            #expect(said.hasPrefix("refused"))
        }
    }

    /// As TIFF has it, row by row; nil for what is none.
    private func unpacked(_ packed: [UInt8], bytesPerRow: Int) -> [UInt8]? {
        var result: [UInt8] = []
        var rest = packed[...]
        while let length = rest.popFirst().map({ Int(Int8(bitPattern: $0)) }) {
            let count = length < 0 ? 1 - length : length + 1
            guard length != -128, rest.count >= (length < 0 ? 1 : count),
                result.count % bytesPerRow + count <= bytesPerRow
            else { return nil }
            result += length < 0 ? [UInt8](repeating: rest[rest.startIndex], count: count) : Array(rest.prefix(count))
            rest = rest.dropFirst(length < 0 ? 1 : count)
        }
        return result
    }
}
