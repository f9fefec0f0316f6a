import Weather

/// Draws a weather picture for a square of at least 16 pixels.
///
/// Outlines are filled shapes within filled shapes, because strokes are uneven without smoothing. Measures are whole
/// pixels; a centred shape is as odd or even as the outline, so that both sides are alike.
struct IconDrawing {
    let square: Rectangle
    let palette: Palette
    private(set) var elements: [Scene.Element] = []

    /// Of outlines.
    let stroke: Double
    /// Between a thing and what is behind it.
    let gap: Double
    /// Of the square, around all.
    let margin: Double

    init(_ square: Rectangle, _ palette: Palette) {
        self.square = square
        self.palette = palette
        stroke = square.width < 26 ? 1 : max(2, (square.width / 19).rounded())
        gap = max(1, (square.width / 26).rounded())
        margin = square.width < 20 ? 0 : (square.width / 24).rounded()
    }

    var side: Double { square.width }

    /// A share of the side in whole pixels.
    func pixels(_ share: Double) -> Double { (share * side).rounded() }

    /// The same, as odd or even as the outline's width.
    func evenly(_ share: Double) -> Double { evenly(pixels: share * side) }

    /// The nearest whole number that is as odd or even as the outline's width.
    func evenly(pixels: Double) -> Double { stroke + 2 * ((pixels - stroke) / 2).rounded() }

    mutating func fill(_ path: Path, _ ink: Ink) {
        elements.append(.path(path.scaled(1, offset: Point(square.x, square.y)), ink, .fill))
    }

    mutating func fill(_ box: Rectangle, _ ink: Ink) {
        elements.append(.fill(box.offset(square.x, square.y), ink))
    }

    /// Pixels set by hand: all but dots are filled.
    mutating func fill(_ rows: [String], at corner: Point, _ ink: Ink) {
        for (row, letters) in rows.enumerated() {
            for run in SmallIcon.runs(letters) where run.letter != "." {
                let x = corner.x + Double(run.start)
                fill(Rectangle(x: x, y: corner.y + Double(row), width: Double(run.length), height: 1), ink)
            }
        }
    }

    mutating func stroke(_ path: Path, _ ink: Ink, width: Double) {
        let moved = path.scaled(1, offset: Point(square.x, square.y))
        elements.append(.path(moved, ink, .stroke(width: width, clip: square)))
    }

    mutating func draw(_ condition: Condition, isDaylight: Bool) {
        switch condition {
        case .unknown: drawQuestion()
        case .clear: isDaylight ? drawSun() : drawMoon()
        case .fair: drawFair(isDaylight: isDaylight)
        case .mostlyCloudy: drawMostlyCloudy(isDaylight: isDaylight)
        case .overcast: drawOvercast()
        case .fog: drawFog()
        case .haze: drawHaze()
        case .exceptional: drawWarning()
        case .showers: drawShowers(isDaylight: isDaylight)
        case .drizzle, .rain, .heavyRain, .sleet, .snow, .heavySnow, .thunder: drawFalling(condition)
        }
    }
}
