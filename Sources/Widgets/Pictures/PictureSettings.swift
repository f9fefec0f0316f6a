/// The picture settings of a widget.
package struct PictureSettings: Sendable, Hashable, Codable {
    /// The formats to publish, none twice; empty if the widget is not drawn.
    package var formats: [PictureFormat]
    /// The size; nil for the one that the panel announced, or ``PictureSize/standard`` without one.
    package var size: PictureSize?
    /// The display's colours.
    package var colors: PictureColors
    /// Light or dark.
    package var theme: PictureTheme
    /// The rotation of the controller's rows.
    package var rotation: PictureRotation
    /// Font families as fontconfig knows them, separated by commas; empty for Noto.
    package var fonts: String
    /// The path of the picture behind everything else; empty for none.
    package var background: String

    package init(
        formats: [PictureFormat] = [],
        size: PictureSize? = nil,
        colors: PictureColors = .blackAndWhite,
        theme: PictureTheme = .light,
        rotation: PictureRotation = .none,
        fonts: String = "",
        background: String = ""
    ) {
        self.formats = formats
        self.size = size
        self.colors = colors
        self.theme = theme
        self.rotation = rotation
        self.fonts = fonts
        self.background = background
    }
}

/// A picture's width and height in pixels, before rotation.
package struct PictureSize: Sendable, Hashable, Codable {
    /// The width in pixels.
    package let width: Int
    /// The height in pixels.
    package let height: Int

    /// The widths allowed.
    package static let widths = 96...1600
    /// The heights allowed.
    package static let heights = 64...1600

    /// The size of a 2.9 inch e-paper.
    package static let standard = PictureSize(unchecked: 296, 128)

    /// The sizes allowed, in words.
    package static let limits = "a width of \(widths) and a height of \(heights) pixels, no larger than \(largest.text)"

    /// The size with the most pixels allowed.
    package static let largest = PictureSize(unchecked: 1600, 1200)

    /// Nil outside ``widths`` and ``heights``, and for more pixels than ``largest`` has.
    package init?(width: Int, height: Int) {
        guard Self.widths.contains(width), Self.heights.contains(height),
            width * height <= Self.largest.width * Self.largest.height
        else { return nil }
        self.init(unchecked: width, height)
    }

    /// Reads `296x128`.
    package init?(_ text: String) {
        let parts = text.split(separator: "x", omittingEmptySubsequences: false)
        guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]) else { return nil }
        self.init(width: width, height: height)
    }

    private init(unchecked width: Int, _ height: Int) {
        self.width = width
        self.height = height
    }

    /// `296x128`.
    package var text: String { "\(width)x\(height)" }
}

/// The colours of a display; the raw value is the word in configurations.
package enum PictureColors: String, Sendable, Hashable, Codable, CaseIterable {
    /// Black and white.
    case blackAndWhite = "bw"
    /// Black, two greys and white.
    case fourGreys = "grey4"
    /// Sixteen even steps from black to white.
    case sixteenGreys = "grey16"
    /// Black, white and red.
    case blackWhiteRed = "bwr"
    /// Black, white and yellow.
    case blackWhiteYellow = "bwy"
    /// 24 bits a pixel.
    case full = "color"
}

/// The brightness of the background; the raw value is the word in configurations.
package enum PictureTheme: String, Sendable, Hashable, Codable, CaseIterable {
    /// Dark ink on light paper.
    case light
    /// Light ink on a dark background.
    case dark
}

/// The clockwise rotation of the controller's rows against the upright picture; the raw value is in degrees.
package enum PictureRotation: Int, Sendable, Hashable, Codable, CaseIterable {
    /// Upright.
    case none = 0
    /// A quarter turn.
    case quarter = 90
    /// A half turn.
    case half = 180
    /// Three quarter turns.
    case threeQuarters = 270
}

/// A format in which a drawn widget is published; the raw value is the word in configurations.
package enum PictureFormat: String, Sendable, Hashable, Codable, CaseIterable {
    /// PNG with a palette of up to 256 colours.
    case png
    /// The framebuffer as it is.
    case raw
    /// The framebuffer as a zlib stream with a window of 4 KiB.
    case deflate
    /// The framebuffer in PackBits.
    case packbits
    /// Whole rows of the framebuffer, as many per message as a small buffer holds.
    case strips
    /// The place's name as a one-bit bitmap, for displays without a font for it; it fits the smallest buffers.
    case label

    /// True for a format whose messages are as large as the panel's buffer allows; false for one of a size of its own.
    package var isCutToFit: Bool { self == .strips || self == .label }
}
