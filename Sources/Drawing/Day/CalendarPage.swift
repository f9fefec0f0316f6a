import Time
import Widgets

/// The date as a calendar shows it.
struct CalendarPage {
    var margin = 0.0

    private let date: CivilDate
    private let context: DrawingContext
    private let typesetter: Typesetter
    private let weekday: String
    private let shortWeekday: String
    /// The longest first.
    private let months: [String]

    /// The month's and the weekday's size is one of these.
    private static let sizes: [Double] = [
        72, 64, 56, 48, 40, 36, 32, 28, 26, 24, 22, 20, 18, 16, 14, 13, 12, 11, 10, 9,
    ]

    init(_ date: CivilDate, _ context: DrawingContext, _ typesetter: Typesetter) {
        self.date = date
        self.context = context
        self.typesetter = typesetter
        weekday = typesetter.line(Words.weekdayName(date.isoWeekday, language: context.language))
        shortWeekday = typesetter.line(Words.shortWeekdayName(date.isoWeekday, language: context.language))
        months = [
            Words.monthAndYear(of: date, language: context.language),
            Words.monthName(of: date, language: context.language),
        ]
    }

    /// The date alone, with a mark under the month or, where there is more width than height, beside the day.
    func draw(in area: Rectangle, _ state: DataState, on scene: inout Scene) {
        let band = drawBand(in: area, weekday: false, on: &scene)
        let top = band?.maxY ?? area.y
        var below = Rectangle(x: area.x, y: top, width: area.width, height: area.maxY - top)
        let gap = (margin / 2).rounded()
        let level = StateMark(state, in: below.inset(margin, margin), language: context.language, typesetter)
        func upright(_ dy: Double) -> StateMark? {
            let room = Rectangle(x: below.x, y: below.y + dy, width: below.width, height: below.height - dy)
            return StateMark(
                state,
                in: room.inset(margin, 0),
                direction: .vertical,
                language: context.language,
                typesetter
            )
        }
        // As far from the band as there is room.
        let free = below.height - (upright(0)?.box.height ?? 0)
        let upright = upright(max(0, min(margin, free / 2 - 1)).rounded(.down))
        let isBeside = below.width > below.height && upright?.isWhole == true
        if let mark = isBeside ? upright : level {
            for element in mark.elements { scene.add(element) }
            if isBeside {
                below = below.inset(mark.box.width + margin + gap, 0)
            } else {
                below.y += mark.box.height + margin + gap
                below.height -= mark.box.height + margin + gap
            }
        }
        drawDay(in: below, on: &scene)
    }

    /// Draws the date and returns the room for words, beside it or, if there is more height than width, below it.
    ///
    /// Nil if there is no such room: the date then stands alone.
    func drawBesideWords(in area: Rectangle, _ state: DataState, on scene: inout Scene) -> Rectangle? {
        let isTall = area.width <= 1.25 * area.height && area.height >= 150
        guard !isTall else { return drawAboveWords(in: area, on: &scene) }
        guard let band = drawBand(in: area, weekday: true, on: &scene) else {
            draw(in: area, state, on: &scene)
            return nil
        }
        let height = area.maxY - band.maxY
        let width = min(area.width * 0.4, height * 1.25).rounded()
        let number = Rectangle(x: area.x, y: band.maxY, width: width, height: height).inset(margin, margin)
        drawNumber(in: number, on: &scene)
        let gap = (margin * 0.75 + area.width * 0.015).rounded()
        return Rectangle(
            x: number.maxX + gap,
            y: band.maxY + margin,
            width: area.maxX - margin - number.maxX - gap,
            height: height - 2 * margin
        )
    }

    private func drawAboveWords(in area: Rectangle, on scene: inout Scene) -> Rectangle {
        let height = min(area.height * 0.54, area.width * 1.35).rounded()
        let page = Rectangle(x: area.x, y: area.y, width: area.width, height: height)
        draw(in: page, .fresh, on: &scene)
        scene.addHorizontalLine(y: page.maxY, from: area.x + margin, to: area.maxX - margin, .faint)
        return Rectangle(
            x: area.x + margin,
            y: page.maxY + 1 + margin,
            width: area.width - 2 * margin,
            height: area.maxY - page.maxY - 1 - 2 * margin
        )
    }
}

// MARK: Parts

extension CalendarPage {
    private var isFullWidth: Bool { Script(of: weekday).isFullWidth }

    private func style(_ size: Double) -> TextStyle {
        TextStyle(size: size, weight: .bold, language: context.language)
    }

    /// The largest size for a line in so much height.
    private func sizes(height: Double) -> [Double] {
        let least = isFullWidth ? 10.0 : 9.0
        let fitting = Self.sizes.filter { $0 <= max(least, height) && $0 >= least }
        return fitting.isEmpty ? [least] : fitting
    }

    /// A bright band would outshine all else in the dark.
    private var bandInks: (band: Ink, text: Ink) {
        context.palette.colors == .full && context.palette.theme == .dark ? (.tone, .accent) : (.accent, .paper)
    }

    /// The height of a line's text.
    private func lineHeight(in area: Rectangle) -> Double { min(area.height * 0.115, area.width * 0.09) }

    /// The baseline that centres letters of any height on `y`.
    private func baseline(_ y: Double, _ style: TextStyle) -> Double {
        (y - reference(style).midY).rounded()
    }

    /// A letter without marks.
    private func reference(_ style: TextStyle) -> Rectangle {
        typesetter.measure(isFullWidth ? "国" : "H", style).ink
    }

    /// Draws the month and, at the other end, the weekday in the colour of paper; nil if they do not fit.
    private func drawBand(in area: Rectangle, weekday hasWeekday: Bool, on scene: inout Scene) -> Rectangle? {
        let choices =
            hasWeekday
            ? [(months[0], weekday), (months[1], weekday), (months[1], shortWeekday)] : months.map { ($0, "") }
        for (month, weekday) in choices {
            for size in sizes(height: lineHeight(in: area)) {
                let style = style(size)
                let head = typesetter.measure(month, style)
                let end = typesetter.measure(weekday, style)
                let width = head.extent(.horizontal) + (hasWeekday ? size + end.extent(.horizontal) : 0)
                guard width <= area.width - 2 * margin else { continue }
                // Marks above and below letters of any script are within the band.
                let middle = reference(style).midY
                let reach = max(middle - min(head.ink.y, end.ink.y), max(head.ink.maxY, end.ink.maxY) - middle)
                let height = max((size * 1.6).rounded(), 2 * reach.rounded(.up) + 4)
                let band = Rectangle(x: area.x, y: area.y, width: area.width, height: height)
                scene.add(.fill(band, bandInks.band))
                let y = baseline(band.midY, style)
                let x = hasWeekday ? area.x + margin - head.ink.x : area.midX - head.ink.midX
                scene.add(.text(PlacedText(month, style, bandInks.text, at: Point(x.rounded(), y), head)))
                if hasWeekday {
                    let x = (area.maxX - margin - end.ink.maxX).rounded()
                    scene.add(.text(PlacedText(weekday, style, bandInks.text, at: Point(x, y), end)))
                }
                return band
            }
        }
        return nil
    }

    /// The day of the month, and the weekday below it.
    private func drawDay(in area: Rectangle, on scene: inout Scene) {
        let area = area.inset(margin, margin)
        let sizes = sizes(height: min(area.height * 0.2, area.width * 0.11))
        let style = style(PoemType.smallest)
        let fitted = [weekday, shortWeekday].compactMap { name in
            typesetter.fit(name, style, sizes: sizes, room: area.width).map { (isWhole: $0.text == name, $0) }
        }
        guard let name = (fitted.first(where: \.isWhole) ?? fitted.first)?.1 else {
            drawNumber(in: area, on: &scene)
            return
        }
        // From the middle of its letters to the farther end of its ink, twice: marks of any script have room.
        let middle = reference(name.style).midY
        let reach = max(middle - name.measure.ink.y, name.measure.ink.maxY - middle)
        let nameHeight = max(name.style.size, 2 * reach).rounded(.up)
        let gap = (name.style.size * 0.5).rounded()
        var number = area
        number.height -= nameHeight + gap
        // Both are in the middle together.
        let digits = self.style(numberSize(in: number))
        let height = typesetter.measure("0", digits).ink.height.rounded()
        number.y += ((number.height - height) / 2).rounded(.down)
        number.height = height
        drawNumber(in: number, on: &scene)
        let y = baseline(number.maxY + gap + nameHeight / 2, name.style)
        let x = (area.midX - name.measure.ink.midX).rounded()
        scene.add(.text(PlacedText(name.text, name.style, .ink, at: Point(x, y), name.measure)))
    }

    /// As high as the area, or as wide; each day's number has the same size.
    private func numberSize(in area: Rectangle) -> Double {
        let reference = typesetter.measure("00", style(100)).ink
        return max(8, (min(area.height / reference.height, area.width / reference.width) * 100).rounded(.down))
    }

    /// Sundays are red where there is red.
    private func drawNumber(in area: Rectangle, on scene: inout Scene) {
        guard !area.isEmpty else { return }
        let style = style(numberSize(in: area))
        let measure = typesetter.measure("\(date.day)", style)
        let origin = Point((area.midX - measure.ink.midX).rounded(), (area.midY - measure.ink.midY).rounded())
        let ink: Ink = date.isoWeekday == 7 ? .accent : .ink
        scene.add(.text(PlacedText("\(date.day)", style, ink, at: origin, measure)))
    }
}
