/// A point in pixels, x to the right, y down.
package struct Point: Sendable, Hashable {
    /// The distance from the left edge.
    package var x: Double
    /// The distance from the top edge.
    package var y: Double

    package init(_ x: Double, _ y: Double) {
        self.x = x
        self.y = y
    }
}

/// A rectangle in pixels.
package struct Rectangle: Sendable, Hashable {
    /// The left edge.
    package var x: Double
    /// The top edge.
    package var y: Double
    /// The width; not positive if the rectangle is empty.
    package var width: Double
    /// The height; not positive if the rectangle is empty.
    package var height: Double

    package init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The right edge.
    package var maxX: Double { x + width }
    /// The bottom edge.
    package var maxY: Double { y + height }
    /// The horizontal centre.
    package var midX: Double { x + width / 2 }
    /// The vertical centre.
    package var midY: Double { y + height / 2 }
    /// True if the rectangle has no area.
    package var isEmpty: Bool { width <= 0 || height <= 0 }

    /// The rectangle with its left and right edges moved inwards by `dx`, the others by `dy`; negative values move them
    /// outwards.
    package func inset(_ dx: Double, _ dy: Double) -> Rectangle {
        Rectangle(x: x + dx, y: y + dy, width: max(0, width - 2 * dx), height: max(0, height - 2 * dy))
    }

    /// The rectangle moved to the right by `dx` and down by `dy`.
    package func offset(_ dx: Double, _ dy: Double) -> Rectangle {
        Rectangle(x: x + dx, y: y + dy, width: width, height: height)
    }

    /// True if `other` lies within the rectangle; edges may coincide.
    package func contains(_ other: Rectangle) -> Bool {
        other.x >= x && other.y >= y && other.maxX <= maxX && other.maxY <= maxY
    }

    /// True if both share an area; rectangles that only touch do not.
    package func intersects(_ other: Rectangle) -> Bool {
        !isEmpty && !other.isEmpty && x < other.maxX && other.x < maxX && y < other.maxY && other.y < maxY
    }
}
