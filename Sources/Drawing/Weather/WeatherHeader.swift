import Weather
import Widgets

/// The current values above the graph: temperature, hour, place, pressure, its change, and the state of the data.
///
/// If room is short, the less important ones take a shorter form and are then dropped: the pressure, the change, the
/// place, the hour's words, the hour. The temperature and the state of the data always stay.
struct WeatherHeader {
    let texts: WeatherTexts
    let state: DataState
    let placeName: String
    let type: WeatherType
    let palette: Palette
    let typesetter: Typesetter

    /// Elements, and where the lowest of them ends.
    struct Block {
        var elements: [Scene.Element]
        var bottom: Double
        /// True if nothing was shortened or dropped.
        var isWhole: Bool
    }

    private enum Rank {
        static let pressure = 0
        static let change = 1
        static let place = 2
        static let hour = 3
        static let state = 4
    }

    // MARK: Items

    private func place(_ style: TextStyle, room: Double) -> HeaderItem? {
        // The badge of sample data says the same.
        if state == .sample, placeName == Words.sampleName(language: type.language) { return nil }
        return HeaderItem(
            forms: [0.7, 0.35].map { .name(placeName, style, least: max(3 * style.size, room * $0)) },
            rank: Rank.place
        )
    }

    private var hour: HeaderItem {
        let style = type.style(type.note)
        return HeaderItem(
            forms: [.text(texts.now, style, .secondary), .text(texts.clock, style, .secondary)],
            rank: Rank.hour
        )
    }

    private var badge: HeaderItem? {
        guard let words = state.words(language: type.language) else { return nil }
        // An age alone is no alarm.
        let isFilled = if case .stale = state { false } else { true }
        let long = state.longWords(language: type.language) ?? words
        let smaller = WeatherType.steps(from: type.note, downTo: 8).dropFirst().map { (words, $0) }
        let forms = (long == words ? [] : [(long, type.note)]) + [(words, type.note)] + smaller
        return HeaderItem(
            forms: forms.map { .badge($0.0, type.style($0.1), isFilled: isFilled) },
            lastResort: .badge("!", type.style(type.note), isFilled: isFilled),
            rank: Rank.state
        )
    }

    /// Beside a graph, whose guides tell it too, it is spared first.
    private func pressure(_ style: TextStyle, isAtRight: Bool, isSpare: Bool = false) -> HeaderItem {
        HeaderItem(
            forms: [.text("\(texts.pressure) \(texts.pressureUnit)", style, .ink)],
            rank: Rank.pressure,
            isAtRight: isAtRight,
            isSpare: isSpare
        )
    }

    private func change(isAtRight: Bool) -> HeaderItem? {
        guard let change = texts.change, let trend = texts.entry.trend else { return nil }
        let style = type.style(type.note)
        let ink: Ink = [.fallingQuickly, .fallingVeryRapidly].contains(trend) ? .accent : .ink
        return HeaderItem(
            forms: ["\(change) \(texts.pressureUnit)/3 h", change, ""].map { .trend(trend, $0, style, ink) },
            rank: Rank.change,
            isAtRight: isAtRight
        )
    }

    private var itemGap: Double { max(4, (type.note * 0.65).rounded(.down)) }

    private func line(_ items: [HeaderItem?], from left: Double, to right: Double) -> HeaderLine {
        HeaderLine(items.compactMap(\.self), from: left, to: right, gap: itemGap, typesetter)
    }

    // MARK: A band above the graph

    /// The temperature with all else in a line at its right.
    func oneLine(left: Double, right: Double, top: Double) -> Block {
        let title = TemperatureTitle(texts, size: type.title, language: type.language, typesetter)
        let baseline = top + max(title.height, HeaderLine.ascent(type.note) + 1)
        let start = left + title.width + itemGap
        let style = type.style(type.note)
        let line = line(
            [
                hour, badge, place(style, room: right - start), pressure(style, isAtRight: true, isSpare: true),
                change(isAtRight: true),
            ],
            from: start,
            to: right
        )
        return Block(
            elements: title.elements(x: left, baseline: baseline) + line.elements(baseline: baseline),
            bottom: baseline + (line.isEmpty ? 1 : HeaderLine.descent(type.note)),
            isWhole: line.isWhole
        )
    }

    /// The temperature, as high as the two lines at its right: place and pressure, hour and change.
    func twoLines(left: Double, right: Double, top: Double) -> Block {
        let first = top + HeaderLine.ascent(type.body)
        let second = first + HeaderLine.descent(type.body) + type.gap + HeaderLine.ascent(type.note)
        let height = second - first + typesetter.digitHeight(type.style(type.body))
        let title = title(height: height, width: (right - left) * 0.4)
        var elements = title.elements(x: left, baseline: second)
        var start = left + title.width + itemGap
        let side = (height * 1.15).rounded()
        if right - start - side >= 16 * type.note, side >= 16 {
            elements += icon(
                Rectangle(x: start, y: second - ((height + side) / 2).rounded(), width: side, height: side)
            )
            start += side + itemGap
        }
        let body = type.style(type.body, .bold)
        let isMarked = state == .sample
        let upper = line(
            [
                isMarked ? badge : nil, place(body, room: right - start),
                pressure(type.style(type.body), isAtRight: true, isSpare: true),
            ],
            from: start,
            to: right
        )
        let lower = line([hour, isMarked ? nil : badge, change(isAtRight: true)], from: start, to: right)
        elements += upper.elements(baseline: first) + lower.elements(baseline: second)
        return Block(
            elements: elements,
            bottom: second + HeaderLine.descent(type.note),
            isWhole: upper.isWhole && lower.isWhole
        )
    }

    /// The largest that is no higher and no wider.
    private func title(height: Double, width: Double) -> TemperatureTitle {
        let sizes = WeatherType.steps(from: height / 0.68, downTo: 14)
        let titles = sizes.lazy.map { TemperatureTitle(texts, size: $0, language: type.language, typesetter) }
        return titles.first { $0.height <= height && $0.width <= width }
            ?? TemperatureTitle(texts, size: 14, language: type.language, typesetter)
    }

    private func icon(_ box: Rectangle) -> [Scene.Element] {
        let now = texts.entry.hours[0]
        return WeatherIcon.elements(now.condition, isDaylight: now.isDaylight, in: box, palette)
    }

    // MARK: Lines below each other

    /// Place, temperature with its icon, hour, state, pressure and change below each other, as many as there is room
    /// for.
    ///
    /// The temperature takes what height the others leave, up to ``WeatherType/title``.
    func stack(in area: Rectangle, isCentered: Bool) -> Block {
        var rows = rows(in: area)
        var isWhole = rows.allSatisfy(\.line.isWhole)
        let most = typesetter.digitHeight(type.style(type.title, .bold))
        let least = min(most, max(12, area.height * 0.3, 1.5 * typesetter.digitHeight(type.style(type.body))))
        func left() -> Double { area.height - rows.reduce(0) { $0 + $1.height } - 2 * type.gap }
        while left() < least, let last = rows.indices.min(by: { rows[$0].rank < rows[$1].rank }) {
            rows.remove(at: last)
            isWhole = false
        }
        let title = title(height: min(most, max(left(), 12)), width: area.width)
        let isAbove = rows.contains(where: \.isAboveTitle)
        let height = area.height - left() - (isAbove ? 0 : type.gap) + title.height
        var y = area.y + (isCentered ? max(0, ((area.height - height) / 2).rounded(.down)) : 0)
        var elements: [Scene.Element] = []
        for row in rows where row.isAboveTitle {
            elements += row.line.elements(baseline: y + row.ascent)
            y += row.height
        }
        y += isAbove ? type.gap : 0
        elements += title.elements(x: area.x, baseline: y + title.height)
        let side = title.height
        if area.width - title.width - side >= itemGap, side >= 12 {
            elements += icon(Rectangle(x: area.maxX - side, y: y, width: side, height: side))
        }
        y += title.height + type.gap
        for row in rows where !row.isAboveTitle {
            elements += row.line.elements(baseline: y + type.gap + row.ascent)
            y += row.height
        }
        return Block(elements: elements, bottom: y, isWhole: isWhole)
    }

    private struct Row {
        var line: HeaderLine
        var size: Double
        var gap: Double
        var rank: Int
        var isAboveTitle = false

        var ascent: Double { HeaderLine.ascent(size) }
        /// With the gap to its neighbour.
        var height: Double { ascent + HeaderLine.descent(size) + gap }
    }

    private func rows(in area: Rectangle) -> [Row] {
        func row(_ items: [HeaderItem?], _ size: Double, _ rank: Int, isAboveTitle: Bool = false) -> Row? {
            let line = line(items, from: area.x, to: area.maxX)
            return line.isEmpty
                ? nil : Row(line: line, size: size, gap: type.gap, rank: rank, isAboveTitle: isAboveTitle)
        }
        func fit(_ items: [HeaderItem?]) -> Bool { line(items, from: area.x, to: area.maxX).isWhole }
        let name = place(type.style(type.body, .bold), room: area.width)
        let note = type.style(type.note)
        var hourAtRight = hour
        hourAtRight.isAtRight = true
        // For areas that are wider than high.
        let isMarked = state == .sample
        let top = [isMarked ? badge : nil, name]
        let isHourAbove = area.width > 1.3 * area.height && fit(top + [hourAtRight])
        let together = [pressure(note, isAtRight: false), change(isAtRight: true)]
        let isOneLine = fit(together)
        let rows = [
            row(
                isHourAbove ? top + [hourAtRight] : top,
                type.body,
                isMarked ? Rank.state : Rank.place,
                isAboveTitle: true
            ),
            isHourAbove ? nil : row([hour], type.note, Rank.hour),
            isMarked ? nil : row([badge], type.note, Rank.state),
            row(isOneLine ? together : [pressure(note, isAtRight: false)], type.note, Rank.pressure),
            isOneLine ? nil : row([change(isAtRight: false)], type.note, Rank.change),
        ]
        return rows.compactMap(\.self)
    }
}
