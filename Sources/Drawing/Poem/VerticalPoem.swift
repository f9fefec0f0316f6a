import Widgets

/// A poem in columns from the right, the author at the left, lower and smaller.
///
/// It is set as large as fits, up to a size suitable for poems. If whole lines would be too small, long lines continue
/// in another column, an em lower; if there are more columns than fit the width, they stand in up to three tiers. If
/// nothing fits, the poem is cut: first lines at the end are dropped and the last one ends with …, then the author is
/// dropped if less than two columns would remain.
struct VerticalPoem {
    /// Columns of the poem and where they stand.
    struct Arrangement {
        var size: Double
        /// The tiers from the top; in each the columns from the right.
        var tiers: [[Column]]
        /// The preference over other arrangements, higher is better.
        var merit: Double
        var hasAuthor: Bool
    }

    struct Column {
        var line: VerticalLine
        var range: Range<Int>
        /// True if the line began in another column.
        var isContinued: Bool

        /// In em.
        var height: Double { line.height(of: range) + (isContinued ? 1 : 0) }
    }

    private static let mostTiers = 3
    /// The factor by which one, two and three tiers are preferred.
    private static let tierMerits = [1, 0.8, 0.7]
    /// From the middle of a column to that of the next, in em, where there is little room and where there is enough.
    static let pitches = (least: 1.3, most: 1.85)
    /// Between tiers, in em.
    static let tierGap = 1.5

    let palette: Palette
    let typesetter: Typesetter
    let style: TextStyle
    private let lines: [VerticalLine]
    let author: VerticalLine
    let area: Rectangle

    init(_ poem: Poem, in area: Rectangle, _ palette: Palette, language: String, _ typesetter: Typesetter) {
        let language = Script(of: poem.lines).language(onPanelIn: language)
        let style = TextStyle(size: PoemType.smallest, direction: .vertical, language: language)
        self.palette = palette
        self.typesetter = typesetter
        self.area = area
        self.style = style
        lines = poem.lines.map { VerticalLine($0, style, typesetter) }.filter { !$0.isEmpty }
        author = VerticalLine(poem.author, style, typesetter)
    }

    /// All of them within the area.
    func texts() -> [PlacedText] {
        for arrangement in candidates() {
            let texts = place(arrangement)
            // Whole pixels may make a column higher than its parts are by their sizes, and wider.
            if isClear(texts) { return texts }
        }
        return cutTexts()
    }
}

// MARK: What fits

extension VerticalPoem {
    /// The arrangements that fit, the best first.
    private func candidates() -> [Arrangement] {
        let most = max(24, min(area.width, area.height) * 0.15)
        // Larger type is not easier to read: whole lines are preferred from this size on.
        let comfortable = max(12, min(24, area.height / 20))
        var whole: [Arrangement] = []
        var broken: [Arrangement] = []
        for tiers in 1...Self.mostTiers {
            let sizes = PoemType.descending(from: most)
            whole += sizes.lazy.compactMap { arrangement($0, tiers: tiers, mayBreak: false) }.prefix(2)
            var best = 0.0
            for size in sizes where size <= comfortable * 1.5 {
                // The best that broken lines of this size can be worth.
                guard size * Self.tierMerits[tiers - 1] * 0.65 > best else { break }
                guard let fitting = arrangement(size, tiers: tiers, mayBreak: true) else { continue }
                broken.append(fitting)
                best = max(best, fitting.merit)
            }
        }
        whole.sort { $0.merit > $1.merit }
        if let best = whole.first, best.size >= comfortable { return whole + broken }
        return (whole + broken).sorted { $0.merit > $1.merit }
    }

    /// True if all texts are within the area and none overlaps another.
    ///
    /// A margin of a part of a pixel, and for stops, is allowed around the area.
    func isClear(_ texts: [PlacedText]) -> Bool {
        let room = area.inset(-1, -2)
        return texts.enumerated().allSatisfy { index, text in
            room.contains(text.inkBox) && !texts[..<index].contains { $0.inkBox.intersects(text.inkBox) }
        }
    }

    /// Nil where it does not fit.
    private func arrangement(_ size: Double, tiers: Int, mayBreak: Bool) -> Arrangement? {
        let capacity = capacity(size, tiers: tiers)
        guard capacity >= (tiers == 1 ? 2 : 4), lines.count >= tiers else { return nil }
        var columns: [[Range<Int>]] = []
        for line in lines {
            guard let least = line.columns(capacity), mayBreak || least.count == 1 else { return nil }
            columns.append(least)
        }
        guard fits(columns.map(\.count), size, tiers: tiers) != nil else { return nil }
        // One more column here or there is nicer where there is room.
        let nicer = zip(lines, columns).map { line, least in line.balancedColumns(capacity) ?? least }
        if fits(nicer.map(\.count), size, tiers: tiers) != nil { columns = nicer }
        guard let parts = fits(columns.map(\.count), size, tiers: tiers) else { return nil }
        let set = parts.map { part in
            part.flatMap { index in
                columns[index].enumerated().map { number, range in
                    Column(line: lines[index], range: range, isContinued: number > 0)
                }
            }
        }
        let breaks = set.joined().filter(\.isContinued).map { $0.line.costs[$0.range.lowerBound] }
        let cost = breaks.isEmpty ? 0 : 0.35 + 0.015 * min(10, breaks.reduce(0, +) / Double(breaks.count))
        let merit = size * Self.tierMerits[tiers - 1] * (1 - cost)
        return Arrangement(size: size, tiers: set, merit: merit, hasAuthor: true)
    }

    /// The lines of each tier; nil where they are too wide.
    private func fits(_ counts: [Int], _ size: Double, tiers: Int) -> [Range<Int>]? {
        guard let parts = Self.partition(counts, into: tiers) else { return nil }
        let columns = parts.map { counts[$0].reduce(0, +) }
        return width(columns, size, pitch: leastPitch(size), hasAuthor: true) <= area.width ? parts : nil
    }

    /// The greatest height of a column, in em.
    private func capacity(_ size: Double, tiers: Int) -> Double {
        (area.height - Double(tiers - 1) * Self.tierGap * size) / Double(tiers) / size
    }

    func leastPitch(_ size: Double) -> Double {
        let breadth = lines.reduce(author.breadth) { max($0, $1.breadth) }
        return max(size * Self.pitches.least, breadth > 1.2 ? size * breadth + 2 : 0).rounded(.up)
    }

    func authorSize(_ size: Double) -> Double { PoemType.atMost(size * 0.68) }

    /// `columns` has the count of each tier; the author stands in the last one.
    func width(_ columns: [Int], _ size: Double, pitch: Double, hasAuthor: Bool) -> Double {
        columns.indices.map { tier in
            let own = size + Double(max(0, columns[tier] - 1)) * pitch
            let isLast = tier == columns.count - 1
            return own + (isLast && hasAuthor ? authorDistance(pitch) + (authorSize(size) - size) / 2 : 0)
        }.max() ?? 0
    }

    /// From the middle of the last column to the author's.
    func authorDistance(_ pitch: Double) -> Double { (pitch * 1.2).rounded() }

    /// Lines in tiers, so that the widest is as narrow as can be; nil where fewer tiers would do.
    private static func partition(_ counts: [Int], into tiers: Int) -> [Range<Int>]? {
        guard let widest = counts.max() else { return nil }
        let total = counts.reduce(0, +)
        for most in widest...max(widest, total) {
            var parts: [Range<Int>] = []
            var start = 0
            var used = 0
            for (index, count) in counts.enumerated() {
                if used + count > most {
                    parts.append(start..<index)
                    (start, used) = (index, 0)
                }
                used += count
            }
            parts.append(start..<counts.count)
            if parts.count <= tiers { return parts.count == tiers ? parts : nil }
        }
        return nil
    }
}

// MARK: What does not fit

extension VerticalPoem {
    /// As much of the poem as there is room for in a small size.
    private func cutTexts() -> [PlacedText] {
        var best: (merit: Double, texts: [PlacedText]) = (0, [])
        for size in [PoemType.smallest, 11, 12] {
            for tiers in 1...Self.mostTiers {
                // Whole pixels may make a column higher than its parts are by their sizes.
                for slack in 0...3 {
                    let capacity = capacity(size, tiers: tiers) * (1 - 0.15 * Double(slack))
                    guard capacity >= 2, let cut = cut(size, tiers: tiers, capacity) else { break }
                    let texts = place(cut)
                    guard isClear(texts) else { continue }
                    // As much text as can be, but whole lines and larger type are worth some of it.
                    let count = cut.tiers.joined().reduce(0) { $0 + $1.range.count - ($1.isContinued ? 2 : 0) }
                    let merit = Double(max(1, count)) * Self.tierMerits[tiers - 1] * size.squareRoot()
                    if merit > best.merit { best = (merit, texts) }
                    break
                }
            }
        }
        return best.texts
    }

    private func cut(_ size: Double, tiers: Int, _ capacity: Double) -> Arrangement? {
        let pitch = leastPitch(size)
        func most(hasAuthor: Bool) -> Int {
            (1...200).last { width([$0], size, pitch: pitch, hasAuthor: hasAuthor) <= area.width } ?? 0
        }
        let inEach = most(hasAuthor: false)
        let hasAuthor = tiers > 1 ? most(hasAuthor: true) > 0 : most(hasAuthor: true) > 1
        let room = inEach * (tiers - 1) + (hasAuthor ? most(hasAuthor: true) : inEach)
        guard inEach > 0 else { return nil }
        var columns: [Column] = []
        for line in lines where columns.count <= room {
            guard let ranges = line.balancedColumns(capacity) else { return nil }
            for (number, range) in ranges.enumerated() {
                columns.append(Column(line: line, range: range, isContinued: number > 0))
            }
        }
        if columns.count > room {
            columns.removeSubrange(room...)
            columns[room - 1] = columns[room - 1].cut(capacity)
        }
        let set = stride(from: 0, to: columns.count, by: inEach).map { start in
            Array(columns[start..<min(columns.count, start + inEach)])
        }
        return Arrangement(size: size, tiers: set, merit: 0, hasAuthor: hasAuthor)
    }
}

extension VerticalPoem.Column {
    /// With … at its end.
    fileprivate func cut(_ capacity: Double) -> Self {
        var end = range.upperBound
        while true {
            let line = line.cut(to: end)
            // If nothing else fits, … stands alone.
            let start = min(range.lowerBound, line.units.count - 1)
            let cut = Self(line: line, range: start..<line.units.count, isContinued: isContinued)
            if cut.height <= capacity || end <= range.lowerBound { return cut }
            end -= 1
        }
    }
}
