package import Widgets

/// A picture before painting: values that tests can inspect.
package struct Scene: Sendable, Equatable {
    /// The size in pixels.
    package let size: PictureSize
    /// The elements in painting order.
    package var elements: [Element] = []

    package init(size: PictureSize) { self.size = size }

    /// The whole picture.
    package var frame: Rectangle {
        Rectangle(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
    }

    /// Something to paint.
    package enum Element: Sendable, Equatable {
        /// A line of text.
        case text(PlacedText)
        /// A filled rectangle with edges on whole pixels.
        case fill(Rectangle, Ink)
        /// A path, its ink, and the way it is painted.
        case path(Path, Ink, Brush)
        /// A background area, dithered if the display cannot show it otherwise.
        case texture(Texture, Rectangle)
    }

    /// The way a path is painted.
    package enum Brush: Sendable, Equatable {
        /// The inside is filled.
        case fill
        /// The outline is stroked with round ends and corners; only the part within `clip` is visible.
        case stroke(width: Double, clip: Rectangle?)
    }

    /// The look of a background area.
    package enum Texture: Sendable, Equatable {
        /// A single ink.
        case plain(Ink)
        /// Handmade paper; equal seeds give equal paper.
        case paper(seed: UInt64)
    }

    /// Appends an element, which is painted over the earlier ones.
    package mutating func add(_ element: Element) { elements.append(element) }

    /// The texts, in painting order.
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
