import Widgets

/// A poem in rows, as a block in the middle, with the author below at the end of the rows, smaller.
///
/// It is set as large as fits, up to a size suitable for poems. If whole lines would be too small, long lines continue
/// in an indented row. If nothing fits, the poem is cut: first the author's gap closes, then lines at the end are
/// dropped and the last one ends with …, then the author is dropped if less than two rows would remain.
struct HorizontalPoem {
    /// The poem in a size in which it fits.
    private struct Arrangement {
        var size: Double
        var rows: [Row]
        var author: Author?
    }

    private struct Row {
        var text: String
        var indent: Double
    }

    private struct Author {
        var rows: [String]
        var style: TextStyle
        /// The ascent of all rows.
        var ascent: Double
        /// From a row's baseline to the next one's.
        var leading: Double

        var height: Double { leading * Double(rows.count) }
    }

    private let poem: Poem
    private let palette: Palette
    private let typesetter: Typesetter
    private let language: String
    private let isRightToLeft: Bool
    private let area: Rectangle

    /// The size from which letters are easy to read; lines are broken rather than set smaller.
    private static let comfortable = 12.0
    /// Latin letters and the spaces between words can still be told apart.
    private let smallest: Double

    init(_ poem: Poem, in area: Rectangle, _ palette: Palette, language: String, _ typesetter: Typesetter) {
        let script = Script(of: poem.lines)
        self.poem = poem
        self.palette = palette
        self.typesetter = typesetter
        self.area = area
        smallest = palette.isSmooth ? 9 : 10
        self.language = script.language(onPanelIn: language)
        isRightToLeft = script.isRightToLeft
    }

    /// All of them within the area.
    func texts() -> [PlacedText] {
        let most = max(22, min(area.width, area.height) * 0.11)
        let sizes = PoemType.descending(from: most) + [smallest]
        let whole = sizes.first { fits(arrangement($0, mostRows: 1)) }
        if let whole, whole >= Self.comfortable { return place(arrangement(whole, mostRows: 1)) }
        for mostRows in [2, 40] {
            guard let broken = sizes.first(where: { fits(arrangement($0, mostRows: mostRows)) }) else { continue }
            if let whole, whole >= broken * 0.75 { break }
            return place(arrangement(broken, mostRows: mostRows))
        }
        return whole.map { place(arrangement($0, mostRows: 1)) } ?? cutTexts()
    }
}

// MARK: What fits

extension HorizontalPoem {
    /// Nil where a line needs more rows.
    private func arrangement(_ size: Double, mostRows: Int) -> Arrangement? {
        let style = style(size)
        var rows: [Row] = []
        for line in poem.lines {
            guard let texts = brokenLine(line, style, most: mostRows) else { return nil }
            rows += texts
        }
        return Arrangement(size: size, rows: rows, author: author(size, mostRows: 2))
    }

    /// The first row has the whole width, those after it begin further in.
    private func brokenLine(_ line: String, _ style: TextStyle, most: Int) -> [Row]? {
        if let whole = typesetter.lines(line, style, width: area.width, most: 1) {
            return whole.map { Row(text: $0, indent: 0) }
        }
        let indent = (style.size * 1.5).rounded()
        let texts = typesetter.lines(
            line,
            style,
            width: area.width - indent,
            most: most,
            breaksWords: style.size <= smallest
        )
        guard most > 1, let texts else { return nil }
        return texts.enumerated().map { Row(text: $1, indent: $0 == 0 ? 0 : indent) }
    }

    private func fits(_ arrangement: Arrangement?) -> Bool {
        guard let arrangement else { return false }
        return height(arrangement) <= area.height
    }

    private func style(_ size: Double) -> TextStyle {
        TextStyle(size: size, face: PoemType.face(size, palette), language: language)
    }

    private func authorSize(_ size: Double) -> Double { max(smallest, PoemType.atMost(size * 0.75)) }

    /// From a row's baseline to the next one's: marks above and below letters of any script have room.
    private func leading(_ arrangement: Arrangement) -> Double {
        let inks = arrangement.rows.map { typesetter.measure($0.text, style(arrangement.size)).ink }
        let needed = (inks.map(\.maxY).max() ?? 0) - (inks.map(\.y).min() ?? 0)
        return max((arrangement.size * 1.35).rounded(), needed.rounded(.up) + 1)
    }

    private func height(_ arrangement: Arrangement) -> Double {
        let rows = Double(arrangement.rows.count) * leading(arrangement)
        guard let author = arrangement.author else { return rows }
        return rows + authorGap(arrangement.size) + author.height
    }

    private func authorGap(_ size: Double) -> Double { (size * 0.4).rounded() }

    /// As much of the poem as there is room for in the smallest size.
    private func cutTexts() -> [PlacedText] {
        let style = style(smallest)
        var rows: [Row] = []
        for line in poem.lines {
            rows +=
                brokenLine(line, style, most: 200)
                ?? typesetter.cutLines(line, style, width: area.width, most: 1)
                .map { Row(text: $0, indent: 0) }
        }
        for author in [author(smallest, mostRows: 1), nil] {
            var cut = Arrangement(size: smallest, rows: rows, author: author)
            while cut.rows.count > (author == nil ? 1 : 2), height(cut) > area.height { cut.rows.removeLast() }
            guard height(cut) <= area.height || author == nil, var last = cut.rows.popLast() else { continue }
            if cut.rows.count + 1 < rows.count {
                let room = area.width - last.indent
                last.text = typesetter.unfinished(last.text, style, width: room)
            }
            cut.rows.append(last)
            let texts = place(cut)
            if texts.allSatisfy({ area.contains($0.inkBox) }), !texts.isEmpty { return texts }
        }
        // Letters with marks above marks may be higher than the picture.
        return place(Arrangement(size: smallest, rows: [Row(text: "…", indent: 0)], author: nil))
    }
}

// MARK: Where it stands

extension HorizontalPoem {
    private func place(_ arrangement: Arrangement?) -> [PlacedText] {
        guard let arrangement else { return [] }
        let style = style(arrangement.size)
        let leading = leading(arrangement)
        let measures = arrangement.rows.map { typesetter.measure($0.text, style) }
        let widths = zip(arrangement.rows, measures).map { $0.indent + $1.extent(.horizontal) }
        let width = min(area.width, (widths.max() ?? 0).rounded(.up))
        let block = Rectangle(x: (area.midX - width / 2).rounded(.down), y: area.y, width: width, height: area.height)
        let top = area.y + (max(0, area.height - height(arrangement)) * 0.48).rounded(.down)
        let ascent = -(measures.map(\.ink.y).min() ?? 0)
        let depth = measures.map(\.ink.maxY).max() ?? 0
        // The ink of all rows is in the middle of their leading.
        var baseline = (top + (leading - ascent - depth) / 2 + ascent).rounded()
        var texts: [PlacedText] = []
        for (row, measure) in zip(arrangement.rows, measures) {
            let x =
                isRightToLeft
                ? block.maxX - row.indent - measure.extent(.horizontal) - min(0, measure.ink.x)
                : block.x + row.indent - min(0, measure.ink.x)
            texts.append(PlacedText(row.text, style, .ink, at: Point(x.rounded(.down), baseline), measure))
            baseline += leading
        }
        if let author = arrangement.author {
            let top = top + Double(arrangement.rows.count) * leading + authorGap(arrangement.size)
            texts += self.texts(of: author, below: top, in: block)
        }
        return texts.filter { !$0.measure.ink.isEmpty }
    }

    /// At the end of the rows.
    private func texts(of author: Author, below top: Double, in block: Rectangle) -> [PlacedText] {
        author.rows.enumerated().compactMap { number, row in
            let measure = typesetter.measure(row, author.style)
            let extent = measure.extent(.horizontal)
            let x =
                isRightToLeft
                ? max(area.x, min(block.x, area.maxX - extent)) : max(block.maxX, area.x + extent) - extent
            let y = (top + author.ascent + author.leading * Double(number)).rounded()
            let lowest = (area.maxY - measure.ink.maxY).rounded(.down)
            let origin = Point((x - min(0, measure.ink.x)).rounded(.down), min(y, lowest))
            let text = PlacedText(row, author.style, PoemType.authorInk(author.style.size), at: origin, measure)
            return area.contains(text.inkBox) ? text : nil
        }
    }

    /// In one row, in a few small ones, or cut.
    private func author(_ size: Double, mostRows: Int) -> Author? {
        let text = "— " + typesetter.line(poem.author)
        let size = authorSize(size)
        let sizes = [size] + PoemType.descending(from: size).filter { $0 < size }
        let fitting = sizes.first { typesetter.measure(text, style($0)).extent(.horizontal) <= area.width }
        let fittingStyle = style(fitting ?? smallest)
        let rows = typesetter.cutLines(text, fittingStyle, width: area.width, most: fitting == nil ? mostRows : 1)
        guard !rows.isEmpty else { return nil }
        let inks = rows.map { typesetter.measure($0, fittingStyle).ink }
        let ascent = -(inks.map(\.y).min() ?? 0)
        let needed = ascent + (inks.map(\.maxY).max() ?? 0)
        let leading = max((fittingStyle.size * 1.35).rounded(), needed.rounded(.up) + 1)
        return Author(rows: rows, style: fittingStyle, ascent: max(ascent, fittingStyle.size), leading: leading)
    }
}
