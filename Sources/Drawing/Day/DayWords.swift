import Widgets

/// The words on a day's page: a slogan, and a quote with its author.
///
/// They are set in the largest size in which all fit. If they do not fit in the smallest, first the author is dropped,
/// then the quote's end (marked by …), then the quote; the owner's slogan is cut last.
struct DayWords {
    /// A line of text and the space above it.
    private struct Row {
        var text: String
        var style: TextStyle
        var ink: Ink
        var gap: Double
        var isAtEnd = false
    }

    private let slogan: String
    private let quote: String
    private let source: String
    private let palette: Palette
    private let language: String
    private let typesetter: Typesetter

    private static let sizes: [Double] = [40, 36, 32, 28, 26, 24, 22, 20, 18, 16, 15, 14, 13, 12, 11, 10]
    /// The fewest lines of a quote that is cut.
    private static let fewestLines = 2

    init(_ entry: DayEntry, _ context: DrawingContext, _ typesetter: Typesetter) {
        let isSmall = context.display.settings.family == .small
        // The slogan of sample data is the mark that says that it is sample data.
        slogan = isSmall || entry.isPlaceholder ? "" : typesetter.line(DayOptions(context.display.options).slogan)
        let text = isSmall ? "" : typesetter.line(entry.quote?.text ?? "")
        // Chinese and Japanese ellipses stand in the middle of the line.
        quote = Script(of: text).isVertical ? String(text.map { $0 == "…" ? "⋯" : $0 }) : text
        source = quote.isEmpty ? "" : typesetter.line(entry.quote?.from ?? "")
        palette = context.palette
        language = context.language
        self.typesetter = typesetter
    }

    var isEmpty: Bool { slogan.isEmpty && quote.isEmpty }

    func texts(in area: Rectangle) -> [PlacedText] {
        guard !isEmpty, area.width >= 24, area.height >= 10, let rows = rows(in: area) else { return [] }
        var y = area.y + ((area.height - height(of: rows)) / 2).rounded(.down)
        // The source ends where the widest line does.
        let width = min(area.width, rows.map { typesetter.measure($0.text, $0.style).ink.width }.max() ?? 0)
        let isRightToLeft = Script(of: rows.map(\.text)).isRightToLeft
        let block = Rectangle(x: isRightToLeft ? area.maxX - width : area.x, y: y, width: width, height: 0)
        return rows.map { row in
            let measure = typesetter.measure(row.text, row.style)
            y += row.gap
            defer { y += leading(row) }
            let x = isRightToLeft != row.isAtEnd ? block.maxX - measure.ink.maxX : block.x - measure.ink.x
            let ink = inkHeight(row)
            let baseline = y + (leading(row) - (ink.below + ink.above)) / 2 + ink.above
            return PlacedText(row.text, row.style, row.ink, at: Point(x.rounded(), baseline.rounded()), measure)
        }
    }
}

// MARK: What fits

extension DayWords {
    private func rows(in area: Rectangle) -> [Row]? {
        let most = max(12, min(area.height * 0.17, area.width * 0.11))
        let sizes = Self.sizes.filter { $0 <= most }
        for size in sizes {
            if let rows = rows(size, in: area, hasSource: true) { return rows }
        }
        if let rows = sizes.last.flatMap({ rows($0, in: area, hasSource: false) }) { return rows }
        if let rows = sizes.last.flatMap({ cutRows($0, in: area) }) { return rows }
        return sloganRows(sizes, in: area)
    }

    /// All words; nil if they do not fit.
    private func rows(_ size: Double, in area: Rectangle, hasSource: Bool) -> [Row]? {
        guard let head = sloganRows(size, in: area), let quote = quoteRows(size, in: area) else { return nil }
        var rows = head + quote
        if hasSource, !source.isEmpty, !quote.isEmpty { rows += sourceRows(size, in: area) }
        return height(of: rows) <= area.height ? rows : nil
    }

    /// The words with the quote cut; nil if too little of it would remain.
    private func cutRows(_ size: Double, in area: Rectangle) -> [Row]? {
        guard !quote.isEmpty, let head = sloganRows(size, in: area) else { return nil }
        let style = quoteStyle(size)
        for count in stride(from: 40, through: slogan.isEmpty ? 1 : Self.fewestLines, by: -1) {
            let probe = Row(text: quote, style: style, ink: .ink, gap: 0)
            let quoteHeight = Double(count) * leading(probe) + quoteGap(size)
            guard height(of: head) + quoteHeight <= area.height else { continue }
            let lines = typesetter.cutLines(quote, style, width: area.width, most: count)
            return lines.isEmpty ? nil : head + quoteRows(lines, size)
        }
        return nil
    }

    /// The slogan alone, cut in the smallest size.
    private func sloganRows(_ sizes: [Double], in area: Rectangle) -> [Row]? {
        guard !slogan.isEmpty else { return nil }
        for size in sizes {
            if let rows = sloganRows(size, in: area), height(of: rows) <= area.height { return rows }
        }
        guard let size = sizes.last else { return nil }
        let style = sloganStyle(size)
        let count = Int(area.height / leading(Row(text: slogan, style: style, ink: .ink, gap: 0)))
        guard count > 0 else { return nil }
        let lines = typesetter.cutLines(slogan, style, width: area.width, most: count)
        return lines.isEmpty ? nil : lines.map { Row(text: $0, style: style, ink: .ink, gap: 0) }
    }

    /// None where there is no slogan; nil where it does not fit.
    private func sloganRows(_ size: Double, in area: Rectangle) -> [Row]? {
        guard !slogan.isEmpty else { return [] }
        let style = sloganStyle(size)
        return typesetter.lines(slogan, style, width: area.width, most: 4, breaksWords: size <= 10)?
            .map { Row(text: $0, style: style, ink: .ink, gap: 0) }
    }

    private func quoteRows(_ size: Double, in area: Rectangle) -> [Row]? {
        guard !quote.isEmpty else { return [] }
        return typesetter.lines(quote, quoteStyle(size), width: area.width, most: 40, breaksWords: size <= 10)
            .map { quoteRows($0, size) }
    }

    private func quoteRows(_ lines: [String], _ size: Double) -> [Row] {
        lines.enumerated().map {
            Row(text: $1, style: quoteStyle(size), ink: .ink, gap: $0 == 0 ? quoteGap(size) : 0)
        }
    }

    private func sourceRows(_ size: Double, in area: Rectangle) -> [Row] {
        let small = max(10, (size * 0.75).rounded())
        let style = TextStyle(size: small, language: Script(of: source).language(onPanelIn: language))
        return typesetter.cutLines("— " + source, style, width: area.width, most: 2).enumerated().map {
            Row(
                text: $1,
                style: style,
                ink: PoemType.authorInk(small),
                gap: $0 == 0 ? (size * 0.35).rounded() : 0,
                isAtEnd: true
            )
        }
    }
}

// MARK: Measures

extension DayWords {
    private func sloganStyle(_ size: Double) -> TextStyle {
        TextStyle(size: size, weight: .bold, language: Script(of: slogan).language(onPanelIn: language))
    }

    private func quoteStyle(_ size: Double) -> TextStyle {
        TextStyle(
            size: size,
            face: PoemType.face(size, palette),
            language: Script(of: quote).language(onPanelIn: language)
        )
    }

    private func quoteGap(_ size: Double) -> Double { slogan.isEmpty ? 0 : (size * 0.6).rounded() }

    /// The extent of a line above and below its baseline, equal for most lines.
    private func inkHeight(_ row: Row) -> (above: Double, below: Double) {
        let usual = typesetter.measure("国Hg", row.style).ink
        let own = typesetter.measure(row.text, row.style).ink
        return (-min(usual.y, own.y), max(usual.maxY, own.maxY))
    }

    /// From a line's top to the next one's.
    private func leading(_ row: Row) -> Double {
        let ink = inkHeight(row)
        return max((row.style.size * 1.4).rounded(), (ink.above + ink.below).rounded(.up) + 1)
    }

    private func height(of rows: [Row]) -> Double { rows.reduce(0) { $0 + $1.gap + leading($1) } }
}
