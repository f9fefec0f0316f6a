/// The control sequences that show a picture in a terminal with graphics.
enum GraphicsSequences {
    // MARK: kitty

    /// The most base64 characters in one sequence.
    private static let mostInSequence = 4096

    /// Removes all pictures that kitty shows.
    static let kittyClearing = "\u{1B}_Ga=d,q=2\u{1B}\\"

    /// A PNG file for kitty's protocol; it answers nothing.
    static func kitty(png: [UInt8]) -> String {
        let text = base64(png)
        var result = ""
        for start in stride(from: 0, to: text.count, by: mostInSequence) {
            let end = min(text.count, start + mostInSequence)
            let keys = start == 0 ? "a=T,f=100,q=2," : ""
            result += "\u{1B}_G\(keys)m=\(end < text.count ? 1 : 0);"
            result += String(decoding: text[start..<end], as: UTF8.self) + "\u{1B}\\"
        }
        return result + "\n"
    }

    static func base64(_ bytes: [UInt8]) -> [UInt8] {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let part = bytes[start..<min(start + 3, bytes.count)]
            let bits = part.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - part.count))
            for index in 0..<4 {
                let isPadding = index > part.count
                text.append(isPadding ? UInt8(ascii: "=") : digits[bits >> (18 - 6 * index) & 63])
            }
        }
        return text
    }

    // MARK: Sixel

    /// The levels of each colour that a picture of many colours is shown in: 216 in all, of 256 that terminals have.
    private static let levels = 6

    /// A picture of three bytes a pixel as sixel, whose colours are in hundredths.
    static func sixel(_ bytes: [UInt8], width: Int, height: Int) -> String {
        var pixels: [Int] = []
        pixels.reserveCapacity(width * height)
        for at in stride(from: 0, to: 3 * width * height, by: 3) {
            let (red, green, blue) = (Int(bytes[at]), Int(bytes[at + 1]), Int(bytes[at + 2]))
            pixels.append(red << 16 | green << 8 | blue)
        }
        var colors: [Int] = Set(pixels).sorted()
        if colors.count > 256 {
            pixels = pixels.map(coarse)
            colors = Set(pixels).sorted()
        }
        var indices: [Int: Int] = [:]
        for (index, color) in colors.enumerated() { indices[color] = index }
        var text = "\u{1B}P0;1;0q\"1;1;\(width);\(height)"
        for (index, color) in colors.enumerated() {
            let channels: [Int] = [color >> 16, color >> 8 & 255, color & 255]
            let parts = channels.map { channel in String((channel * 100 + 127) / 255) }
            text += "#\(index);2;\(parts.joined(separator: ";"))"
        }
        for top in stride(from: 0, to: height, by: 6) {
            let rows = top..<min(top + 6, height)
            let present = Set(pixels[rows.lowerBound * width..<rows.upperBound * width])
            for color in present.sorted() {
                text += "#\(indices[color] ?? 0)" + band(of: color, pixels, rows, width: width) + "$"
            }
            text += "-"
        }
        return text + "\u{1B}\\\n"
    }

    private static func coarse(_ color: Int) -> Int {
        var result = 0
        for shift in [16, 8, 0] {
            let channel = color >> shift & 255
            let level = (channel * (levels - 1) + 127) / 255
            result |= (level * 255 / (levels - 1)) << shift
        }
        return result
    }

    /// One colour's pixels in six rows, a character a column, with the runs counted.
    private static func band(of color: Int, _ pixels: [Int], _ rows: Range<Int>, width: Int) -> String {
        var text = ""
        var run = (sixel: 0, count: 0)
        func end() {
            guard run.count > 0 else { return }
            let character = String(UnicodeScalar(UInt8(63 + run.sixel)))
            text += run.count > 3 ? "!\(run.count)\(character)" : String(repeating: character, count: run.count)
        }
        for x in 0..<width {
            var sixel = 0
            for (bit, y) in rows.enumerated() where pixels[y * width + x] == color { sixel |= 1 << bit }
            if sixel == run.sixel {
                run.count += 1
            } else {
                end()
                run = (sixel, 1)
            }
        }
        // Empty columns at the end need no character.
        if run.sixel != 0 { end() }
        return text
    }
}
