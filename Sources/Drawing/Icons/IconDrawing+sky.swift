/// The sun and the moon, alone and behind clouds.
extension IconDrawing {
    mutating func drawSun() {
        let across = evenly(pixels: side - 2 * margin)
        let within = across > side ? across - 2 : across
        let corner = ((side - within) / 2).rounded(.down)
        addSun(x: corner, y: corner, across: within, rays: 0...7)
    }

    mutating func drawMoon() {
        let across = pixels(0.84)
        addMoon(x: pixels(0.06), y: side - across - pixels(0.05), across: across, turn: -.pi / 4)
        addStar(Point(pixels(0.76), pixels(0.24)), radius: pixels(0.14))
    }

    mutating func drawFair(isDaylight: Bool) {
        addLight(isDaylight: isDaylight, across: 0.8, isHalfHidden: false)
        let (width, height) = (pixels(0.66), pixels(0.42))
        let box = Rectangle(x: side - margin - width, y: side - margin - height, width: width, height: height)
        addCloud(Cloud(box, stroke: stroke), palette.cloud, hidesBehind: true)
    }

    mutating func drawMostlyCloudy(isDaylight: Bool) {
        addLight(isDaylight: isDaylight, across: 0.68, isHalfHidden: true)
        let (width, height) = (side - 2 * margin, pixels(0.53))
        let box = Rectangle(x: margin, y: side - margin - height, width: width, height: height)
        addCloud(Cloud(box, stroke: stroke), palette.cloud, hidesBehind: true)
    }

    mutating func drawOvercast() {
        let (width, height) = (pixels(0.66), pixels(0.46))
        let behind = Rectangle(x: side - margin - width, y: margin + pixels(0.04), width: width, height: height)
        addCloud(Cloud(behind, stroke: 1), .secondary, hidesBehind: false)
        let (frontWidth, frontHeight) = (pixels(0.82), pixels(0.52))
        let front = Rectangle(x: margin, y: side - margin - frontHeight, width: frontWidth, height: frontHeight)
        addCloud(Cloud(front, stroke: stroke), palette.cloud, hidesBehind: true)
    }

    mutating func drawShowers(isDaylight: Bool) {
        addLight(isDaylight: isDaylight, across: 0.64, isHalfHidden: true)
        let (x, y) = (margin + pixels(0.16), margin + pixels(0.28))
        let box = Rectangle(x: x, y: y, width: side - margin - x, height: pixels(0.4))
        addCloud(Cloud(box, stroke: stroke), palette.cloud, hidesBehind: true)
        addRain(in: room(below: box), count: 4)
    }

    /// Sun or moon in the upper left, `share` of the side wide.
    private mutating func addLight(isDaylight: Bool, across share: Double, isHalfHidden: Bool) {
        if isDaylight {
            addSun(x: margin, y: margin, across: evenly(share), rays: isHalfHidden ? 4...7 : 0...7)
        } else {
            addMoon(x: margin, y: margin, across: pixels(share * 0.86), turn: -.pi / 7)
        }
    }

    /// Rays are counted by eighths, clockwise from the right.
    private mutating func addSun(x: Double, y: Double, across: Double, rays eighths: ClosedRange<Int>) {
        let center = Point(x + across / 2, y + across / 2)
        let disc = evenly(pixels: across * 0.5)
        let space = max(1, (across * 0.08).rounded())
        var rays = Path()
        for eighth in eighths {
            let angle = Double(eighth) * .pi / 4
            rays.addBar(
                from: center.moved(disc / 2 + space, at: angle),
                to: center.moved(across / 2, at: angle),
                width: stroke,
                isRound: stroke > 2
            )
        }
        fill(rays, palette.sunOutline)
        addOutlined(palette.sunOutline, stroke > 1 ? .sun : palette.smallSun) { path, inset in
            path.addDisc(center, radius: disc / 2 - inset)
        }
    }

    /// A crescent that is open toward `turn`.
    private mutating func addMoon(x: Double, y: Double, across: Double, turn: Double) {
        let center = Point(x + across / 2, y + across / 2)
        var moon = Path()
        let shadow = center.moved(across * 0.325, at: turn)
        moon.addCrescent((center, across / 2), without: (shadow, across * 0.42))
        fill(moon, .moon)
    }

    /// Four points.
    private mutating func addStar(_ center: Point, radius: Double) {
        var star = Path()
        guard side >= 40 else {
            let arm = side < 24 ? 1.0 : 2.0
            star.addRectangle(Rectangle(x: center.x - arm, y: center.y, width: 2 * arm + 1, height: 1))
            star.addRectangle(Rectangle(x: center.x, y: center.y - arm, width: 1, height: 2 * arm + 1))
            fill(star, .moon)
            return
        }
        star.move(center.x, center.y - radius)
        let waist = radius * 0.16
        star.curve(center.x + waist, center.y - waist, center.x + waist, center.y - waist, center.x + radius, center.y)
        star.curve(center.x + waist, center.y + waist, center.x + waist, center.y + waist, center.x, center.y + radius)
        star.curve(center.x - waist, center.y + waist, center.x - waist, center.y + waist, center.x - radius, center.y)
        star.curve(center.x - waist, center.y - waist, center.x - waist, center.y - waist, center.x, center.y - radius)
        star.close()
        fill(star, .moon)
    }

    /// A shape in `outline`, and the same smaller by the outline's width in `body`.
    mutating func addOutlined(_ outline: Ink, _ body: Ink, _ add: (inout Path, _ inset: Double) -> Void) {
        var outer = Path()
        add(&outer, 0)
        fill(outer, outline)
        guard body != outline else { return }
        var inner = Path()
        add(&inner, stroke)
        fill(inner, body)
    }
}
