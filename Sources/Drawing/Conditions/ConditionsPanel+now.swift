import Weather

extension ConditionsPanel {
    /// The weather now: its picture, the temperature as large as fits, and its name and felt temperature below or
    /// beside it.
    ///
    /// Nil if it does not fit; `smallest` is the least size of the temperature.
    func now(width: Double, height: Double, smallest: Double, alignment: Block.Horizontal) -> Block? {
        let words = content.words.map { letters.line($0, letters.body, isStrong: true) }
        let feelsLike = content.feelsLike.map { letters.line($0, letters.small, .secondary) }
        let captions = [words, feelsLike].compactMap { $0 }
        var texts = [Block.column(captions, gap: 0, alignment)]
        if captions.count == 2 { texts.append(.row(captions, gap: letters.body, .baseline)) }
        // A question mark is shown only where there is nothing else.
        let factors =
            content.condition != .unknown || content.temperature == nil
            ? letters.isCramped ? [1.5, 1.25, 1, 0.8] : [1.5, 1.25, 1.1] : [0]
        for size in TypeScale.steps(from: min(448, letters.body * 7), downTo: smallest) {
            let gap = max(2, (size * 0.2).rounded())
            let temperature = content.temperature.map { thermometer($0, size) }
            for factor in factors {
                let icon = factor == 0 ? nil : icon(content.condition, content.isDaylight, (size * factor).rounded())
                for text in texts {
                    let found = arrangements(icon, temperature, text, gap: gap, alignment).first {
                        $0.width <= width && $0.height <= height
                    }
                    if let found { return found }
                }
            }
        }
        return nil
    }

    /// The ways to combine the picture, the temperature and the words, the preferred first.
    private func arrangements(
        _ icon: Block?,
        _ temperature: Block?,
        _ text: Block,
        gap: Double,
        _ alignment: Block.Horizontal
    ) -> [Block] {
        let texts = text.width > 0 ? [text] : []
        let below = Block.column([temperature].compactMap { $0 } + texts, gap: gap, alignment)
        let pair = Block.row([icon, temperature].compactMap { $0 }, gap: gap, .middle)
        return [
            .row([icon].compactMap { $0 } + [below], gap: gap, .middle),
            .column([pair] + texts, gap: gap, alignment),
            .row([pair] + texts, gap: gap, .middle),
            .column([icon, temperature].compactMap { $0 } + texts, gap: gap, .middle),
        ]
    }

    /// The number, and its unit beside its top.
    private func thermometer(_ text: String, _ size: Double) -> Block {
        let unit = letters.digits(
            content.temperatureUnit,
            max(letters.small, TypeScale.step(atMost: size * 0.42)),
            .secondary
        )
        return .row(
            [letters.digits(text, size, isStrong: true), unit],
            gap: max(1, (size * 0.06).rounded()),
            .top
        )
    }

    func icon(_ condition: Condition, _ isDaylight: Bool, _ side: Double) -> Block {
        let box = Rectangle(x: 0, y: 0, width: side, height: side)
        return Block(
            width: side,
            height: side,
            elements: WeatherIcon.elements(condition, isDaylight: isDaylight, in: box, palette)
        )
    }
}
