extension Typesetter {
    /// A part of a line as a column whose head is at `top`: `x` is the middle of the column.
    ///
    /// Each is a run of units that stand below each other, or a row of digits within the column.
    func column(
        _ line: VerticalLine,
        _ range: Range<Int>,
        _ style: TextStyle,
        _ ink: Ink,
        x: Double,
        top: Double
    ) -> [PlacedText] {
        var style = style
        style.direction = .vertical
        var y = (top - line.headroom(of: range) * style.size).rounded()
        var texts: [PlacedText] = []
        var run = ""
        func endRun() {
            guard !run.isEmpty else { return }
            let text = place(run, style, ink, at: Point(x, y))
            if !text.measure.ink.isEmpty { texts.append(text) }
            y += text.measure.line.height.rounded()
            run = ""
        }
        for index in range {
            let unit = line.units[index]
            guard unit.isRow else {
                run += unit.text
                if index + 1 < range.upperBound, line.squeeze(after: index) > 0 {
                    endRun()
                    y -= (line.squeeze(after: index) * style.size).rounded()
                }
                continue
            }
            endRun()
            texts.append(row(unit.text, style, ink, middle: Point(x, y + style.size / 2)))
            y += style.size
        }
        endRun()
        return texts
    }

    /// Upright in a square as large as a character, narrower where it would be wider.
    private func row(_ text: String, _ style: TextStyle, _ ink: Ink, middle: Point) -> PlacedText {
        var style = style
        style.direction = .horizontal
        while measure(text, style).ink.width > style.size, style.size > 6 { style.size -= 1 }
        let measure = measure(text, style)
        let origin = Point((middle.x - measure.ink.midX).rounded(), (middle.y - measure.ink.midY).rounded())
        return PlacedText(text, style, ink, at: origin, measure)
    }
}
