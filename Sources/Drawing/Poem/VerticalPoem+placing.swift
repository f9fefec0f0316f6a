/// The positions of an arrangement's columns.
extension VerticalPoem {
    func place(_ arrangement: Arrangement) -> [PlacedText] {
        let size = arrangement.size
        let counts = arrangement.tiers.map(\.count)
        let style = style(size)
        let pitch =
            stride(from: (size * Self.pitches.most).rounded(), through: leastPitch(size), by: -1)
            .first { width(counts, size, pitch: $0, hasAuthor: arrangement.hasAuthor) <= area.width }
            ?? leastPitch(size)
        let across = width(counts, size, pitch: pitch, hasAuthor: arrangement.hasAuthor)
        let right = (area.midX + across / 2 - size / 2).rounded(.down)
        let heights = arrangement.tiers.map { tier in (tier.map(\.height).max() ?? 0) * size }
        let gap = (Self.tierGap * size).rounded()
        let height = heights.reduce(0, +) + gap * Double(heights.count - 1)
        // The middle as the eye sees it is above that of the ruler.
        var top = (area.y + max(0, area.height - height) * 0.48).rounded(.down)
        var texts: [PlacedText] = []
        for (index, tier) in arrangement.tiers.enumerated() {
            for (number, column) in tier.enumerated() {
                texts += typesetter.column(
                    column.line,
                    column.range,
                    style,
                    .ink,
                    x: right - Double(number) * pitch,
                    top: top + (column.isContinued ? size : 0)
                )
            }
            if index == arrangement.tiers.count - 1, arrangement.hasAuthor {
                let x = right - Double(max(0, tier.count - 1)) * pitch - authorDistance(pitch)
                texts += authorTexts(x: x, top: top, foot: (top + heights[index]).rounded(), authorSize(size))
            }
            top += heights[index].rounded() + gap
        }
        return texts
    }

    private func style(_ size: Double) -> TextStyle {
        var style = style
        style.size = size
        style.face = PoemType.face(size, palette)
        return style
    }

    /// With its end at `foot`, or lower where it is higher than the poem.
    private func authorTexts(x: Double, top: Double, foot: Double, _ size: Double) -> [PlacedText] {
        let room = area.maxY - top
        var size = size
        while author.height(of: author.whole) * size > room, size > PoemType.smallest {
            size = PoemType.atMost(size - 1)
        }
        var line = author
        while line.height(of: line.whole) * size > room, line.units.count > 1 {
            line = author.cut(to: line.units.count - 2)
        }
        // A hair more than its sum: whole pixels again.
        for slack in [0.0, 1, 2, 4] {
            let height = (line.height(of: line.whole) * size).rounded(.up) + slack
            let head = max(top, min(foot, area.maxY) - height)
            let texts = typesetter.column(line, line.whole, style(size), PoemType.authorInk(size), x: x, top: head)
            if isClear(texts) { return texts }
        }
        return []
    }
}
