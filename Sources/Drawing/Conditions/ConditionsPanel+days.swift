import Weather

extension ConditionsPanel {
    /// The form of the days that stand side by side, from the largest to the smallest.
    enum DayForm: CaseIterable {
        /// The pictures by day and by night under the name.
        case withNight
        /// The picture by day under the name.
        case high
        /// The picture by day beside the name.
        case flat
    }

    /// The days side by side.
    ///
    /// Nil where they do not fit into the width.
    func dayColumns(_ form: DayForm, width: Double) -> Block? {
        guard form != .flat || letters.isCramped else { return nil }
        let count = Double(content.days.count)
        let column = (width / count).rounded(.down)
        let room = column - letters.gap
        for temperatures in dayTemperatures {
            let cells = content.days.enumerated().map { index, day in
                dayColumn(day, temperatures[index], form)
            }
            guard cells.allSatisfy({ $0.width <= room }) else { continue }
            var block = Block(width: width, height: cells.map(\.height).max() ?? 0)
            for (index, cell) in cells.enumerated() {
                let left = (width * (Double(index) + 0.5) / count - cell.width / 2).rounded(.down)
                block.elements += cell.elements(at: Point(left, 0))
            }
            return block
        }
        return nil
    }

    private func dayColumn(_ day: ConditionsContent.Day, _ temperatures: Block, _ form: DayForm) -> Block {
        let gap = max(1, (letters.gap / 2).rounded())
        let name = letters.line(day.shortName, form == .flat ? letters.small : letters.body)
        let side = (letters.body * (form == .flat ? 1.3 : 2)).rounded()
        let icons = icons(of: day, side: side, hasNight: form == .withNight)
        let head =
            form == .flat
            ? Block.row([name, icons].filter { $0.width > 0 }, gap: 2, .middle)
            : Block.column([name, icons], gap: gap, .middle)
        return .column([head, temperatures], gap: gap, .middle)
    }

    /// The days below each other, each in a line, between `height` and what they need.
    ///
    /// Nil where they do not fit.
    func dayRows(width: Double, height: Double) -> Block? {
        let space = letters.gap
        let side = (letters.body * 1.5).rounded()
        for temperatures in tabulatedTemperatures {
            let temperatureWidth = temperatures.map(\.width).max() ?? 0
            for (names, hasNight) in [(\ConditionsContent.Day.name, true), (\.shortName, true), (\.shortName, false)] {
                let names = content.days.map { letters.line($0[keyPath: names], letters.body) }
                let icons = content.days.map { self.icons(of: $0, side: side, hasNight: hasNight) }
                let iconWidth = icons.map(\.width).max() ?? 0
                let nameWidth = names.map(\.width).max() ?? 0
                let needed = nameWidth + iconWidth + temperatureWidth + 2 * space
                guard needed <= width, side * Double(content.days.count) <= height else { continue }
                let step = min((height / Double(content.days.count)).rounded(.down), (side * 1.6).rounded())
                // In the middle, or where it is free of the texts beside it.
                let iconX = min(
                    max((width - iconWidth) / 2, nameWidth + space),
                    width - temperatureWidth - space - iconWidth
                )
                var block = Block(width: width, height: step * Double(content.days.count))
                for index in content.days.indices {
                    func add(_ part: Block, x: Double) {
                        let top = Double(index) * step + (step - part.height) / 2
                        block.elements += part.elements(at: Point(x, top))
                    }
                    add(names[index], x: 0)
                    add(icons[index], x: iconX)
                    add(temperatures[index], x: width - temperatures[index].width)
                }
                return block
            }
        }
        return nil
    }

    private func icons(of day: ConditionsContent.Day, side: Double, hasNight: Bool) -> Block {
        var icons: [Block] = []
        if day.dayCondition != .unknown { icons.append(icon(day.dayCondition, true, side)) }
        if hasNight, day.nightCondition != .unknown {
            icons.append(icon(day.nightCondition, false, (side * 0.75).rounded()))
        }
        let row = Block.row(icons, gap: max(1, (side * 0.2).rounded()), .middle)
        return Block.row([row, Block(width: 0, height: side)], gap: 0, .middle)
    }

    /// The highest and lowest temperature of each day, in the forms to try: side by side, smaller, one above the other.
    private var dayTemperatures: [[Block]] {
        func all(_ size: Double, isStacked: Bool) -> [Block] {
            temperatures(size).map { maximum, minimum in
                let parts = [maximum, minimum].compactMap { $0 }
                return isStacked
                    ? .column(parts, gap: 0, .trailing)
                    : .row(parts, gap: max(3, (size * 0.4).rounded()), .baseline)
            }
        }
        return [
            all(letters.body, isStacked: false), all(letters.tiny, isStacked: false),
            all(letters.body, isStacked: true), all(letters.tiny, isStacked: true),
        ]
    }

    /// The highest and the lowest of each day in columns of their own, as wide for each day; smaller.
    private var tabulatedTemperatures: [[Block]] {
        [letters.body, letters.tiny].map { size in
            let days = temperatures(size)
            let gap = max(3, (size * 0.4).rounded())
            let lowest = days.compactMap { $0.minimum?.width }.max()
            let highest = days.compactMap { $0.maximum?.width }.max()
            return days.map { maximum, minimum in
                let cells = [(maximum, highest), (minimum, lowest)].compactMap { part, width in
                    width.map { Block.trailing(part, width: $0) }
                }
                return .row(cells, gap: gap, .baseline)
            }
        }
    }

    private func temperatures(_ size: Double) -> [(maximum: Block?, minimum: Block?)] {
        content.days.map { day in
            (
                day.maximum.map { letters.line($0, size, isStrong: true) },
                day.minimum.map { letters.line($0, size, .secondary) }
            )
        }
    }
}
