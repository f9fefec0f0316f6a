/// A drawn outline: lines and curves.
package struct Path: Sendable, Equatable {
    /// A segment of the outline.
    package enum Step: Sendable, Equatable {
        /// Starts a new part at a point.
        case move(Point)
        /// A straight line to a point.
        case line(Point)
        /// A cubic Bézier curve.
        case curve(Point, Point, to: Point)
        /// A straight line back to the start of the part.
        case close
    }

    /// The segments, in order.
    package private(set) var steps: [Step] = []

    package init() {}

    /// Starts a new part.
    package mutating func move(_ x: Double, _ y: Double) { steps.append(.move(Point(x, y))) }
    /// Adds a straight line.
    package mutating func line(_ x: Double, _ y: Double) { steps.append(.line(Point(x, y))) }
    /// Closes the part.
    package mutating func close() { steps.append(.close) }

    /// Adds a cubic Bézier curve with two control points and its end.
    package mutating func curve(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ x: Double, _ y: Double) {
        steps.append(.curve(Point(x1, y1), Point(x2, y2), to: Point(x, y)))
    }

    /// The path scaled around the origin, then moved by `offset`.
    package func scaled(_ factor: Double, offset: Point = Point(0, 0)) -> Path {
        func place(_ point: Point) -> Point { Point(point.x * factor + offset.x, point.y * factor + offset.y) }
        var result = Path()
        result.steps = steps.map { step in
            switch step {
            case .move(let point): .move(place(point))
            case .line(let point): .line(place(point))
            case .curve(let first, let second, let end): .curve(place(first), place(second), to: place(end))
            case .close: .close
            }
        }
        return result
    }
}
