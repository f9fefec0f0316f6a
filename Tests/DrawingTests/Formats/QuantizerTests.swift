import Drawing
import TestSupport
import Testing
import Widgets

struct QuantizerTests {
    private static let reduced = PictureColors.allCases.filter { $0 != .full }

    private static func noise(_ random: inout SeededGenerator) -> Pixels {
        Pixels(width: 64, height: 64, bytes: (0..<3 * 64 * 64).map { _ in .random(in: 0...255, using: &random) })
    }

    @Test(arguments: UInt64(0)..<10)
    func `each pixel is in the nearest colour that there is`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let pixels = Self.noise(&random)
        for colors in Self.reduced {
            let palette = Palette(colors, .light)
            let reduced = Quantizer(palette).nearest(pixels)
            func distance(_ one: Color, _ other: Color) -> Int {
                let pairs = [(one.red, other.red, 2), (one.green, other.green, 4), (one.blue, other.blue, 3)]
                return pairs.reduce(0) { $0 + (Int($1.0) - Int($1.1)) * (Int($1.0) - Int($1.1)) * $1.2 }
            }
            for y in stride(from: 0, to: 64, by: 5) {
                for x in 0..<64 {
                    let least = palette.entries.map { distance($0, pixels[x, y]) }.min()
                    #expect(palette.entries.contains(reduced[x, y]))
                    #expect(distance(reduced[x, y], pixels[x, y]) == least)
                }
            }
        }
    }

    @Test(arguments: reduced)
    func `a dithered grey is as bright from afar as it was`(colors: PictureColors) {
        let quantizer = Quantizer(Palette(colors, .light))
        for grey in stride(from: 0, through: 255, by: 15)
        where colors == .fourGreys || colors == .sixteenGreys
            || colors == .blackAndWhite
        {
            let pixels = Pixels(width: 64, height: 64, filledWith: Color(grey: UInt8(grey)))
            let dithered = quantizer.dithered(pixels)
            let mean = dithered.bytes.reduce(0) { $0 + Int($1) } / dithered.bytes.count
            #expect(abs(mean - grey) <= 3, "\(grey)")
        }
    }

    @Test(arguments: reduced)
    func `what is in the display's colours stays so`(colors: PictureColors) {
        var random = SeededGenerator(seed: 3)
        let pixels = RandomPictures.pixels(colors, &random)
        let quantizer = Quantizer(Palette(colors, .light))
        let nearest = quantizer.nearest(pixels) == pixels
        #expect(nearest)
        let dithered = quantizer.dithered(pixels) == pixels
        #expect(dithered)
    }

    @Test func `all colours stay where a display has them`() {
        var random = SeededGenerator(seed: 4)
        let pixels = Self.noise(&random)
        let quantizer = Quantizer(Palette(.full, .dark))
        let nearest = quantizer.nearest(pixels) == pixels
        #expect(nearest)
        let dithered = quantizer.dithered(pixels) == pixels
        #expect(dithered)
    }
}
