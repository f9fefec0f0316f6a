import Weather

/// Something that a line beside the temperature says.
struct HeaderItem {
    enum Form {
        case text(String, TextStyle, Ink)
        /// In a frame, or reversed where `isFilled`: the state of the data.
        case badge(String, TextStyle, isFilled: Bool)
        /// An arrow, and the change beside it unless it is empty.
        case trend(PressureTrend, String, TextStyle, Ink)
        /// Takes what room is left, from `least` on; shrunk, then cut.
        case name(String, TextStyle, least: Double)
    }

    /// The longest first.
    var forms: [Form]
    /// Used if none of the forms fits.
    var lastResort: Form?
    /// The lowest gives way first: it takes a shorter form, then it is left out.
    var rank: Int
    var isAtRight = false
    /// True if it is shown only if everything else has its longest form.
    var isSpare = false

    /// Those of ``forms``, then ``lastResort``.
    subscript(form index: Int) -> Form { forms.indices.contains(index) ? forms[index] : lastResort ?? forms[0] }
}

/// A line of items beside each other, as many and as long as there is room for.
struct HeaderLine {
    private var placed: [(form: HeaderItem.Form, x: Double)] = []
    private let typesetter: Typesetter

    /// True if every item is shown in its longest form.
    private(set) var isWhole = true
    /// True if nothing is shown.
    var isEmpty: Bool { placed.isEmpty }

    init(_ items: [HeaderItem], from left: Double, to right: Double, gap: Double, _ typesetter: Typesetter) {
        self.typesetter = typesetter
        let chosen = choose(items, room: right - left, gap: gap)
        let kept = items.indices.compactMap { index in chosen[index].map { (items[index], items[index][form: $0]) } }
        isWhole = chosen.allSatisfy { $0 == 0 }
        let widths = kept.map { width(of: $0.1) }
        // The name gets the width that no item needs.
        let spare = right - left - widths.reduce(0, +) - gap * Double(max(0, kept.count - 1))
        var x = left
        for ((item, form), width) in zip(kept, widths) where !item.isAtRight {
            if case .name(let text, let style, _) = form {
                guard let name = fit(text, style, room: width + spare) else {
                    isWhole = false
                    continue
                }
                isWhole = isWhole && name.text == typesetter.line(text)
                placed.append((.text(name.text, name.style, .ink), x))
                x += name.measure.extent(.horizontal).rounded(.up) + gap
            } else {
                placed.append((form, x))
                x += width + gap
            }
        }
        x = right
        for ((item, form), width) in zip(kept, widths).reversed() where item.isAtRight {
            x -= width
            placed.append((form, x.rounded()))
            x -= gap
        }
    }

    /// The form of each item: first all that fit in their shortest forms, then longer ones while there is room.
    private func choose(_ items: [HeaderItem], room: Double, gap: Double) -> [Int?] {
        var chosen = [Int?](repeating: nil, count: items.count)
        func fits() -> Bool {
            let widths = items.indices.compactMap { index in chosen[index].map { width(of: items[index][form: $0]) } }
            return widths.reduce(0, +) + gap * Double(max(0, widths.count - 1)) <= room
        }
        for isSpare in [false, true] {
            let order = items.indices.filter { items[$0].isSpare == isSpare }.sorted { items[$0].rank > items[$1].rank }
            for index in order where !items[index].forms.isEmpty {
                chosen[index] = items[index].forms.count - 1
                if !fits() { chosen[index] = items[index].lastResort == nil ? nil : items[index].forms.count }
                if !fits() { chosen[index] = nil }
            }
            for index in order {
                guard let shortest = chosen[index] else { continue }
                for form in 0..<shortest {
                    chosen[index] = form
                    if fits() { break }
                    chosen[index] = shortest
                }
            }
        }
        return chosen
    }

    private func width(of form: HeaderItem.Form) -> Double {
        switch form {
        case .text(let text, let style, _): typesetter.measure(text, style).extent(.horizontal).rounded(.up)
        case .badge(let text, let style, _):
            typesetter.measure(text, style).ink.width.rounded(.up) + 2 * Self.badgePadding(style).x
        case .trend(_, let text, let style, _):
            arrowSide(style)
                + (text.isEmpty
                    ? 0 : Self.space(style) + typesetter.measure(text, style).extent(.horizontal).rounded(.up))
        case .name(let text, let style, let least):
            min(least, typesetter.measure(typesetter.line(text), style).extent(.horizontal).rounded(.up))
        }
    }

    /// A name may be of any script, and have marks above and below that reach far out of a line.
    private func fit(_ text: String, _ style: TextStyle, room: Double) -> (
        text: String, style: TextStyle, measure: TextMeasure
    )? {
        let sizes = WeatherType.steps(
            from: style.size,
            downTo: max(WeatherType.smallestWords(style.language), style.size * 0.75)
        )
        for size in sizes {
            let isLast = size == sizes.last
            guard let found = typesetter.fit(text, style, sizes: [size], room: room),
                found.measure.ink.y >= -Self.ascent(style.size), found.measure.ink.maxY <= Self.descent(style.size)
            else { continue }
            if isLast || found.text == typesetter.line(text) { return found }
        }
        return nil
    }

    // MARK: Measures of a line

    /// The height that a line needs above its baseline.
    static func ascent(_ size: Double) -> Double { (size * 0.92).rounded(.up) }
    /// The depth that a line needs below its baseline.
    static func descent(_ size: Double) -> Double { (size * 0.3).rounded(.up) }

    private static func badgePadding(_ style: TextStyle) -> Point {
        Point(max(2, (style.size / 3.5).rounded()), max(1, (style.size / 8).rounded()))
    }

    private static func space(_ style: TextStyle) -> Double { max(3, (style.size / 3).rounded()) }

    private func arrowSide(_ style: TextStyle) -> Double { typesetter.digitHeight(style) }

    // MARK: Elements

    func elements(baseline: Double) -> [Scene.Element] {
        placed.flatMap { form, x in
            switch form {
            case .text(let text, let style, let ink): [self.text(text, style, ink, x: x, baseline)]
            case .name(let text, let style, _): [self.text(text, style, .ink, x: x, baseline)]
            case .badge(let text, let style, let isFilled): badge(text, style, isFilled: isFilled, x: x, baseline)
            case .trend(let trend, let text, let style, let ink):
                self.trend(trend, text, style, ink, x: x, baseline)
            }
        }
    }

    private func text(_ text: String, _ style: TextStyle, _ ink: Ink, x: Double, _ baseline: Double) -> Scene.Element {
        let overhang = min(0, typesetter.measure(text, style).ink.x).rounded(.down)
        return .text(typesetter.place(text, style, ink, at: Point(x - overhang, baseline)))
    }

    private func badge(
        _ text: String,
        _ style: TextStyle,
        isFilled: Bool,
        x: Double,
        _ baseline: Double
    ) -> [Scene.Element] {
        let ink = typesetter.measure(text, style).ink
        let padding = Self.badgePadding(style)
        let top = ink.y.rounded(.down) - padding.y
        let box = Rectangle(
            x: x,
            y: baseline + top,
            width: ink.width.rounded(.up) + 2 * padding.x,
            height: ink.maxY.rounded(.up) + padding.y - top
        )
        let origin = Point((x + padding.x - ink.x).rounded(), baseline)
        let words = typesetter.place(text, style, isFilled ? .paper : .accent, at: origin)
        guard !isFilled else { return [.fill(box, .accent), .text(words)] }
        let rule = max(1, (style.size / 14).rounded(.down))
        return [
            .fill(Rectangle(x: box.x, y: box.y, width: box.width, height: rule), .accent),
            .fill(Rectangle(x: box.x, y: box.maxY - rule, width: box.width, height: rule), .accent),
            .fill(Rectangle(x: box.x, y: box.y, width: rule, height: box.height), .accent),
            .fill(Rectangle(x: box.maxX - rule, y: box.y, width: rule, height: box.height), .accent),
            .text(words),
        ]
    }

    private func trend(
        _ trend: PressureTrend,
        _ text: String,
        _ style: TextStyle,
        _ ink: Ink,
        x: Double,
        _ baseline: Double
    ) -> [Scene.Element] {
        let side = arrowSide(style)
        let box = Rectangle(x: x, y: baseline - side, width: side, height: side)
        let arrow = TrendArrow.element(trend, in: box, width: max(1, (style.size / 9).rounded()), ink)
        return text.isEmpty
            ? [arrow] : [arrow, self.text(text, style, ink, x: x + side + Self.space(style), baseline)]
    }
}
