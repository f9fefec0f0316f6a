import Drawing
import TestSupport
import Testing
import Widgets

struct PNGTests {
    @Test(arguments: UInt64(0)..<40)
    func `a picture of at most 256 colours comes back exactly`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for colors in PictureColors.allCases where colors != .full {
            let pixels = RandomPictures.pixels(colors, &random)
            let decoded = try DecodedPNG(PNG.encoded(IndexedPixels(pixels)))
            let isEqual = decoded.pixels == pixels
            #expect(isEqual)
        }
    }

    @Test(arguments: [(1, 1), (2, 1), (3, 2), (4, 2), (5, 4), (16, 4), (17, 8), (256, 8)])
    func `pixels have no more bits than the number of colours needs`(colors: Int, bitDepth: Int) throws {
        let pixels = Pixels(width: colors, height: 2, bytes: (0..<2 * colors).flatMap { [UInt8($0 % colors), 9, 200] })
        let decoded = try DecodedPNG(PNG.encoded(IndexedPixels(pixels)))
        #expect(decoded.bitDepth == bitDepth)
        let isEqual = decoded.pixels == pixels
        #expect(isEqual)
    }

    @Test func `nothing but the picture is written, no time above all`() throws {
        let pixels = Pixels(width: 20, height: 20, filledWith: .white)
        let file = PNG.encoded(IndexedPixels(pixels))
        #expect(try DecodedPNG(file).chunks == ["IHDR", "sRGB", "PLTE", "IDAT", "IEND"])
        #expect(file == PNG.encoded(IndexedPixels(pixels)))
    }

    @Test(arguments: UInt64(0)..<10)
    func `what cannot be compressed has room`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let pixels = Pixels(
            width: 97,
            height: 31,
            bytes: (0..<97 * 31).flatMap { _ in
                [UInt8](repeating: .random(in: 0...255, using: &random), count: 3)
            }
        )
        let isEqual = try DecodedPNG(PNG.encoded(IndexedPixels(pixels))).pixels == pixels
        #expect(isEqual)
    }
}

struct IndexedPixelsTests {
    /// Text on paper: two colours, what is between them, and noise such as paper has.
    private static func paper(_ random: inout SeededGenerator) -> Pixels {
        var pixels = Pixels(width: 120, height: 90, filledWith: Color(250, 248, 243))
        for y in 0..<90 {
            for x in 0..<120 {
                func grain(_ value: UInt8) -> UInt8 { value - .random(in: 0...9, using: &random) }
                if x < 60 { pixels[x, y] = Color(grain(232), grain(229), grain(220)) }
                let share = x * 255 / 119
                if y % 10 == 0 { pixels[x, y] = Color(grey: UInt8(share)) }
                if y % 10 == 1 { pixels[x, y] = Color(190, 44, 52) }
            }
        }
        return pixels
    }

    @Test(arguments: UInt64(0)..<10)
    func `frequent colours stay as they are, and no other moves far`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let pixels = Self.paper(&random)
        let indexed = IndexedPixels(pixels)
        #expect(indexed.colors.count == 256)
        #expect(Set(indexed.colors).isSuperset(of: [Color(250, 248, 243), Color(190, 44, 52)]))
        var farthest = 0
        for y in 0..<pixels.height {
            for x in 0..<pixels.width {
                let (one, other) = (pixels[x, y], indexed.colors[Int(indexed.indices[y * pixels.width + x])])
                for (a, b) in [(one.red, other.red), (one.green, other.green), (one.blue, other.blue)] {
                    farthest = max(farthest, abs(Int(a) - Int(b)))
                }
            }
        }
        #expect(farthest <= 8)
    }

    @Test(arguments: UInt64(0)..<3)
    func `more colours than can be counted are reduced by bits first`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let bytes = (0..<3 * 200 * 200).map { _ in UInt8.random(in: 0...255, using: &random) }
        let indexed = IndexedPixels(Pixels(width: 200, height: 200, bytes: bytes))
        #expect(indexed.colors.count == 256)
        let distances = (0..<200 * 200).map { index in
            let color = indexed.colors[Int(indexed.indices[index])]
            return abs(Int(bytes[3 * index + 1]) - Int(color.green))
        }
        #expect(distances.reduce(0, +) / distances.count < 20)
    }

    @Test func `equal pictures have equal numbers`() {
        var random = SeededGenerator(seed: 1)
        let pixels = Self.paper(&random)
        let isEqual = IndexedPixels(pixels) == IndexedPixels(pixels)
        #expect(isEqual)
    }
}
