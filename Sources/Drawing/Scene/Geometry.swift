/// A point in pixels, x to the right, y down.
package struct Point: Sendable, Hashable {
    package var x: Double
    package var y: Double

    package init(_ x: Double, _ y: Double) {
        self.x = x
        self.y = y
    }
}

/// A rectangle in pixels.
package struct Rectangle: Sendable, Hashable {
    package var x: Double
    package var y: Double
    package var width: Double
    package var height: Double

    package init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    package var maxX: Double { x + width }
    package var maxY: Double { y + height }
    package var midX: Double { x + width / 2 }
    package var midY: Double { y + height / 2 }
    package var isEmpty: Bool { width <= 0 || height <= 0 }

    package func inset(_ dx: Double, _ dy: Double) -> Rectangle {
        Rectangle(x: x + dx, y: y + dy, width: max(0, width - 2 * dx), height: max(0, height - 2 * dy))
    }

    package func offset(_ dx: Double, _ dy: Double) -> Rectangle {
        Rectangle(x: x + dx, y: y + dy, width: width, height: height)
    }

    package func contains(_ other: Rectangle) -> Bool {
        other.x >= x && other.y >= y && other.maxX <= maxX && other.maxY <= maxY
    }

    /// Whether both have an area in common; those that only touch have none.
    package func intersects(_ other: Rectangle) -> Bool {
        !isEmpty && !other.isEmpty && x < other.maxX && other.x < maxX && y < other.maxY && other.y < maxY
    }
}
