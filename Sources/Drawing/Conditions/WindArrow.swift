#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The arrow in the direction that the wind blows to.
enum WindArrow {
    /// The arrow in a square of whole pixels, `degrees` clockwise from north: a kite as on compasses in 36 directions,
    /// or an arrow with a shaft in 16 directions if the square is too small for a kite.
    static func element(_ degrees: Int, in box: Rectangle) -> Scene.Element {
        box.width < 16 ? shafted(turn(degrees, in: 16), box) : kite(turn(degrees, in: 36), box)
    }

    private static func turn(_ degrees: Int, in steps: Double) -> Double {
        (Double(degrees) * steps / 360).rounded() * 2 * .pi / steps
    }

    private static func kite(_ turn: Double, _ box: Rectangle) -> Scene.Element {
        var path = Path()
        // All within the circle in the square, so that no turn leaves it.
        let corners = [(0, -1), (0.56, 0.82), (0, 0.42), (-0.56, 0.82)].map { place($0.0, $0.1, turn, box) }
        path.move(corners[0].x, corners[0].y)
        for corner in corners.dropFirst() { path.line(corner.x, corner.y) }
        path.close()
        return .path(path, .ink, .fill)
    }

    /// An arrow with a shaft whose ends are in the middles of pixels.
    private static func shafted(_ turn: Double, _ box: Rectangle) -> Scene.Element {
        var path = Path()
        let inner = box.inset(0.5, 0.5)
        func pixel(_ x: Double, _ y: Double, _ turn: Double) -> Point {
            let point = place(x, y, turn, inner)
            return Point((point.x - 0.5).rounded() + 0.5, (point.y - 0.5).rounded() + 0.5)
        }
        let (tail, tip) = (pixel(0, 1, turn), pixel(0, -1, turn))
        let barbs = [-1.0, 1].map { pixel($0 * 0.6, -0.3, turn) }
        path.move(tail.x, tail.y)
        path.line(tip.x, tip.y)
        path.move(barbs[0].x, barbs[0].y)
        path.line(tip.x, tip.y)
        path.line(barbs[1].x, barbs[1].y)
        return .path(path, .ink, .stroke(width: 1, clip: box))
    }

    private static func place(_ x: Double, _ y: Double, _ turn: Double, _ box: Rectangle) -> Point {
        let half = box.width / 2
        return Point(
            box.midX + half * (x * cos(turn) - y * sin(turn)),
            box.midY + half * (x * sin(turn) + y * cos(turn))
        )
    }
}
