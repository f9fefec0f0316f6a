import Widgets

/// Beneath the graph: each third hour, its icon and temperature, and dots between.
///
/// If there is no space for each third hour, each sixth is shown, or each twelfth.
struct HourStrip {
    struct Rows: OptionSet {
        let rawValue: Int
        static let labels = Rows(rawValue: 1)
        static let icons = Rows(rawValue: 2)
        static let temperatures = Rows(rawValue: 4)
    }

    private let texts: WeatherTexts
    private let rows: Rows
    private let type: WeatherType
    private let palette: Palette
    private let typesetter: Typesetter
    /// The graph's left edge and width, and what nothing leaves.
    private let x: Double
    private let width: Double
    private let bounds: ClosedRange<Double>

    private var labelMarks: [Int] = []
    private var iconMarks: [Int] = []
    private var temperatureMarks: [Int] = []

    /// Nil where one of the rows does not fit.
    init?(
        _ texts: WeatherTexts,
        _ rows: Rows,
        x: Double,
        width: Double,
        within bounds: ClosedRange<Double>,
        _ type: WeatherType,
        _ palette: Palette,
        _ typesetter: Typesetter
    ) {
        self.texts = texts
        self.rows = rows
        self.type = type
        self.palette = palette
        self.typesetter = typesetter
        self.x = x
        self.width = width
        self.bounds = bounds
        var stride = 3
        func marks(_ row: Rows, _ box: (Int) -> Rectangle?) -> [Int]? {
            guard rows.contains(row) else { return [] }
            while stride <= 12 {
                let marks = self.marks(every: stride)
                if fit(marks.compactMap(box)) { return marks }
                stride *= 2
            }
            return nil
        }
        guard let labelMarks = marks(.labels, { label($0, baseline: 0).inkBox }),
            let iconMarks = marks(.icons, { iconBox($0, y: 0) }),
            let temperatureMarks = marks(.temperatures, temperatureBox)
        else { return nil }
        self.labelMarks = labelMarks
        self.iconMarks = iconMarks
        self.temperatureMarks = temperatureMarks
    }

    /// Hours of the day that the stride divides; one of two when a clock is set back.
    private func marks(every stride: Int) -> [Int] {
        let hours = texts.entry.hours
        return hours.indices.filter { index in
            Int(hours[index].localHour) % stride == 0
                && (index == 0 || hours[index - 1].localHour != hours[index].localHour)
        }
    }

    private func fit(_ boxes: [Rectangle]) -> Bool {
        boxes.allSatisfy { $0.x >= bounds.lowerBound && $0.maxX <= bounds.upperBound }
            && zip(boxes, boxes.dropFirst()).allSatisfy { $1.x - $0.maxX >= max(2, type.gap / 2) }
    }

    private func x(of hour: Int) -> Double { x + width * Double(hour) / Double(WeatherEntry.hourCount) }

    // MARK: What stands at an hour

    private var style: TextStyle { type.style(type.caption) }
    private var digitHeight: Double { typesetter.digitHeight(style) }

    /// The label's digits are in the middle beneath the hour; at the edges as near as there is room.
    private func label(_ hour: Int, baseline: Double) -> PlacedText {
        let text = String(texts.entry.hours[hour].localHour)
        return centered(text, measured: text, at: hour, baseline: baseline)
    }

    /// Nil where it is unknown.
    private func temperature(_ hour: Int, baseline: Double) -> PlacedText? {
        guard let temperature = texts.entry.hours[hour].temperature else { return nil }
        let digits = texts.degrees(temperature)
        return centered(hasDotsForDegrees ? digits : digits + "°", measured: digits, at: hour, baseline: baseline)
    }

    /// Fonts have no good degree sign of so few pixels.
    private var hasDotsForDegrees: Bool { !palette.isSmooth && type.caption < 13 }

    /// A degree sign of four pixels, one away from the digits at its left.
    private func degreeSign(of digits: PlacedText) -> [Rectangle] {
        let (left, top) = (digits.inkBox.maxX.rounded(.up) + 1, digits.inkBox.maxY.rounded(.up) - digitHeight)
        return [(1, 0), (0, 1), (2, 1), (1, 2)].map { Rectangle(x: left + $0.0, y: top + $0.1, width: 1, height: 1) }
    }

    /// With its degree sign.
    private func temperatureBox(_ hour: Int) -> Rectangle? {
        guard var box = temperature(hour, baseline: 0)?.inkBox else { return nil }
        box.width += hasDotsForDegrees ? 5 : 0
        return box
    }

    private func centered(_ text: String, measured: String, at hour: Int, baseline: Double) -> PlacedText {
        let ink = typesetter.measure(text, style).ink
        let middle = typesetter.measure(measured, style).ink.midX
        let origin = (x(of: hour) - middle).rounded()
        let kept = min(
            max(origin, (bounds.lowerBound - ink.x).rounded(.up)),
            (bounds.upperBound - ink.maxX).rounded(.down)
        )
        return typesetter.place(text, style, .ink, at: Point(kept, baseline))
    }

    private func iconBox(_ hour: Int, y: Double) -> Rectangle {
        let left = (x(of: hour) - type.icon / 2).rounded()
        let kept = min(max(left, bounds.lowerBound.rounded(.up)), bounds.upperBound.rounded(.down) - type.icon)
        return Rectangle(x: kept, y: y, width: type.icon, height: type.icon)
    }

    // MARK: All of it

    private var rowHeights: [Double] {
        var heights: [Double] = []
        if rows.contains(.labels) { heights.append(digitHeight) }
        if rows.contains(.icons) { heights.append(type.icon) }
        if rows.contains(.temperatures) { heights.append(digitHeight) }
        return heights
    }

    /// 0 without rows.
    var height: Double { rowHeights.reduce(0, +) + type.gap * Double(max(0, rowHeights.count - 1)) }

    func elements(top: Double) -> [Scene.Element] {
        var elements: [Scene.Element] = []
        var y = top
        if rows.contains(.labels) {
            let labels = labelMarks.map { label($0, baseline: y + digitHeight) }
            elements += labels.map { .text($0) } + dots(between: labels, middle: y + digitHeight / 2)
            y += digitHeight + type.gap
        }
        if rows.contains(.icons) {
            for mark in iconMarks {
                let hour = texts.entry.hours[mark]
                elements += WeatherIcon.elements(
                    hour.condition,
                    isDaylight: hour.isDaylight,
                    in: iconBox(mark, y: y),
                    palette
                )
            }
            y += type.icon + type.gap
        }
        if rows.contains(.temperatures) {
            let temperatures = temperatureMarks.compactMap { temperature($0, baseline: y + digitHeight) }
            elements += temperatures.map { .text($0) }
            if hasDotsForDegrees { elements += temperatures.flatMap(degreeSign).map { .fill($0, .ink) } }
        }
        return elements
    }

    /// Dots between labels.
    ///
    /// If a dot would touch a label, all dots as near to one are left out, so that the gaps look alike.
    private func dots(between labels: [PlacedText], middle: Double) -> [Scene.Element] {
        let side = max(1, (type.caption / 9).rounded())
        let space = max(2, type.caption / 5)
        var dots: [Int: [Rectangle]] = [:]
        var hidden: Set<Int> = []
        for hour in texts.entry.hours.indices where !labelMarks.contains(hour) {
            let dot = Rectangle(
                x: (x(of: hour) - side / 2).rounded(),
                y: (middle - side / 2).rounded(),
                width: side,
                height: side
            )
            guard bounds.contains(dot.x), bounds.contains(dot.maxX) else { continue }
            let distance = labelMarks.map { abs($0 - hour) }.min() ?? 0
            dots[distance, default: []].append(dot)
            if labels.contains(where: { $0.inkBox.inset(-space, 0).intersects(dot) }) { hidden.insert(distance) }
        }
        return dots.keys.sorted().filter { !hidden.contains($0) }.flatMap { distance in
            (dots[distance] ?? []).map { .fill($0, .secondary) }
        }
    }

    /// The hours that have labels.
    var ticks: [Double] { labelMarks.map(x(of:)) }
}
