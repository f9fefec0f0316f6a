package import Pictures
package import Widgets

/// A picture as a display's controller takes it; see ``FramebufferLayout``.
package struct Framebuffer: Sendable, Equatable {
    /// The order of the bytes.
    package let layout: FramebufferLayout
    /// The bytes, as a controller takes them.
    package let bytes: [UInt8]

    /// Packs and rotates pixels, which must be in the display's colours.
    ///
    /// The picture is rotated clockwise: a quarter is `setRotation(1)` of Adafruit_GFX, three quarters are
    /// `setRotation(3)`.
    package init(_ pixels: Pixels, _ colors: PictureColors, _ rotation: PictureRotation) {
        layout = FramebufferLayout(width: pixels.width, height: pixels.height, colors: colors, rotation: rotation)
        let reader = Reader(pixels, rotation, layout)
        bytes =
            switch colors {
            case .blackAndWhite: reader.plane(bits: 1) { $0.red >> 7 }
            case .fourGreys: reader.plane(bits: 2) { $0.red >> 6 }
            case .sixteenGreys: reader.plane(bits: 4) { $0.red >> 4 }
            case .blackWhiteRed:
                reader.plane(bits: 1) { $0.red >> 7 } + reader.plane(bits: 1) { ~$0.red >> 7 | $0.green >> 7 }
            case .blackWhiteYellow:
                reader.plane(bits: 1) { $0.red >> 7 } + reader.plane(bits: 1) { ~$0.red >> 7 | $0.blue >> 7 }
            case .full: reader.colors()
            }
    }

    /// The CRC-32 of the bytes, which distinguishes pictures.
    package var id: UInt32 { Zlib.crc32(bytes) }
}

/// Reads pixels in the order in which the controller has them.
private struct Reader {
    private let bytes: [UInt8]
    private let layout: FramebufferLayout
    /// Of the controller's first pixel, and from it to the next in its row and in its column; in bytes.
    private let start: Int
    private let alongRow: Int
    private let alongColumn: Int

    init(_ pixels: Pixels, _ rotation: PictureRotation, _ layout: FramebufferLayout) {
        bytes = pixels.bytes
        self.layout = layout
        let (width, height) = (3 * pixels.width, pixels.height)
        switch rotation {
        case .none: (start, alongRow, alongColumn) = (0, 3, width)
        case .quarter: (start, alongRow, alongColumn) = ((height - 1) * width, -width, 3)
        case .half: (start, alongRow, alongColumn) = (height * width - 3, -3, -width)
        case .threeQuarters: (start, alongRow, alongColumn) = (width - 3, width, -3)
        }
    }

    /// Rows of values of so many bits, which must be 1, 2 or 4; what pads a row is all ones.
    @inline(__always)
    func plane(bits: Int, _ value: (Color) -> UInt8) -> [UInt8] {
        var packed = [UInt8](repeating: 0, count: layout.bytesPerRow * layout.height)
        let padding = layout.bytesPerRow * 8 - layout.width * bits
        var next = 0
        for y in 0..<layout.height {
            var at = start + y * alongColumn
            var byte: UInt8 = 0
            var filled = 0
            for _ in 0..<layout.width {
                byte = byte << UInt8(bits) | value(Color(bytes[at], bytes[at + 1], bytes[at + 2]))
                at += alongRow
                filled += bits
                guard filled == 8 else { continue }
                packed[next] = byte
                next += 1
                filled = 0
            }
            guard padding > 0 else { continue }
            packed[next] = byte << UInt8(padding) | (1 << UInt8(padding) - 1)
            next += 1
        }
        return packed
    }

    func colors() -> [UInt8] {
        guard alongRow != 3 else { return bytes }
        var turned = [UInt8](repeating: 0, count: layout.byteCount)
        var next = 0
        for y in 0..<layout.height {
            var at = start + y * alongColumn
            for _ in 0..<layout.width {
                turned[next] = bytes[at]
                turned[next + 1] = bytes[at + 1]
                turned[next + 2] = bytes[at + 2]
                next += 3
                at += alongRow
            }
        }
        return turned
    }
}
