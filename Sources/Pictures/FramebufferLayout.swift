package import Widgets

/// How a framebuffer's bytes are laid out: rows from the top, most significant bit first, each padded to whole bytes with
/// ones.
///
/// | colours | bits a pixel | value |
/// |---|---|---|
/// | `bw` | 1 | 1 white, 0 black |
/// | `grey4` | 2 | 0 black … 3 white |
/// | `grey16` | 4 | 0 black … 15 white |
/// | `bwr`, `bwy` | 1, twice | two planes of `bw`, one behind the other: first 0 where black, then 0 where red or yellow |
/// | `color` | 24 | red, green, blue |
package struct FramebufferLayout: Sendable, Hashable {
    /// Of the controller's rows, after turning.
    package let width: Int
    package let height: Int
    package let colors: PictureColors

    package init(size: PictureSize, colors: PictureColors, rotation: PictureRotation) {
        self.init(width: size.width, height: size.height, colors: colors, rotation: rotation)
    }

    /// `width` and `height` are those before turning.
    package init(width: Int, height: Int, colors: PictureColors, rotation: PictureRotation) {
        let isTurned = rotation == .quarter || rotation == .threeQuarters
        self.width = isTurned ? height : width
        self.height = isTurned ? width : height
        self.colors = colors
    }

    /// Of a plane.
    package var bitsPerPixel: Int {
        switch colors {
        case .blackAndWhite, .blackWhiteRed, .blackWhiteYellow: 1
        case .fourGreys: 2
        case .sixteenGreys: 4
        case .full: 24
        }
    }

    package var planes: Int { colors == .blackWhiteRed || colors == .blackWhiteYellow ? 2 : 1 }

    package var bytesPerRow: Int { (width * bitsPerPixel + 7) / 8 }

    package var byteCount: Int { bytesPerRow * height * planes }

    // MARK: Strips

    /// Before each strip's rows: id u32, first row u16 (planes counted on: rows of the second follow those of the first),
    /// number of strips u16; little-endian.
    package static let stripHeaderBytes = 8

    /// How many rows a strip of so many bytes has; 0 where not even one fits.
    package func rowsPerStrip(mostBytes: Int) -> Int {
        max(0, (mostBytes - Self.stripHeaderBytes) / bytesPerRow)
    }

    /// How many strips there are; 0 where not even one row fits.
    package func stripCount(mostBytes: Int) -> Int {
        let rows = rowsPerStrip(mostBytes: mostBytes)
        return rows == 0 ? 0 : (height * planes + rows - 1) / rows
    }
}
