import Widgets

extension ConditionsPanel {
    /// The top line: the place, the age of the data, and the hour of observation.
    ///
    /// If room is short, the place is set smaller, then the hour is dropped, then the age takes fewer words, then the
    /// place is cut, and dropped if less than two characters of it would remain. The age always stays. An age is
    /// framed; a sample's mark, and the whole line if there is nothing else to show, is reversed.
    func header(width: Double) -> Block {
        let gap = (letters.body * 0.8).rounded()
        let inset = content.isExpired ? markPadding : 0
        let room = width - 2 * inset
        let hour = onBaseline(letters.line(content.hour, letters.small, content.isExpired ? .paper : .secondary))
        // Six characters of a name tell more than the hour beside two of them.
        func isEnough(_ place: (block: Block, isWhole: Bool)?) -> Bool {
            place.map { $0.isWhole || $0.block.width >= letters.body * 6 } ?? content.place.isEmpty
        }
        var age: Block?
        var place: (block: Block, isWhole: Bool)?
        var hasHour = false
        for words in content.ages.isEmpty ? [nil] : content.ages.map(Optional.some) {
            age = words.flatMap { self.age($0, room: room) }
            let left = room - (age.map { $0.width + gap } ?? 0)
            place = self.place(room: left - hour.width - gap)
            hasHour = hour.width > 0 && hour.width <= left && isEnough(place)
            if !hasHour { place = self.place(room: left) }
            if isEnough(place), age != nil || words == nil { break }
        }

        var block = Block(width: width, height: headerHeight)
        if content.isExpired {
            block.elements.append(.fill(Rectangle(x: 0, y: 0, width: width, height: headerHeight), .accent))
        }
        if let place { block.elements += place.block.elements(at: Point(inset, 0)) }
        var right = width - inset
        if let age {
            right -= age.width
            block.elements += age.elements(at: Point(right, 0))
            right -= gap
        }
        if hasHour { block.elements += hour.elements(at: Point(right - hour.width, 0)) }
        return block
    }

    /// The place's name; nil if less than two and a half characters of it would be visible, and for a place without a
    /// name.
    private func place(room: Double) -> (block: Block, isWhole: Bool)? {
        let mark = content.isSample ? 2 * markPadding : 0
        let found = letters.fitted(
            content.place,
            sizes: [letters.body, letters.small],
            isStrong: true,
            content.isSample || content.isExpired ? .paper : .ink,
            room: max(0, room - mark)
        )
        guard let found, found.isWhole || room >= letters.small * 2.5 else { return nil }
        guard content.isSample else { return (onBaseline(found.block), found.isWhole) }
        let box = Rectangle(x: 0, y: 0, width: found.block.width + mark, height: headerHeight)
        return (marked(found.block, [box], .accent), found.isWhole)
    }

    private func age(_ age: String, room: Double) -> Block? {
        let mark = content.isExpired ? 0 : 2 * markPadding
        let found = letters.fitted(
            age,
            sizes: [letters.body, letters.small],
            isStrong: true,
            content.isExpired ? .paper : .accent,
            room: max(0, room - mark)
        )
        guard let text = found?.block else { return nil }
        guard !content.isExpired else { return onBaseline(text) }
        let rule = max(1, (letters.body / 14).rounded(.down))
        let (width, height) = (text.width + mark, headerHeight)
        return marked(
            text,
            [
                Rectangle(x: 0, y: 0, width: width, height: rule),
                Rectangle(x: 0, y: height - rule, width: width, height: rule),
                Rectangle(x: 0, y: rule, width: rule, height: height - 2 * rule),
                Rectangle(x: width - rule, y: rule, width: rule, height: height - 2 * rule),
            ],
            .accent
        )
    }

    private var headerHeight: Double { letters.line("", letters.body).height + Lettering.overhang + 1 }
    private var markPadding: Double { max(3, (letters.body * 0.3).rounded()) }

    /// As high as the header, whatever the text's size.
    private func onBaseline(_ text: Block) -> Block {
        let top = Lettering.overhang + letters.line("", letters.body).baseline - text.baseline
        return Block(width: text.width, height: headerHeight, elements: text.elements(at: Point(0, top)))
    }

    /// With these areas behind or around it.
    private func marked(_ text: Block, _ areas: [Rectangle], _ ink: Ink) -> Block {
        let line = onBaseline(text)
        return Block(
            width: text.width + 2 * markPadding,
            height: headerHeight,
            elements: areas.map { .fill($0, ink) } + line.elements(at: Point(markPadding, 0))
        )
    }
}
