import Text

/// A line of text set as a column: its upright and sideways units, and the places where the column may end.
package struct VerticalLine: Sendable {
    /// The content of one place in the column.
    struct Unit: Sendable, Equatable {
        var text: String
        /// True for a row within one place: two digits side by side (縦中横).
        var isRow = false
    }

    /// A unit and how it stands in a column; lengths in em.
    private struct Place {
        var height: Double
        /// The blank above an opening bracket.
        var headroom = 0.0
        /// The blank below a stop or a closing bracket.
        var hang = 0.0
        /// The part of the blank that the next unit takes if it is a bracket or stop, too.
        var squeeze = 0.0
        var isSpace = false

        init(_ text: String, height: Double, language: String) {
            self.height = height
            if VerticalLine.opens(text) { headroom = 0.5 }
            hang = VerticalLine.hang(text, language: language)
            isSpace = VerticalLine.isSpace(text)
        }

        /// Two that are blank where they meet leave half an em between them, or nothing.
        func squeeze(before next: Place) -> Double {
            let isBlank = hang >= 0.5 && (next.hang > 0 || next.headroom > 0) || headroom > 0 && next.headroom > 0
            return isBlank ? 0.5 : 0
        }
    }

    let units: [Unit]
    /// The width of a column that holds the widest unit, in em.
    let breadth: Double
    /// The cost of beginning a column with each unit, as the em by which columns may then differ.
    let costs: [Double]
    private let places: [Place]
    /// The height of all units before each, and last the height of all.
    private let sums: [Double]

    /// No break but where there is no other.
    private static let emergency = 1000.0
    /// No verse is longer, and the time for balancing grows with the square of the length.
    private static let mostBalanced = 200
    /// Heights are measured at this size, and hold at others.
    private static let reference = 64.0

    /// `text` is any text; it is made one line.
    package init(_ text: String, _ style: TextStyle, _ typesetter: Typesetter) {
        var style = style
        style.size = Self.reference
        style.direction = .vertical
        let units = Self.units(of: typesetter.line(text), language: style.language)
        let measures = units.map { typesetter.measure($0.text, style) }
        var places = zip(units, measures).map { unit, measure in
            let height = unit.isRow ? 1 : measure.line.height / Self.reference
            return Place(unit.text, height: height, language: style.language)
        }
        for index in places.indices.dropLast() {
            places[index].squeeze = places[index].squeeze(before: places[index + 1])
        }
        self.init(
            units: units,
            places: places,
            breadth: measures.reduce(1) { max($0, -2 * $1.ink.x / Self.reference, 2 * $1.ink.maxX / Self.reference) },
            costs: Self.costs(of: units, typesetter, language: style.language)
        )
    }

    private init(units: [Unit], places: [Place], breadth: Double, costs: [Double]) {
        self.units = units
        self.places = places
        self.breadth = breadth
        self.costs = costs
        sums = places.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1.height - $1.squeeze) }
    }

    var isEmpty: Bool { units.isEmpty }
    var whole: Range<Int> { units.indices }

    /// The first units, with … behind them.
    func cut(to count: Int) -> VerticalLine {
        var count = min(count, units.count)
        while count > 0, " 　、。，．".contains(substring: units[count - 1].text) { count -= 1 }
        return VerticalLine(
            units: units.prefix(count) + [Unit(text: "…")],
            places: places.prefix(count) + [Place("…", height: 1, language: "")],
            breadth: breadth,
            costs: costs.prefix(count) + [Self.emergency]
        )
    }

    /// The height of a column of these units, in em; the blank upper half of a bracket at its head and the blank lower
    /// half of a stop at its foot do not count.
    func height(of range: Range<Int>) -> Double {
        guard !range.isEmpty else { return 0 }
        let last = places[range.upperBound - 1]
        return sums[range.upperBound] - sums[range.lowerBound] + last.squeeze - headroom(of: range) - last.hang
    }

    /// The distance, in em, by which the next unit in a column is closer than its own height.
    func squeeze(after unit: Int) -> Double { places[unit].squeeze }

    /// The distance, in em, that a column of these units is moved up so that an opening bracket stands at its head.
    func headroom(of range: Range<Int>) -> Double { range.isEmpty ? 0 : places[range.lowerBound].headroom }
}

// MARK: Columns

extension VerticalLine {
    /// The fewest columns that are no higher than `capacity` em, those after the first an em less; each as high as
    /// fits.
    ///
    /// Nil where not even one unit fits.
    func columns(_ capacity: Double) -> [Range<Int>]? {
        var columns: [Range<Int>] = []
        var start = 0
        while start < units.count {
            let room = columns.isEmpty ? capacity : capacity - 1
            var end = start
            var last: (good: Int?, any: Int?)
            // At either end half an em may be blank.
            while end < units.count, sums[end] - sums[start] - 1.2 <= room {
                end += 1
                guard height(of: trimmed(start..<end)) <= room else { continue }
                last.any = end
                if end == units.count || costs[end] < Self.emergency { last.good = end }
            }
            guard let next = last.good ?? last.any else { return nil }
            columns.append(trimmed(start..<next))
            start = next
        }
        return columns
    }

    /// Columns of about the same height with ends where a reader pauses: as many as ``columns(_:)`` has, or one more
    /// where that has much better ends.
    ///
    /// A line of more than ``mostBalanced`` units is not balanced: it has just those of ``columns(_:)``.
    func balancedColumns(_ capacity: Double) -> [Range<Int>]? {
        guard let greedy = columns(capacity) else { return nil }
        guard greedy.count > 1, units.count <= Self.mostBalanced else { return greedy }
        let least = balanced(greedy.count, capacity)
        let more = balanced(greedy.count + 1, capacity)
        guard let least else { return more?.path ?? greedy }
        return more.map { $0.cost + 6 < least.cost ? $0.path : least.path } ?? least.path
    }

    /// The cheapest way to make so many columns; nil where there is none.
    private func balanced(_ count: Int, _ capacity: Double) -> (cost: Double, path: [Range<Int>])? {
        let target = ((sums.last ?? 0) + Double(count - 1)) / Double(count)
        // The cheapest way to begin the next column with each unit, and where the column before began.
        var best: [Int: Double] = [0: 0]
        var steps: [[Int: Int]] = []
        for index in 0..<count {
            var next: [Int: Double] = [:]
            var from: [Int: Int] = [:]
            let indent = index == 0 ? 0.0 : 1.0
            for (start, known) in best where start < units.count {
                let isLast = index == count - 1
                var end = isLast ? units.count - 1 : start
                while end < units.count, sums[end] - sums[start] + indent - 1.2 <= capacity {
                    end += 1
                    let range = trimmed(start..<end)
                    let height = self.height(of: range) + indent
                    guard height <= capacity, !range.isEmpty else { continue }
                    let cost = known + (end == units.count ? 0 : costs[end]) + (height - target) * (height - target) / 8
                    guard cost < next[end] ?? .infinity else { continue }
                    (next[end], from[end]) = (cost, start)
                }
            }
            best = next
            steps.append(from)
        }
        guard let cost = best[units.count] else { return nil }
        var path: [Range<Int>] = []
        var end = units.count
        for from in steps.reversed() {
            guard let start = from[end] else { return nil }
            path.append(trimmed(start..<end))
            end = start
        }
        return (cost, path.reversed())
    }

    /// Without spaces at either end.
    private func trimmed(_ range: Range<Int>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, places[start].isSpace { start += 1 }
        while end > start, places[end - 1].isSpace { end -= 1 }
        return start..<end
    }

    /// A break in front of a word is cheap, one within a word dear.
    private static func costs(of units: [Unit], _ typesetter: Typesetter, language: String) -> [Double] {
        let text = units.map(\.text).joined()
        let breaks = typesetter.breaks(in: text, language: language)
        var index = text.startIndex
        return units.indices.map { number in
            defer {
                index = text.index(index, offsetBy: units[number].text.count, limitedBy: text.endIndex) ?? text.endIndex
            }
            guard number > 0, breaks.contains(index) else { return emergency }
            return cost(between: units[number - 1].text, and: units[number].text)
        }
    }

    private static func cost(between left: String, and right: String) -> Double {
        if isSpace(left) { return 0 }
        if "、，".contains(substring: left) { return 1 }
        if "。．".contains(substring: left) { return 0 }
        if closes(left) || opens(right) { return 1 }
        switch (Kind(left), Kind(right)) {
        case (.hiragana, .han), (.hiragana, .katakana): return 2
        case (.hiragana, .hiragana), (.katakana, .hiragana), (.han, .han): return 7
        case (.katakana, .katakana), (.han, .hiragana): return 10
        default: return 4
        }
    }

    private enum Kind {
        case han
        case hiragana
        case katakana
        case other

        init(_ text: String) {
            switch text.unicodeScalars.first?.value ?? 0 {
            case 0x3041...0x309F: self = .hiragana
            case 0x30A0...0x30FF: self = .katakana
            case 0x3005...0x3007, 0x3400...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: self = .han
            default: self = .other
            }
        }
    }
}
