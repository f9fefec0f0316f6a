#if canImport(Glibc)
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif
#elseif canImport(Musl)
import Musl
#endif

/// Closed shapes, all clockwise, so that those of one path add up when it is filled.
extension Path {
    mutating func addRectangle(_ box: Rectangle) {
        addPolygon([
            Point(box.x, box.y), Point(box.maxX, box.y), Point(box.maxX, box.maxY), Point(box.x, box.maxY),
        ])
    }

    mutating func addPolygon(_ points: [Point]) {
        guard let first = points.first else { return }
        move(first.x, first.y)
        for point in points.dropFirst() { line(point.x, point.y) }
        close()
    }

    mutating func addDisc(_ center: Point, radius: Double) {
        guard radius > 0 else { return }
        move(center.x + radius, center.y)
        addArc(center, radius: radius, from: 0, to: 2 * .pi)
        close()
    }

    /// Its ends are half discs where `radius` is half its height.
    mutating func addRoundedRectangle(_ box: Rectangle, radius: Double) {
        guard !box.isEmpty else { return }
        let radius = min(radius, box.width / 2, box.height / 2)
        move(box.x + radius, box.y)
        let corners: [(x: Double, y: Double, angle: Double)] = [
            (box.maxX - radius, box.y + radius, -.pi / 2), (box.maxX - radius, box.maxY - radius, 0),
            (box.x + radius, box.maxY - radius, .pi / 2), (box.x + radius, box.y + radius, .pi),
        ]
        for corner in corners {
            let center = Point(corner.x, corner.y)
            let start = center.moved(radius, at: corner.angle)
            line(start.x, start.y)
            addArc(center, radius: radius, from: corner.angle, to: corner.angle + .pi / 2)
        }
        close()
    }

    /// A straight bar; round ends lie within its length.
    mutating func addBar(from start: Point, to end: Point, width: Double, isRound: Bool) {
        let angle = atan2(end.y - start.y, end.x - start.x)
        let radius = width / 2
        guard isRound else {
            addPolygon([
                start.moved(radius, at: angle - .pi / 2), end.moved(radius, at: angle - .pi / 2),
                end.moved(radius, at: angle + .pi / 2), start.moved(radius, at: angle + .pi / 2),
            ])
            return
        }
        let first = start.moved(radius, at: angle)
        let last = end.moved(-radius, at: angle)
        let corner = last.moved(radius, at: angle - .pi / 2)
        let opposite = first.moved(radius, at: angle + .pi / 2)
        move(corner.x, corner.y)
        addArc(last, radius: radius, from: angle - .pi / 2, to: angle + .pi / 2)
        line(opposite.x, opposite.y)
        addArc(first, radius: radius, from: angle + .pi / 2, to: angle + 1.5 * .pi)
        close()
    }

    /// The first disc without what the second covers; they must overlap in part.
    mutating func addCrescent(_ disc: (center: Point, radius: Double), without other: (center: Point, radius: Double)) {
        let (dx, dy) = (other.center.x - disc.center.x, other.center.y - disc.center.y)
        let distance = (dx * dx + dy * dy).squareRoot()
        guard distance > abs(disc.radius - other.radius), distance < disc.radius + other.radius else { return }
        let toward = atan2(dy, dx)
        let along = (distance * distance + disc.radius * disc.radius - other.radius * other.radius) / (2 * distance)
        let half = acos(along / disc.radius)
        let inner = acos((distance - along) / other.radius)
        let start = disc.center.moved(disc.radius, at: toward + half)
        move(start.x, start.y)
        addArc(disc.center, radius: disc.radius, from: toward + half, to: toward - half + 2 * .pi)
        addArc(other.center, radius: other.radius, from: toward + .pi + inner, to: toward + .pi - inner)
        close()
    }

    /// Goes on around a centre from where the path is; angles grow clockwise from the right.
    ///
    /// It is cut where it turns, so that the points of its curves lie within what bounds it. A quarter is less than
    /// 0.03 % of the radius off: Riškus, Approximation of a cubic Bézier curve by circular arcs and vice versa, 2006.
    mutating func addArc(_ center: Point, radius: Double, from start: Double, to end: Double) {
        let quarter = Double.pi / 2
        let (low, high) = (min(start, end), max(start, end))
        let turns = stride(from: (low / quarter).rounded(.up) * quarter, to: high, by: quarter)
        let inner = turns.filter { $0 > low + 1e-9 && $0 < high - 1e-9 }
        let angles = [low] + inner + [high]
        let ordered = start < end ? angles : angles.reversed()
        for (from, to) in zip(ordered, ordered.dropFirst()) {
            let reach = 4 / 3 * tan((to - from) / 4) * radius
            let (first, last) = (center.moved(radius, at: from), center.moved(radius, at: to))
            let (lead, trail) = (first.moved(reach, at: from + quarter), last.moved(-reach, at: to + quarter))
            curve(lead.x, lead.y, trail.x, trail.y, last.x, last.y)
        }
    }
}

extension Point {
    func moved(_ distance: Double, at angle: Double) -> Point {
        Point(x + distance * cos(angle), y + distance * sin(angle))
    }
}
