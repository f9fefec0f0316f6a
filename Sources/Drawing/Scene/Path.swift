/// A drawn outline: lines and curves.
package struct Path: Sendable, Equatable {
    package enum Step: Sendable, Equatable {
        case move(Point)
        case line(Point)
        /// A cubic Bézier curve.
        case curve(Point, Point, to: Point)
        case close
    }

    package private(set) var steps: [Step] = []

    package init() {}

    package mutating func move(_ x: Double, _ y: Double) { steps.append(.move(Point(x, y))) }
    package mutating func line(_ x: Double, _ y: Double) { steps.append(.line(Point(x, y))) }
    package mutating func close() { steps.append(.close) }

    package mutating func curve(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ x: Double, _ y: Double) {
        steps.append(.curve(Point(x1, y1), Point(x2, y2), to: Point(x, y)))
    }

    /// The same scaled, then moved.
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
