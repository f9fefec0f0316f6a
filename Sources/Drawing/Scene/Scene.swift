package import Widgets

/// A picture before it is painted: values that tests can ask where everything is.
package struct Scene: Sendable, Equatable {
    package let size: PictureSize
    /// Painted in their order.
    package var elements: [Element] = []

    package init(size: PictureSize) { self.size = size }

    /// The whole picture.
    package var frame: Rectangle {
        Rectangle(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
    }

    package enum Element: Sendable, Equatable {
        case text(PlacedText)
        /// Edges are on whole pixels.
        case fill(Rectangle, Ink)
        case path(Path, Ink, Brush)
        /// An area behind all else, dithered where the display cannot show it otherwise.
        case texture(Texture, Rectangle)
    }

    /// How a path is painted.
    package enum Brush: Sendable, Equatable {
        case fill
        /// Ends and corners are round; only what is within `clip` is seen.
        case stroke(width: Double, clip: Rectangle?)
    }

    /// What an area can be like.
    package enum Texture: Sendable, Equatable {
        /// All in one ink.
        case plain(Ink)
        /// Handmade paper: the same for the same seed.
        case paper(seed: UInt64)
    }

    package mutating func add(_ element: Element) { elements.append(element) }

    package var texts: [PlacedText] {
        elements.compactMap { if case .text(let text) = $0 { text } else { nil } }
    }
}

extension Scene {
    /// A line of whole pixels, one high.
    package mutating func addHorizontalLine(y: Double, from x0: Double, to x1: Double, _ ink: Ink) {
        let (y, x0, x1) = (y.rounded(.down), x0.rounded(), x1.rounded())
        add(.fill(Rectangle(x: x0, y: y, width: x1 - x0, height: 1), ink))
    }
}
