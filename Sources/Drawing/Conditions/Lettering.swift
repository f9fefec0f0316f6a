import Widgets

/// Measures the texts of a panel, and gives them their sizes.
struct Lettering {
    let typesetter: Typesetter
    let language: String
    /// The size of most texts.
    let body: Double
    /// The size of values' names and similar texts.
    let small: Double
    /// Of the panel's smallest numbers.
    let tiny: Double
    /// Between things that belong together.
    let gap: Double

    init(_ typesetter: Typesetter, language: String, body: Double) {
        self.typesetter = typesetter
        self.language = language
        self.body = body
        // Characters of many strokes need 10 pixels, Latin letters 9, digits 8.
        let hasStrokes = ["ja", "ko", "zh"].contains(String(language.prefix { $0 != "-" }))
        let smaller = TypeScale.step(atMost: body * 0.82)
        small = min(body, max(smaller, hasStrokes ? 10 : 9))
        tiny = smaller
        gap = max(2, (body * 0.4).rounded())
    }

    /// True if texts are so small that everything else must be low, too.
    var isCramped: Bool { body < 14 }

    /// A line of text as high as lines are.
    func line(_ text: String, _ size: Double, isStrong: Bool = false, _ ink: Ink = .ink) -> Block {
        let style = style(size, isStrong: isStrong)
        return Self.line(text, style, ink, typesetter.measure(text, style))
    }

    /// A line of digits, no higher than they are.
    func digits(_ text: String, _ size: Double, isStrong: Bool = false, _ ink: Ink = .ink) -> Block {
        var block = line(text, size, isStrong: isStrong, ink)
        let height = (size * 0.72).rounded(.up)
        block.elements = block.elements(at: Point(0, height - block.baseline))
        block.height = height
        block.baseline = height
        return block
    }

    /// A text of foreign origin in the largest of the sizes that fits, cut in the smallest.
    ///
    /// Nil if nothing of it fits. Accents are removed from a text that is higher than a line.
    func fitted(
        _ text: String,
        sizes: [Double],
        isStrong: Bool,
        _ ink: Ink,
        room: Double
    ) -> (block: Block, isWhole: Bool)? {
        let text = typesetter.line(text)
        for (text, isWhole) in [(text, true), (Self.withoutMarks(text), false)] {
            for (index, size) in sizes.enumerated() {
                let style = style(sizes[sizes.count - 1], isStrong: isStrong)
                guard let found = typesetter.fit(text, style, sizes: [size], room: room),
                    found.text == text || index == sizes.count - 1
                else { continue }
                let (ascent, descent) = Self.extent(size)
                guard found.measure.ink.y >= -ascent - Self.overhang, found.measure.ink.maxY <= descent + Self.overhang
                else { continue }
                return (Self.line(found.text, found.style, ink, found.measure), isWhole && found.text == text)
            }
        }
        return nil
    }

    /// The distance in pixels that texts of foreign origin may exceed a line.
    static let overhang = 2.0

    private func style(_ size: Double, isStrong: Bool) -> TextStyle {
        // Small bold letters without grey edges run together.
        let isBold = isStrong && (typesetter.isSmooth || size >= 14)
        return TextStyle(size: size, weight: isBold ? .bold : .regular, language: language)
    }

    private static func line(_ text: String, _ style: TextStyle, _ ink: Ink, _ measure: TextMeasure) -> Block {
        let (ascent, descent) = extent(style.size)
        let inset = max(0, -measure.ink.x).rounded(.up)
        return Block(
            width: text.isEmpty ? 0 : measure.extent(.horizontal).rounded(.up),
            height: ascent + descent,
            baseline: ascent,
            elements: text.isEmpty ? [] : [.text(PlacedText(text, style, ink, at: Point(inset, ascent), measure))]
        )
    }

    /// The extent of characters above and below their baseline, accents and descenders included.
    private static func extent(_ size: Double) -> (ascent: Double, descent: Double) {
        ((size * 0.9).rounded(.up), (size * 0.22).rounded(.up))
    }

    private static func withoutMarks(_ text: String) -> String {
        var kept = String.UnicodeScalarView()
        kept.append(contentsOf: text.unicodeScalars.filter { $0.properties.canonicalCombiningClass == .notReordered })
        return String(kept)
    }
}
