/// How a panel wants a widget drawn.
package struct PictureSettings: Sendable, Hashable, Codable {
    /// In which forms the picture is published, none twice; empty for a widget that is not drawn.
    package var formats: [PictureFormat]
    /// Nil for the size that the panel has told, or ``PictureSize/standard`` where it told none.
    package var size: PictureSize?
    package var colors: PictureColors
    package var theme: PictureTheme
    package var rotation: PictureRotation
    /// Families as fontconfig knows them, with commas between; empty for Noto.
    package var fonts: String
    /// The path of a picture that stands behind what is drawn; empty for none.
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

/// A picture's width and height in pixels, as a person looks at it.
package struct PictureSize: Sendable, Hashable, Codable {
    package let width: Int
    package let height: Int

    /// What widths and heights may be.
    package static let widths = 96...1600
    package static let heights = 64...1600

    /// A 2.9 inch e-paper's.
    package static let standard = PictureSize(unchecked: 296, 128)

    /// What it may be, in words.
    package static let limits = "a width of \(widths) and a height of \(heights) pixels, no larger than \(largest.text)"

    /// No other has more pixels.
    package static let largest = PictureSize(unchecked: 1600, 1200)

    /// Nil outside of ``widths`` and ``heights``, and for more pixels than ``largest`` has.
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

/// What a display can show; the raw value is what configurations write.
package enum PictureColors: String, Sendable, Hashable, Codable, CaseIterable {
    case blackAndWhite = "bw"
    /// Black, two greys and white.
    case fourGreys = "grey4"
    /// Sixteen even steps from black to white.
    case sixteenGreys = "grey16"
    case blackWhiteRed = "bwr"
    case blackWhiteYellow = "bwy"
    /// 24 bits a pixel.
    case full = "color"
}

/// The raw value is what configurations write.
package enum PictureTheme: String, Sendable, Hashable, Codable, CaseIterable {
    /// Dark ink on light paper.
    case light
    case dark
}

/// How far the controller's rows are turned clockwise from how a person looks at the display; the raw value is in degrees.
package enum PictureRotation: Int, Sendable, Hashable, Codable, CaseIterable {
    case none = 0
    case quarter = 90
    case half = 180
    case threeQuarters = 270
}

/// A form in which a drawn widget is published; the raw value is what configurations write.
package enum PictureFormat: String, Sendable, Hashable, Codable, CaseIterable {
    /// PNG with a palette of up to 256 colours.
    case png
    /// The framebuffer as it is.
    case raw
    /// The framebuffer as a zlib stream with a window of 4 KiB.
    case deflate
    /// The framebuffer in PackBits.
    case packbits
    /// Whole rows of the framebuffer, as many a message as a small buffer takes.
    case strips
    /// The place's name alone, for displays without a font for it: one bit a pixel, small enough for the smallest buffers.
    case label
}
