/// The appearance of a text.
package struct TextStyle: Sendable, Hashable {
    /// The kind of typeface.
    package enum Face: Sendable, Hashable {
        /// Noto Sans, or the user's fonts.
        case sans
        /// Noto Serif, or the user's fonts.
        case serif
    }

    /// The weight in OpenType's scale.
    package enum Weight: Int, Sendable, Hashable {
        /// Regular.
        case regular = 400
        /// Medium.
        case medium = 500
        /// Bold.
        case bold = 700
    }

    /// The direction in which characters follow each other.
    package enum Direction: Sendable, Hashable {
        /// Left to right, or right to left as the script requires.
        case horizontal
        /// Upright characters below each other, with brackets and long sounds in their vertical forms; scripts never
        /// set in columns lie on their side.
        case vertical
    }

    /// The em square's height in pixels.
    package var size: Double
    /// The kind of typeface.
    package var face: Face
    /// The weight.
    package var weight: Weight
    /// The direction.
    package var direction: Direction
    /// ISO 639 with an optional region, which selects between Japanese, Korean and Chinese forms.
    package var language: String

    package init(
        size: Double,
        face: Face = .sans,
        weight: Weight = .regular,
        direction: Direction = .horizontal,
        language: String
    ) {
        self.size = size
        self.face = face
        self.weight = weight
        self.direction = direction
        self.language = language
    }
}

/// The extent of a line of text, in pixels from its origin.
///
/// The origin of horizontal text is the left end of its baseline; that of vertical text is the middle of its column's
/// top.
package struct TextMeasure: Sendable, Hashable {
    /// The bounding box of the ink; empty for white space.
    package var ink: Rectangle
    /// The box of the line's advance and the font's ascent and descent.
    package var line: Rectangle

    package init(ink: Rectangle, line: Rectangle) {
        self.ink = ink
        self.line = line
    }
}

/// A line of text at its position.
package struct PlacedText: Sendable, Hashable {
    /// The text, without line breaks.
    package var text: String
    /// The style that it was measured in.
    package var style: TextStyle
    /// The ink that it is painted in.
    package var ink: Ink
    /// The origin in the picture, see ``TextMeasure``.
    package var origin: Point
    /// The extent relative to the origin.
    package var measure: TextMeasure

    package init(_ text: String, _ style: TextStyle, _ ink: Ink, at origin: Point, _ measure: TextMeasure) {
        self.text = text
        self.style = style
        self.ink = ink
        self.origin = origin
        self.measure = measure
    }

    /// The bounding box of its ink in the picture.
    package var inkBox: Rectangle { measure.ink.offset(origin.x, origin.y) }
}
