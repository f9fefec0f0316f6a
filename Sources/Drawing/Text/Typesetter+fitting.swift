extension Typesetter {
    /// The text in the largest of these sizes (given largest first) in which it is no wider (vertical: no higher) than
    /// `room`; in the smallest it is cut with … after a whole character.
    ///
    /// Nil if not even one character fits, and for an empty text.
    package func fit(
        _ text: String,
        _ style: TextStyle,
        sizes: [Double],
        room: Double
    ) -> (text: String, style: TextStyle, measure: TextMeasure)? {
        let text = line(text)
        guard !text.isEmpty, let smallest = sizes.last else { return nil }
        var style = style
        for size in sizes {
            style.size = size
            let measure = measure(text, style)
            if measure.extent(style.direction) <= room { return (text, style, measure) }
        }
        style.size = smallest
        // The longest that fits, found by halves: a text of a panel's place may have hundreds of characters.
        var low = 0
        var high = text.count
        var best: (text: String, style: TextStyle, measure: TextMeasure)?
        while low < high {
            let middle = (low + high + 1) / 2
            let cut = text.prefix(middle) + "…"
            let measure = measure(String(cut), style)
            if measure.extent(style.direction) <= room {
                best = (String(cut), style, measure)
                low = middle
            } else {
                high = middle - 1
            }
        }
        return best
    }
}

extension TextMeasure {
    /// The length that the text needs along its direction: its advance, and the ink beyond it.
    package func extent(_ direction: TextStyle.Direction) -> Double {
        direction == .horizontal
            ? max(line.maxX, ink.maxX) - min(0, ink.x) : max(line.maxY, ink.maxY) - min(0, ink.y)
    }
}
