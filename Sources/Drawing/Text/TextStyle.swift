/// How text looks.
package struct TextStyle: Sendable, Hashable {
    package enum Face: Sendable, Hashable {
        case sans
        case serif
    }

    package enum Weight: Int, Sendable, Hashable {
        case regular = 400
        case medium = 500
        case bold = 700
    }

    package enum Direction: Sendable, Hashable {
        case horizontal
        /// Characters stand upright below each other, brackets and long sounds as vertical type has them; scripts that are
        /// never set so lie on their side.
        case vertical
    }

    /// The em square's height in pixels.
    package var size: Double
    package var face: Face
    package var weight: Weight
    package var direction: Direction
    /// ISO 639 with an optional region: it decides between Japanese, Korean and Chinese forms.
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

/// How large a line of text is, in whole or broken pixels from its origin.
///
/// The origin of horizontal text is the left end of its baseline; that of vertical text the middle of its column's top.
package struct TextMeasure: Sendable, Hashable {
    /// What is blackened; empty for white space.
    package var ink: Rectangle
    /// What the line takes: its advance, and the font's ascent and descent.
    package var line: Rectangle

    package init(ink: Rectangle, line: Rectangle) {
        self.ink = ink
        self.line = line
    }
}

/// A line of text where it is painted.
package struct PlacedText: Sendable, Hashable {
    package var text: String
    package var style: TextStyle
    package var ink: Ink
    /// See ``TextMeasure``.
    package var origin: Point
    package var measure: TextMeasure

    package init(_ text: String, _ style: TextStyle, _ ink: Ink, at origin: Point, _ measure: TextMeasure) {
        self.text = text
        self.style = style
        self.ink = ink
        self.origin = origin
        self.measure = measure
    }

    /// What it blackens.
    package var inkBox: Rectangle { measure.ink.offset(origin.x, origin.y) }
}
