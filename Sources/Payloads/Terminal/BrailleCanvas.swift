/// A grid of dots drawn with braille characters, each of which is two dots wide and four high.
struct BrailleCanvas {
    let columns: Int
    let rows: Int
    /// The dots of each character, row by row.
    private var cells: [UInt8]

    init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
        cells = Array(repeating: 0, count: columns * rows)
    }

    var width: Int { columns * 2 }
    var height: Int { rows * 4 }

    /// The bits of U+2800…U+28FF, row by row of the four, left and right.
    private static let bits: [[UInt8]] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]]

    /// Sets a dot, counted from the upper left; a dot outside the grid is ignored.
    mutating func setDot(x: Int, y: Int) {
        guard (0..<width).contains(x), (0..<height).contains(y) else { return }
        cells[y / 4 * columns + x / 2] |= Self.bits[y % 4][x % 2]
    }

    /// A straight line, both ends included.
    mutating func drawLine(from start: (x: Int, y: Int), to end: (x: Int, y: Int)) {
        let steps = max(abs(end.x - start.x), abs(end.y - start.y), 1)
        for step in 0...steps {
            let fraction = Double(step) / Double(steps)
            setDot(
                x: start.x + Int((Double(end.x - start.x) * fraction).rounded()),
                y: start.y + Int((Double(end.y - start.y) * fraction).rounded())
            )
        }
    }

    /// One row's characters; nil where no dot is set.
    func characters(row: Int) -> [Character?] {
        cells[row * columns..<(row + 1) * columns].map { bits in
            guard bits != 0, let scalar = Unicode.Scalar(0x2800 + UInt32(bits)) else { return nil }
            return Character(scalar)
        }
    }
}
