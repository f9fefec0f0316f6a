/// A picture in characters: half blocks, each of two pixels, one above the other, or dots.
struct TerminalPicture {
    /// Three bytes a pixel, rows from the top.
    private var bytes: [UInt8]
    private var width: Int
    private var height: Int

    /// `bytes` are three a pixel, red, green, blue.
    init(bytes: [UInt8], width: Int, height: Int) {
        self.bytes = bytes
        self.width = width
        self.height = height
    }

    /// The text in 24-bit colours, or where there are none with blocks where the picture is light.
    ///
    /// A picture that is wider than so many columns is shown at a half or less of its size.
    func text(columns: Int, usesColor: Bool) -> String {
        var picture = self
        while picture.width > max(1, columns), picture.width > 1, picture.height > 1 { picture = picture.halved }
        var text = ""
        for y in stride(from: 0, to: picture.height, by: 2) {
            text += usesColor ? picture.coloredRow(y) : picture.plainRow(y)
            text += "\n"
        }
        return text
    }

    /// The text in braille, whose dots stand for the pixels that are fewer, the dark or the light ones.
    ///
    /// A picture that is wider than so many columns is shown at a half or less of its size.
    func dots(columns: Int) -> String {
        var picture = self
        while picture.width > max(1, 2 * columns), picture.width > 1, picture.height > 1 { picture = picture.halved }
        let size = (width: picture.width, height: picture.height)
        let light = (0..<size.height).map { y in (0..<size.width).map { x in picture.isLight(x, y) } }
        let lightCount = light.joined().count { $0 }
        let isDot = 2 * lightCount < size.width * size.height
        var text = ""
        for top in stride(from: 0, to: size.height, by: 4) {
            var row = ""
            for left in stride(from: 0, to: size.width, by: 2) {
                var cell: UInt32 = 0
                for (x, y, bit) in Self.dotBits where left + x < size.width && top + y < size.height {
                    if light[top + y][left + x] == isDot { cell |= bit }
                }
                row.unicodeScalars.append(cell == 0 ? " " : UnicodeScalar(0x2800 + cell) ?? " ")
            }
            while row.last == " " { row.removeLast() }
            text += row + "\n"
        }
        return text
    }

    /// The bits of U+2800…U+28FF by the dot's place in its character.
    private static let dotBits: [(x: Int, y: Int, bit: UInt32)] = [
        (0, 0, 0x01), (0, 1, 0x02), (0, 2, 0x04), (1, 0, 0x08), (1, 1, 0x10), (1, 2, 0x20), (0, 3, 0x40), (1, 3, 0x80),
    ]

    private func coloredRow(_ y: Int) -> String {
        var row = ""
        var last = ""
        for x in 0..<width {
            let colors = "\u{1B}[38;2;\(sequence(x, y))m\u{1B}[48;2;\(sequence(x, min(y + 1, height - 1)))m"
            if colors != last { row += colors }
            last = colors
            row += "▀"
        }
        return row + "\u{1B}[0m"
    }

    private func plainRow(_ y: Int) -> String {
        var row = ""
        for x in 0..<width {
            switch (isLight(x, y), isLight(x, min(y + 1, height - 1))) {
            case (true, true): row += "█"
            case (true, false): row += "▀"
            case (false, true): row += "▄"
            case (false, false): row += " "
            }
        }
        return row
    }

    private func sequence(_ x: Int, _ y: Int) -> String {
        let at = 3 * (y * width + x)
        return "\(bytes[at]);\(bytes[at + 1]);\(bytes[at + 2])"
    }

    private func isLight(_ x: Int, _ y: Int) -> Bool {
        let at = 3 * (y * width + x)
        return Int(bytes[at]) + Int(bytes[at + 1]) + Int(bytes[at + 2]) >= 384
    }

    /// Each four pixels as one of their mean.
    private var halved: TerminalPicture {
        let (newWidth, newHeight) = (width / 2, height / 2)
        var result: [UInt8] = []
        result.reserveCapacity(3 * newWidth * newHeight)
        for y in 0..<newHeight {
            for x in 0..<newWidth {
                for channel in 0..<3 {
                    let sum = [(0, 0), (1, 0), (0, 1), (1, 1)].reduce(0) { sum, step in
                        sum + Int(bytes[3 * ((2 * y + step.1) * width + 2 * x + step.0) + channel])
                    }
                    result.append(UInt8(sum / 4))
                }
            }
        }
        return TerminalPicture(bytes: result, width: newWidth, height: newHeight)
    }
}
