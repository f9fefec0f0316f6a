package import Widgets

/// The layout of a framebuffer's bytes: rows from the top, most significant bit first, each padded to whole bytes with
/// ones.
///
/// | colours | bits a pixel | value |
/// |---|---|---|
/// | `bw` | 1 | 1 white, 0 black |
/// | `grey4` | 2 | 0 black … 3 white |
/// | `grey16` | 4 | 0 black … 15 white |
/// | `bwr`, `bwy` | 1, twice | two planes of `bw`: the first is 0 where black, the second 0 where red or yellow |
/// | `color` | 24 | red, green, blue |
package struct FramebufferLayout: Sendable, Hashable {
    /// The pixels in a row of the controller's memory, after rotation.
    package let width: Int
    /// The number of rows, after rotation.
    package let height: Int
    /// The colours, which decide the bits per pixel and the number of planes.
    package let colors: PictureColors

    package init(size: PictureSize, colors: PictureColors, rotation: PictureRotation) {
        self.init(width: size.width, height: size.height, colors: colors, rotation: rotation)
    }

    /// The layout of a picture whose `width` and `height` are given before rotation.
    package init(width: Int, height: Int, colors: PictureColors, rotation: PictureRotation) {
        let isTurned = rotation == .quarter || rotation == .threeQuarters
        self.width = isTurned ? height : width
        self.height = isTurned ? width : height
        self.colors = colors
    }

    /// The bits per pixel in one plane.
    package var bitsPerPixel: Int {
        switch colors {
        case .blackAndWhite, .blackWhiteRed, .blackWhiteYellow: 1
        case .fourGreys: 2
        case .sixteenGreys: 4
        case .full: 24
        }
    }

    /// The number of planes: 2 for three-colour displays, else 1.
    package var planes: Int { colors == .blackWhiteRed || colors == .blackWhiteYellow ? 2 : 1 }

    /// The bytes of a row in one plane, padding included.
    package var bytesPerRow: Int { (width * bitsPerPixel + 7) / 8 }

    /// The bytes of all planes.
    package var byteCount: Int { bytesPerRow * height * planes }

    // MARK: Strips

    /// The length of the header before each strip's rows: id u32, first row u16 (counted on through the planes: the
    /// second plane's rows follow the first's), number of strips u16; little-endian.
    package static let stripHeaderBytes = 8

    /// The rows in a strip of at most `mostBytes`; 0 if not even one fits.
    package func rowsPerStrip(mostBytes: Int) -> Int {
        max(0, (mostBytes - Self.stripHeaderBytes) / bytesPerRow)
    }

    /// The number of strips of at most `mostBytes`; 0 if not even one row fits.
    package func stripCount(mostBytes: Int) -> Int {
        let rows = rowsPerStrip(mostBytes: mostBytes)
        return rows == 0 ? 0 : (height * planes + rows - 1) / rows
    }
}
