import Drawing
import TestSupport
import Widgets

/// Pictures such as displays have: areas in one colour, noise, and single pixels, in odd sizes.
enum RandomPictures {
    static func pixels(_ colors: PictureColors, _ random: inout SeededGenerator) -> Pixels {
        let entries = Palette(colors, .light).entries
        func color() -> Color {
            entries.randomElement(using: &random)
                ?? Color(
                    .random(in: 0...255, using: &random),
                    .random(in: 0...255, using: &random),
                    .random(in: 0...255, using: &random)
                )
        }
        let width = Int.random(in: 1...300, using: &random)
        let height = Int.random(in: 1...60, using: &random)
        var pixels = Pixels(width: width, height: height, filledWith: color())
        for _ in 0..<Int.random(in: 0...6, using: &random) {
            let isNoise = Bool.random(using: &random)
            let even = color()
            let columns = Int.random(in: 0..<width, using: &random)..<width
            for y in Int.random(in: 0..<height, using: &random)..<height {
                for x in columns { pixels[x, y] = isNoise ? color() : even }
            }
        }
        return pixels
    }
}
