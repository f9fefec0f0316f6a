import Weather
import Widgets

/// The graph of pressures with its guides, their labels and its hours, in a rectangle.
///
/// If space is short, type becomes smaller by up to three steps; then it leaves out, in this order, the hours'
/// temperatures, their icons, the labels of the hours, the guides' labels.
struct GraphPanel {
    let texts: WeatherTexts
    let palette: Palette
    let typesetter: Typesetter
    let type: WeatherType
    let graph: PressureGraph
    private let strip: HourStrip?
    private let stripTop: Double
    let hasLabels: Bool
    /// Of the curve.
    let lineWidth: Double

    init(
        _ texts: WeatherTexts,
        _ family: Family,
        in area: Rectangle,
        _ type: WeatherType,
        _ palette: Palette,
        _ typesetter: Typesetter
    ) {
        self.texts = texts
        self.palette = palette
        self.typesetter = typesetter
        let plan = Self.plan(texts, family, in: area, type, palette, typesetter)
        self.type = plan.type
        strip = plan.strip
        hasLabels = plan.hasLabels
        stripTop = area.maxY - (plan.strip?.height ?? 0)
        graph = PressureGraph(texts.entry, in: plan.area)
        lineWidth = plan.area.height < 40 ? plan.type.lineWidth : max(2, plan.type.lineWidth)
    }

    private struct Plan {
        var type: WeatherType
        var strip: HourStrip?
        var area: Rectangle
        var hasLabels: Bool
    }

    private static func plan(
        _ texts: WeatherTexts,
        _ family: Family,
        in area: Rectangle,
        _ type: WeatherType,
        _ palette: Palette,
        _ typesetter: Typesetter
    ) -> Plan {
        let hasTemperatures = texts.entry.hours.contains { $0.temperature != nil }
        let choices: [HourStrip.Rows] =
            family == .medium
            ? [.icons] : (hasTemperatures ? [[.labels, .icons, .temperatures]] : []) + [[.labels, .icons], .labels]
        for rows in choices {
            for caption in WeatherType.steps(from: type.caption, downTo: 8).prefix(4) {
                var smaller = type
                smaller.caption = caption
                let graph = graphArea(texts, in: area, smaller, typesetter, hasLabels: true)
                let strip = HourStrip(
                    texts,
                    rows,
                    x: graph.x,
                    width: graph.width,
                    within: area.x...area.maxX,
                    smaller,
                    palette,
                    typesetter
                )
                guard let strip else { continue }
                let digits = typesetter.digitHeight(type.style(caption))
                var kept = graph
                // The lowest guide's label stands half beneath it.
                kept.height -= strip.height + max(digits / 2, smaller.gap) + smaller.gap
                if kept.height >= max(3 * digits, area.height * 0.44) {
                    return Plan(type: smaller, strip: strip, area: kept.onWholePixels, hasLabels: true)
                }
            }
        }
        return planWithoutStrip(texts, in: area, type, typesetter)
    }

    private static func planWithoutStrip(
        _ texts: WeatherTexts,
        in area: Rectangle,
        _ type: WeatherType,
        _ typesetter: Typesetter
    ) -> Plan {
        let digits = typesetter.digitHeight(type.style(type.caption))
        let hasLabels = area.height >= 5 * digits
        var graph = graphArea(texts, in: area, type, typesetter, hasLabels: hasLabels)
        graph.height -= (hasLabels ? digits / 2 : type.lineWidth).rounded(.up)
        return Plan(type: type, strip: nil, area: graph.onWholePixels, hasLabels: hasLabels)
    }

    /// The area that remains at the right of the guides' labels and below the upper half of the highest one.
    private static func graphArea(
        _ texts: WeatherTexts,
        in area: Rectangle,
        _ type: WeatherType,
        _ typesetter: Typesetter,
        hasLabels: Bool
    ) -> Rectangle {
        let style = type.style(type.caption)
        let reach = PressureGraph.reachHPa(texts.entry)
        let reference = texts.entry.hours.lazy.compactMap(\.pressure).first
        let labels =
            hasLabels ? reference.map { known in [reach, 0, -reach].map { texts.guide(known, plusHPa: $0) } } : nil
        let widest = (labels ?? []).map { typesetter.measure($0, style).ink.width.rounded(.up) }.max()
        let left =
            widest.map { $0 + max(3, type.lineWidth * 1.5 + 1).rounded(.up) } ?? (2 * type.lineWidth).rounded(.up)
        let top = widest == nil ? type.lineWidth : (typesetter.digitHeight(style) / 2).rounded(.up)
        return Rectangle(x: area.x + left, y: area.y + top, width: area.width - left, height: area.height - top)
    }

    // MARK: Elements

    var elements: [Scene.Element] {
        let note = unitNote
        let layers: [[Scene.Element]] = [
            shade, guides(leavingOut: note?.box), midnight(leavingOut: note?.box), ticks, curve, labels,
            note?.elements ?? [], strip?.elements(top: stripTop) ?? [],
        ]
        return layers.flatMap(\.self)
    }

    var isScaled: Bool { graph.reachHPa != PressureGraph.usualReachHPa }
    var area: Rectangle { graph.area }
    var style: TextStyle { type.style(type.caption) }

    /// Heights of the guides at the reach, at its halves where the scale is not the usual one, and in the middle.
    func guideY(_ share: Double) -> Double {
        (area.y + (area.height - type.ruleWidth) * share).rounded()
    }

    private func guides(leavingOut gap: Rectangle?) -> [Scene.Element] {
        var scene: [Scene.Element] = []
        for share in isScaled ? [0, 0.25, 0.5, 0.75, 1] : [0, 0.5, 1] {
            let y = guideY(share)
            let isMinor = share == 0.25 || share == 0.75
            let rule = type.ruleWidth
            let dash: (on: Double, off: Double)? =
                isMinor ? (rule, 5 * rule) : palette.isSmooth ? nil : share == 0.5 ? (rule, rule) : (rule, 2 * rule)
            scene += horizontal(y: y, dash: dash, leavingOut: gap)
        }
        return scene
    }

    private func horizontal(
        y: Double,
        dash: (on: Double, off: Double)?,
        leavingOut gap: Rectangle?
    ) -> [Scene.Element] {
        let rule = type.ruleWidth
        let isCrossed = gap.map { $0.y < y + rule && $0.maxY > y } ?? false
        func isFree(_ from: Double, _ to: Double) -> Bool {
            guard isCrossed, let gap else { return true }
            return to <= gap.x - 2 || from >= gap.maxX + 2
        }
        guard let dash else {
            let whole = Rectangle(x: area.x, y: y, width: area.width, height: rule)
            guard isCrossed, let gap else { return [.fill(whole, .faint)] }
            let end = (gap.x - 2 * rule).rounded(.down)
            let start = (gap.maxX + 2 * rule).rounded(.up)
            return [
                Rectangle(x: area.x, y: y, width: end - area.x, height: rule),
                Rectangle(x: start, y: y, width: area.maxX - start, height: rule),
            ].filter { !$0.isEmpty }.map { .fill($0, .faint) }
        }
        return stride(from: area.x, to: area.maxX, by: dash.on + dash.off).compactMap { x in
            let width = min(dash.on, area.maxX - x)
            return isFree(x, x + width) ? .fill(Rectangle(x: x, y: y, width: width, height: rule), .faint) : nil
        }
    }

    /// A line where a new day begins.
    private func midnight(leavingOut gap: Rectangle?) -> [Scene.Element] {
        let hours = texts.entry.hours
        let step = 4 * type.ruleWidth
        return hours.indices.dropFirst().filter { hours[$0].localHour == 0 && hours[$0 - 1].localHour != 0 }.flatMap {
            hour -> [Scene.Element] in
            let x = (area.x + area.width * Double(hour) / Double(WeatherEntry.hourCount)).rounded()
            return stride(from: area.y + 2, to: area.maxY - type.ruleWidth, by: step).compactMap { y in
                let dot = Rectangle(x: x, y: y, width: type.ruleWidth, height: type.ruleWidth)
                return gap.map { $0.inset(-1, -1).intersects(dot) } ?? false ? nil : .fill(dot, .faint)
            }
        }
    }

    private var ticks: [Scene.Element] {
        guard let strip else { return [] }
        let height = max(2, type.gap - 1)
        return strip.ticks.filter { $0 < area.maxX }.map {
            .fill(Rectangle(x: $0.rounded(), y: area.maxY, width: type.ruleWidth, height: height), .faint)
        }
    }

    // MARK: The curve

    var curves: [(hours: Range<Int>, curve: MonotoneCurve)] {
        graph.runs.map { ($0, MonotoneCurve(graph.points[$0].compactMap(\.self))) }
    }

    private var curve: [Scene.Element] {
        let width = lineWidth
        let clip = Rectangle(
            x: area.x - 2 * width,
            y: area.y - width / 2,
            width: area.width + 2 * width,
            height: area.height + width
        )
        let falls = PressureGraph.quickFalls(texts.entry)
        var elements: [Scene.Element] = []
        for (hours, curve) in curves {
            guard hours.count > 1 else {
                elements += curve.points.map { dot(at: $0, .ink) }
                continue
            }
            // Falls go last, so that they are seen.
            for isFall in [false, true] {
                for part in Self.parts(hours.dropLast().map { falls[$0] }) where part.value == isFall {
                    let path = curve.path(part.range.lowerBound..<(part.range.upperBound + 1))
                    elements.append(.path(path, isFall ? .accent : .ink, .stroke(width: width, clip: clip)))
                }
            }
        }
        if let now = graph.points[0] { elements.append(dot(at: now, falls[0] ? .accent : .ink)) }
        return elements
    }

    /// Stretches of equal values.
    private static func parts(_ values: [Bool]) -> [(range: Range<Int>, value: Bool)] {
        var parts: [(range: Range<Int>, value: Bool)] = []
        for (index, value) in values.enumerated() {
            if let last = parts.last, last.value == value {
                parts[parts.count - 1].range = last.range.lowerBound..<(index + 1)
            } else {
                parts.append((index..<(index + 1), value))
            }
        }
        return parts
    }

    private func dot(at point: Point, _ ink: Ink) -> Scene.Element {
        let radius = max(1.5, lineWidth * 1.25)
        guard palette.isSmooth else {
            let side = (2 * radius).rounded()
            let corner = Point((point.x - side / 2).rounded(), (point.y - side / 2).rounded())
            return .fill(Rectangle(x: corner.x, y: corner.y, width: side, height: side), ink)
        }
        return .path(.circle(middle: point, radius: radius), ink, .fill)
    }

    /// The area beneath the curve, a shade darker.
    private var shade: [Scene.Element] {
        // Among dots, a line of one pixel is hard to see.
        guard palette.isSmooth || lineWidth > 1 else { return [] }
        return curves.flatMap { hours, curve -> [Scene.Element] in
            guard let first = curve.points.first, let last = curve.points.last, hours.count > 1 else { return [] }
            return stride(from: first.x.rounded(), to: last.x.rounded(), by: 1).compactMap { x in
                guard let y = curve.y(at: min(max(x + 0.5, first.x), last.x))?.rounded() else { return nil }
                return .texture(.plain(.tone), Rectangle(x: x, y: y, width: 1, height: max(0, area.maxY - y)))
            }
        }
    }
}

extension Rectangle {
    /// With its edges on whole pixels, no larger.
    fileprivate var onWholePixels: Rectangle {
        let (left, top) = (x.rounded(.up), y.rounded(.up))
        return Rectangle(x: left, y: top, width: maxX.rounded(.down) - left, height: max(0, maxY.rounded(.down) - top))
    }
}

extension Path {
    /// A circle of four Bézier curves.
    fileprivate static func circle(middle: Point, radius: Double) -> Path {
        let (x, y, r) = (middle.x, middle.y, radius)
        let handle = 0.5523 * r
        var path = Path()
        path.move(x + r, y)
        path.curve(x + r, y + handle, x + handle, y + r, x, y + r)
        path.curve(x - handle, y + r, x - r, y + handle, x - r, y)
        path.curve(x - r, y - handle, x - handle, y - r, x, y - r)
        path.curve(x + handle, y - r, x + r, y - handle, x + r, y)
        path.close()
        return path
    }
}
