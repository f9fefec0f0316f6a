extension ConditionsPanel {
    /// One line per value, the name on the left and the value on the right.
    ///
    /// Nil if they do not fit; as wide as needed, or as wide as the room if justified. Lines stand up to half as far
    /// again apart if there is room; the words for a value go to a line of their own if they do not fit beside it.
    func list(width: Double, height: Double, isJustified: Bool = false) -> Block? {
        let space = letters.body
        var rows: [(name: Block, value: Block)] = []
        for detail in content.details {
            let name = name(of: detail)
            if detail.words != nil, name.width + space + value(of: detail).width > width {
                rows.append((name, value(of: detail, hasWords: false)))
                rows.append((Block(width: 0, height: 0), words(of: detail)))
            } else {
                rows.append((name, value(of: detail)))
            }
        }
        let needed = rows.map { $0.name.width + (($0.name.width > 0) ? space : 0) + $0.value.width }.max() ?? 0
        let line = letters.line("", letters.body)
        guard needed <= width, line.height * Double(rows.count) <= height else { return nil }
        let pitch = rows.count < 2 ? 0 : ((height - line.height) / Double(rows.count - 1)).rounded(.down)
        let step = min(pitch, (line.height * 1.5).rounded())
        let right = isJustified ? width : needed
        var block = Block(width: right, height: step * Double(rows.count - 1) + line.height)
        for (index, row) in rows.enumerated() {
            let baseline = Double(index) * step + line.baseline
            block.elements += row.name.elements(at: Point(0, baseline - row.name.baseline))
            block.elements += row.value.elements(at: Point(right - row.value.width, baseline - row.value.baseline))
        }
        return block
    }

    /// The values in a grid of columns, each below its name; a value with words spans as many columns as it needs.
    ///
    /// Nil if they do not fit, or if one value would be alone in a row.
    func grid(columns: Int, width: Double, height: Double) -> Block? {
        let space = letters.body
        let cell = ((width - space * Double(columns - 1)) / Double(columns)).rounded(.down)
        var rows: [[(column: Int, block: Block)]] = [[]]
        var column = 0
        for detail in content.details {
            let block = Block.column([name(of: detail), value(of: detail)], gap: 0, .leading)
            let span = max(1, Int(((block.width + space) / (cell + space)).rounded(.up)))
            guard span == 1 || (detail.words != nil && span <= columns) else { return nil }
            if column + span > columns {
                guard column > 1 else { return nil }
                rows.append([])
                column = 0
            }
            rows[rows.count - 1].append((column, block))
            column += span
        }
        guard columns == 1 || column > 1 else { return nil }
        let line = rows.first?.first?.block.height ?? 0
        let gap = letters.gap
        var block = Block(width: width, height: Double(rows.count) * (line + gap) - gap)
        guard block.height <= height else { return nil }
        for (index, row) in rows.enumerated() {
            for (column, cellBlock) in row {
                let place = Point(Double(column) * (cell + space), Double(index) * (line + gap))
                block.elements += cellBlock.elements(at: place)
            }
        }
        return block
    }

    /// The values in running lines, each with a symbol if its unit does not identify it.
    ///
    /// Nil if they do not fit.
    func flow(width: Double, height: Double) -> Block? {
        var lines: [[Block]] = [[]]
        var taken = 0.0
        let space = (letters.body * 0.8).rounded()
        for detail in content.details {
            let item = Block.row([symbol(of: detail), value(of: detail)].compactMap { $0 }, gap: 2, .baseline)
            guard item.width <= width else { return nil }
            if taken > 0, taken + space + item.width > width {
                lines.append([])
                taken = 0
            }
            lines[lines.count - 1].append(item)
            taken += (taken > 0 ? space : 0) + item.width
        }
        let block = Block.column(lines.map { .row($0, gap: space, .baseline) }, gap: 0, .leading)
        return block.height <= height ? block : nil
    }

    // MARK: Parts

    private func name(of detail: ConditionsContent.Detail) -> Block {
        letters.line(detail.name, letters.small, .secondary)
    }

    private func value(of detail: ConditionsContent.Detail, hasWords: Bool = true) -> Block {
        let ink: Ink = detail.isAlarming ? .accent : .ink
        var parts: [Block] = []
        if let arrow = detail.arrow {
            let side = max(11, (letters.body * 0.9).rounded())
            let box = Rectangle(x: 0, y: 0, width: side, height: side)
            parts.append(
                Block(
                    width: side,
                    height: side,
                    baseline: (side / 2 + letters.body * 0.36).rounded(),
                    elements: [WindArrow.element(arrow, in: box)]
                )
            )
        }
        let quantity = [
            letters.line(detail.value.number, letters.body, isStrong: true, ink),
            letters.line(detail.value.unit, letters.small, ink),
        ]
        parts.append(.row(quantity.filter { $0.width > 0 }, gap: max(2, (letters.body * 0.15).rounded()), .baseline))
        if hasWords, detail.words != nil { parts.append(words(of: detail)) }
        return .row(parts.filter { $0.width > 0 }, gap: (letters.body * 0.3).rounded(), .baseline)
    }

    private func words(of detail: ConditionsContent.Detail) -> Block {
        letters.line(detail.words ?? "", letters.small, detail.isAlarming ? .accent : .ink)
    }

    private func symbol(of detail: ConditionsContent.Detail) -> Block? {
        switch detail.symbol {
        case .none: return nil
        case .letters(let text): return letters.line(text, letters.small, .secondary)
        case .droplet:
            let height = (letters.body * 0.8).rounded()
            let width = (height * 0.7).rounded()
            return Block(
                width: width,
                height: height,
                elements: [.path(Self.droplet(width, height), .secondary, .fill)]
            )
        }
    }

    private static func droplet(_ width: Double, _ height: Double) -> Path {
        let radius = width / 2
        let middle = height - radius
        let bulge = radius * 0.5523
        var path = Path()
        path.move(radius, 0)
        path.curve(radius * 1.2, middle * 0.45, width, middle * 0.6, width, middle)
        path.curve(width, middle + bulge, radius + bulge, height, radius, height)
        path.curve(radius - bulge, height, 0, middle + bulge, 0, middle)
        path.curve(0, middle * 0.6, radius * 0.8, middle * 0.45, radius, 0)
        path.close()
        return path
    }
}
