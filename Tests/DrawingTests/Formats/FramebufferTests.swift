import Drawing
import Pictures
import TestSupport
import Testing
import Widgets

struct FramebufferTests {
    /// An L with a spot, so that no turn looks like another.
    private static let letter = [
        "# . . . . . . . . .",
        "# . . . . # . . . .",
        "# # # . . . . . . .",
    ]

    private static func pixels(_ drawing: [String], _ colors: [Character: Color]) throws -> Pixels {
        let rows = drawing.map { $0.filter { $0 != " " } }
        let width = try #require(rows.first?.count)
        var pixels = Pixels(width: width, height: rows.count, filledWith: .white)
        for (y, row) in rows.enumerated() {
            for (x, mark) in row.enumerated() { pixels[x, y] = try #require(colors[mark]) }
        }
        return pixels
    }

    @Test(
        arguments: [
            (.none, [0b0111_1111, 0b11_111111, 0b0111_1011, 0b11_111111, 0b0001_1111, 0b11_111111]),
            (
                .quarter,
                [0b000_11111, 0b011_11111, 0b011_11111, 0b111_11111, 0b111_11111, 0b101_11111]
                    + [UInt8](repeating: 0b111_11111, count: 4)
            ),
            (.half, [0b1111_1110, 0b00_111111, 0b1111_0111, 0b10_111111, 0b1111_1111, 0b10_111111]),
            (
                .threeQuarters,
                [UInt8](repeating: 0b111_11111, count: 4)
                    + [0b101_11111, 0b111_11111, 0b111_11111, 0b110_11111, 0b110_11111, 0b000_11111]
            ),
        ] as [(PictureRotation, [UInt8])]
    )
    func `a picture is turned clockwise, 1 is white, and rows are padded with ones`(
        rotation: PictureRotation,
        bytes: [UInt8]
    ) throws {
        let pixels = try Self.pixels(Self.letter, ["#": .black, ".": .white])
        let framebuffer = Framebuffer(pixels, .blackAndWhite, rotation)
        #expect(framebuffer.bytes == bytes)
        #expect(framebuffer.layout.byteCount == bytes.count)
    }

    @Test func `four greys have two bits each, black first`() throws {
        let greys = Palette(.fourGreys, .light).entries
        let pixels = try Self.pixels(["0 1 2 3 0"], ["0": greys[0], "1": greys[1], "2": greys[2], "3": greys[3]])
        #expect(Framebuffer(pixels, .fourGreys, .none).bytes == [0b0001_1011, 0b0011_1111])
    }

    @Test func `sixteen greys have four bits each, black first`() {
        let greys = Palette(.sixteenGreys, .light).entries
        let pixels = Pixels(width: 16, height: 1, bytes: greys.flatMap { [$0.red, $0.green, $0.blue] })
        #expect(
            Framebuffer(pixels, .sixteenGreys, .none).bytes
                == [0x01, 0x23, 0x45, 0x67, 0x89, 0xAB, 0xCD, 0xEF]
        )
        let odd = Pixels(width: 1, height: 1, filledWith: .black)
        #expect(Framebuffer(odd, .sixteenGreys, .none).bytes == [0x0F])
    }

    @Test(arguments: [(PictureColors.blackWhiteRed, Color.red), (.blackWhiteYellow, .yellow)])
    func `a third colour has a plane of its own behind that of black`(colors: PictureColors, third: Color) throws {
        let pixels = try Self.pixels(["# . ! #", ". ! ! ."], ["#": .black, ".": .white, "!": third])
        #expect(
            Framebuffer(pixels, colors, .none).bytes
                == [0b0110_1111, 0b1111_1111, 0b1101_1111, 0b1001_1111]
        )
    }

    @Test func `all colours are three bytes a pixel`() {
        let pixels = Pixels(width: 2, height: 1, bytes: [1, 2, 3, 4, 5, 6])
        #expect(Framebuffer(pixels, .full, .none).bytes == [1, 2, 3, 4, 5, 6])
        #expect(Framebuffer(pixels, .full, .half).bytes == [4, 5, 6, 1, 2, 3])
        #expect(Framebuffer(pixels, .full, .quarter).layout.height == 2)
    }

    /// Reads pixels back, knowing nothing but the layout's description.
    private static func color(_ framebuffer: Framebuffer, x: Int, y: Int) -> Color {
        let layout = framebuffer.layout
        let plane = layout.bytesPerRow * layout.height
        func value(plane index: Int = 0) -> UInt8 {
            let bit = x * layout.bitsPerPixel
            let byte = framebuffer.bytes[index * plane + y * layout.bytesPerRow + bit / 8]
            return (byte << UInt8(bit % 8)) >> UInt8(8 - layout.bitsPerPixel)
        }
        switch layout.colors {
        case .blackAndWhite: return value() == 1 ? .white : .black
        case .fourGreys: return Color(grey: value() * 85)
        case .sixteenGreys: return Color(grey: value() * 17)
        case .blackWhiteRed: return value(plane: 1) == 0 ? .red : value() == 1 ? .white : .black
        case .blackWhiteYellow: return value(plane: 1) == 0 ? .yellow : value() == 1 ? .white : .black
        case .full:
            let at = y * layout.bytesPerRow + 3 * x
            return Color(framebuffer.bytes[at], framebuffer.bytes[at + 1], framebuffer.bytes[at + 2])
        }
    }

    @Test(arguments: UInt64(0)..<60)
    func `every pixel is where its rotation says, in each of the colours`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for colors in PictureColors.allCases {
            let pixels = RandomPictures.pixels(colors, &random)
            let (width, height) = (pixels.width, pixels.height)
            for rotation in PictureRotation.allCases {
                let framebuffer = Framebuffer(pixels, colors, rotation)
                #expect(framebuffer.bytes.count == framebuffer.layout.byteCount)
                for _ in 0..<30 {
                    let (x, y) = (Int.random(in: 0..<width, using: &random), Int.random(in: 0..<height, using: &random))
                    let turned =
                        switch rotation {
                        case .none: (x, y)
                        case .quarter: (height - 1 - y, x)
                        case .half: (width - 1 - x, height - 1 - y)
                        case .threeQuarters: (y, width - 1 - x)
                        }
                    let read = Self.color(framebuffer, x: turned.0, y: turned.1)
                    #expect(read == pixels[x, y], "\(colors) \(rotation)")
                }
            }
        }
    }

    @Test(arguments: UInt64(0)..<60)
    func `packed framebuffers come back as they were`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for colors in PictureColors.allCases {
            let pixels = RandomPictures.pixels(colors, &random)
            let framebuffer = Framebuffer(pixels, colors, PictureRotation.allCases[Int(seed % 4)])
            let bytes = framebuffer.bytes
            let packed = PackBits.encoded(bytes, bytesPerRow: framebuffer.layout.bytesPerRow)
            #expect(try PackBitsReader.unpacked(packed) == bytes)
            #expect(try Inflater.inflated(Zlib.deflated(bytes), window: 4096) == bytes)
        }
    }
}
