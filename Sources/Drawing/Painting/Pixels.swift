/// A painted picture.
package struct Pixels: Sendable, Equatable {
    /// The pixels in a row.
    package let width: Int
    /// The number of rows.
    package let height: Int
    /// Three bytes a pixel, red, green, blue; rows from the top, without gaps.
    package var bytes: [UInt8]

    /// Takes pixels; `bytes` must be 3 · width · height.
    package init(width: Int, height: Int, bytes: [UInt8]) {
        // Each caller makes the bytes row by row from the same width and height.
        precondition(bytes.count == 3 * width * height, "three bytes a pixel")
        self.width = width
        self.height = height
        self.bytes = bytes
    }

    package init(width: Int, height: Int, filledWith color: Color) {
        self.width = width
        self.height = height
        bytes = []
        bytes.reserveCapacity(3 * width * height)
        for _ in 0..<(width * height) {
            bytes.append(color.red)
            bytes.append(color.green)
            bytes.append(color.blue)
        }
    }

    /// The colour of the pixel in column `x` and row `y`, both counted from 0.
    package subscript(x: Int, y: Int) -> Color {
        get {
            let at = 3 * (y * width + x)
            return Color(bytes[at], bytes[at + 1], bytes[at + 2])
        }
        set {
            let at = 3 * (y * width + x)
            bytes[at] = newValue.red
            bytes[at + 1] = newValue.green
            bytes[at + 2] = newValue.blue
        }
    }
}
