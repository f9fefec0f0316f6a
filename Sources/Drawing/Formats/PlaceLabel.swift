import Widgets

/// A place's name as a one-bit bitmap, for displays without a font for it.
///
/// A byte for the width and one for the height, then rows from the top, most significant bit first, each padded to
/// whole bytes with ones. 1 is white; the name is black on white, or white on black in the dark theme. The width is
/// that of the ink. The height depends on the type size alone, so that names of one size share a baseline; only marks
/// beyond it (Thai, stacked accents) add rows.
package enum PlaceLabel {
    /// Type sizes in pixels, the largest first.
    ///
    /// The first in which the whole name fits is used; in the last the name is cut.
    private static let sizes: [Double] = [16, 14, 12, 10]
    private static let headerBytes = 2
    private static let mostPixels = 255
    /// More rows than any name needs at the largest size; marks piled on a letter may need more.
    private static let mostRows = 128
    private static let canvas = PictureSize(width: 2 * mostPixels, height: mostRows)

    /// The bitmap in at most `mostBytes`; nil if not even one character fits, for a name without ink, and for one that
    /// is too high.
    package static func encoded(_ name: String, _ context: DrawingContext, _ typesetter: Typesetter, mostBytes: Int)
        -> [UInt8]?
    {
        guard let text = fitted(name, language: context.language, typesetter, mostBytes: mostBytes),
            let canvas
        else { return nil }
        var scene = Scene(size: canvas)
        let band = band(of: text.measure, text.style)
        let origin = Point(-text.measure.ink.x.rounded(.down), -band.lowerBound)
        scene.add(.text(PlacedText(text.text, text.style, .ink, at: origin, text.measure)))
        let palette = Palette(.blackAndWhite, context.palette.theme)
        let pixels = Painter(palette, typesetter).pixels(of: scene)
        let paper = palette.color(of: .paper)
        let height = Int(band.upperBound - band.lowerBound)
        let columns = (0..<mostPixels).filter { x in (0..<height).contains { pixels[x, $0] != paper } }
        guard let first = columns.first, let last = columns.last else { return nil }
        let cropped = pixels.cropped(x: first, y: 0, width: last + 1 - first, height: height)
        let rows = Framebuffer(cropped, .blackAndWhite, .none).bytes
        let label = [UInt8(cropped.width), UInt8(height)] + rows
        return label.count <= mostBytes ? label : nil
    }

    /// The name in the largest size that fits.
    private static func fitted(_ name: String, language: String, _ typesetter: Typesetter, mostBytes: Int)
        -> (text: String, style: TextStyle, measure: TextMeasure)?
    {
        var style = TextStyle(size: 0, language: language)
        let line = typesetter.line(name)
        for size in sizes {
            style.size = size
            let band = band(of: typesetter.measure(line, style), style)
            let height = band.upperBound - band.lowerBound
            let room = room(height: height, mostBytes: mostBytes)
            guard room > 0, height <= Double(mostRows) else { continue }
            if let fitted = typesetter.fit(line, style, sizes: [size], room: room),
                fitted.text == line || size == sizes.last
            {
                return fitted
            }
        }
        return nil
    }

    /// From the first row to the end of the last one, seen from the baseline.
    private static func band(of measure: TextMeasure, _ style: TextStyle) -> Range<Double> {
        let top = min(-style.size, measure.ink.y.rounded(.down))
        let bottom = max((style.size / 4).rounded(.up), measure.ink.maxY.rounded(.up))
        return top..<bottom
    }

    /// The widest label of that height.
    private static func room(height: Double, mostBytes: Int) -> Double {
        let bytesPerRow = (mostBytes - headerBytes) / Int(height)
        return Double(min(mostPixels, 8 * bytesPerRow))
    }
}
