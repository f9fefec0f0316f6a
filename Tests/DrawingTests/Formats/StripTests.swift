import Drawing
import Pictures
import TestSupport
import Testing
import Widgets

struct StripTests {
    private struct Strip {
        var id: UInt32
        var firstRow: Int
        var count: Int
        var rows: ArraySlice<UInt8>

        init(_ bytes: [UInt8]) throws {
            try #require(bytes.count > 8)
            func number(_ range: Range<Int>) -> UInt32 { bytes[range].reversed().reduce(0) { $0 << 8 | UInt32($1) } }
            id = number(0..<4)
            firstRow = Int(number(4..<6))
            count = Int(number(6..<8))
            rows = bytes[8...]
        }
    }

    @Test(arguments: UInt64(0)..<100)
    func `strips in any order make the framebuffer, and none is larger than it may be`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for colors in PictureColors.allCases {
            let pixels = RandomPictures.pixels(colors, &random)
            let framebuffer = Framebuffer(pixels, colors, PictureRotation.allCases[Int(seed % 4)])
            let bytesPerRow = framebuffer.layout.bytesPerRow
            let mostBytes = Int.random(in: 8 + bytesPerRow...8 + 7 * bytesPerRow, using: &random)
            let strips = framebuffer.strips(mostBytes: mostBytes)
            #expect(strips.count == framebuffer.layout.stripCount(mostBytes: mostBytes))
            var bytes = [UInt8](repeating: 0x55, count: framebuffer.layout.byteCount)
            for message in strips.shuffled(using: &random) {
                #expect(message.count <= mostBytes)
                let strip = try Strip(message)
                #expect(strip.id == framebuffer.id)
                #expect(strip.count == strips.count)
                let start = strip.firstRow * bytesPerRow
                bytes.replaceSubrange(start..<start + strip.rows.count, with: strip.rows)
            }
            #expect(bytes == framebuffer.bytes)
        }
    }

    @Test func `there are none where a row does not fit`() {
        let framebuffer = Framebuffer(Pixels(width: 96, height: 4, filledWith: .white), .blackAndWhite, .none)
        #expect(framebuffer.strips(mostBytes: 8 + 11) == [])
        #expect(framebuffer.strips(mostBytes: 0) == [])
        #expect(framebuffer.strips(mostBytes: 8 + 12).count == 4)
    }

    @Test func `a strip begins with the identifier, its first row and the number of strips`() {
        let framebuffer = Framebuffer(Pixels(width: 8, height: 3, filledWith: .black), .blackWhiteRed, .none)
        // CRC-32 of 00 00 00 FF FF FF.
        #expect(framebuffer.id == 0xB17C_87B1)
        let id = (0..<4).map { UInt8(truncatingIfNeeded: framebuffer.id >> (8 * $0)) }
        #expect(
            framebuffer.strips(mostBytes: 10) == [
                id + [0, 0, 3, 0, 0x00, 0x00], id + [2, 0, 3, 0, 0x00, 0xFF], id + [4, 0, 3, 0, 0xFF, 0xFF],
            ]
        )
    }
}
