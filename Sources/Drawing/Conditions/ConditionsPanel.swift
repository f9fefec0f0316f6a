import Widgets

/// The contents of a panel set in one size of text.
struct ConditionsPanel {
    let content: ConditionsContent
    let letters: Lettering
    let palette: Palette
    let size: PictureSize

    /// The position of the parts: in wide pictures the days are below the rest or at the right, in high ones each part
    /// is below the other.
    enum Arrangement {
        case wide
        case high
        case banner
    }

    private var margin: Double {
        max(2, (Double(min(size.width, size.height)) / 26).rounded())
    }

    /// The thickness of the lines between the parts.
    private var rule: Double { max(1, (letters.body / 24).rounded(.down)) }

    /// The scene; nil if not every part fits.
    func scene(_ arrangement: Arrangement, smallestTemperature: Double) -> Scene? {
        let frame = Rectangle(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
        let room = frame.inset(margin, margin)
        let header = header(width: room.width)
        let top = room.y + header.height + (letters.isCramped ? letters.gap : letters.body)
        let rest = Rectangle(x: room.x, y: top, width: room.width, height: room.maxY - top)
        guard rest.height > 0 else { return nil }
        let parts: [Scene.Element]? =
            switch arrangement {
            case .wide: wide(rest, smallestTemperature)
            case .high: high(rest, smallestTemperature)
            case .banner: banner(rest, smallestTemperature)
            }
        guard let parts else { return nil }
        var scene = Scene(size: size)
        scene.elements = header.elements(at: Point(room.x, room.y)) + parts
        return scene.isSound ? scene : nil
    }

    // MARK: Arrangements

    private func wide(_ room: Rectangle, _ smallest: Double) -> [Scene.Element]? {
        guard !content.days.isEmpty else { return nowAndDetails(room, smallest) }
        for form in DayForm.allCases {
            guard let days = dayColumns(form, width: room.width) else { continue }
            let gap = letters.gap * 2 + 1
            var above = room
            above.height -= days.height + gap
            guard let parts = nowAndDetails(above, smallest) else { continue }
            let line = Rectangle(x: room.x, y: (above.maxY + letters.gap).rounded(), width: room.width, height: rule)
            return parts + [.fill(line, .faint)] + days.elements(at: Point(room.x, room.maxY - days.height))
        }
        return nil
    }

    /// The current weather with the details at its right or below.
    private func nowAndDetails(_ room: Rectangle, _ smallest: Double) -> [Scene.Element]? {
        guard room.height > 0 else { return nil }
        guard !content.details.isEmpty else {
            guard let now = now(width: room.width, height: room.height, smallest: smallest, alignment: .leading) else {
                return nil
            }
            return now.elements(at: Point(room.x + (room.width - now.width) / 2, room.midY - now.height / 2))
        }
        return content.isTerse ? nowAndFlow(room, smallest) : nowAndList(room, smallest)
    }

    /// The gap between the current weather and the details at its right.
    private var columnGap: Double { letters.body * 1.5 }

    private func nowAndList(_ room: Rectangle, _ smallest: Double) -> [Scene.Element]? {
        guard let list = list(width: room.width * 0.5, height: room.height),
            let now = now(
                width: room.width - list.width - columnGap,
                height: room.height,
                smallest: smallest,
                alignment: .leading
            )
        else { return nil }
        let free = room.width - list.width - now.width
        // Both edges are in line with the parts above and below, unless the gap in between would be too wide.
        let inset = free > letters.body * 8 ? free / 4 : 0
        let left = room.x + max(inset, min(free / 4, letters.body))
        return now.elements(at: Point(left, room.midY - now.height / 2))
            + list.elements(at: Point(room.maxX - inset - list.width, room.midY - list.height / 2))
    }

    private func nowAndFlow(_ room: Rectangle, _ smallest: Double) -> [Scene.Element]? {
        if let flow = flow(width: room.width * 0.5, height: room.height),
            let now = now(
                width: room.width - flow.width - columnGap,
                height: room.height,
                smallest: smallest,
                alignment: .leading
            )
        {
            return now.elements(at: Point(room.x, room.midY - now.height / 2))
                + flow.elements(at: Point(room.maxX - flow.width, room.midY - flow.height / 2))
        }
        guard let flow = flow(width: room.width, height: room.height / 2),
            let now = now(
                width: room.width,
                height: room.height - flow.height - 2,
                smallest: smallest,
                alignment: .leading
            )
        else { return nil }
        return now.elements(at: Point(room.x, room.y + (room.height - flow.height - now.height) / 2))
            + flow.elements(at: Point(room.x, room.maxY - flow.height))
    }

    private func high(_ room: Rectangle, _ smallest: Double) -> [Scene.Element]? {
        let gap = letters.gap * 2 + 1
        guard let blocks = blocksBelow(room) else { return nil }
        let taken = blocks.map { $0.height + gap }.reduce(0, +)
        guard taken < room.height,
            let now = now(
                width: room.width,
                height: room.height - taken,
                smallest: smallest,
                alignment: .leading
            )
        else { return nil }
        // The remaining height goes between the parts, and around the first.
        let free = room.height - taken - now.height
        let share = (free / Double(blocks.count + 1)).rounded(.down)
        var elements = now.elements(at: Point(room.x + (room.width - now.width) / 2, room.y + share / 2))
        var bottom = room.maxY
        for block in blocks.reversed() {
            elements += block.elements(at: Point(room.x, bottom - block.height))
            bottom -= block.height + gap + share
            let line = (bottom + (gap + share) / 2).rounded()
            elements.append(.fill(Rectangle(x: room.x, y: line, width: room.width, height: rule), .faint))
        }
        return elements
    }

    /// The details and the days, to stand below the current weather; nil if one of them does not fit.
    private func blocksBelow(_ room: Rectangle) -> [Block]? {
        var blocks: [Block] = []
        if !content.details.isEmpty {
            let details =
                content.isTerse
                ? flow(width: room.width, height: room.height)
                : [content.details.count, content.details.count - 1, 2].filter { $0 > 0 }.lazy.compactMap {
                    grid(columns: $0, width: room.width, height: room.height)
                }.first
                    ?? list(width: room.width, height: room.height, isJustified: true)
            guard let details else { return nil }
            blocks.append(details)
        }
        if !content.days.isEmpty {
            let days =
                dayColumns(.withNight, width: room.width) ?? dayRows(width: room.width, height: room.height * 0.45)
                ?? dayColumns(.high, width: room.width)
            guard let days else { return nil }
            blocks.append(days)
        }
        return blocks
    }

    private func banner(_ room: Rectangle, _ smallest: Double) -> [Scene.Element]? {
        guard !content.days.isEmpty else { return nowAndDetails(room, smallest) }
        for form in DayForm.allCases {
            for part in [0.36, 0.44] {
                let width = (room.width * part).rounded()
                guard let days = dayColumns(form, width: width), days.height <= room.height else { continue }
                var left = room
                left.width -= width + 3 * letters.gap
                guard let parts = nowAndDetails(left, smallest) else { continue }
                let x = (left.maxX + 2 * letters.gap).rounded()
                let line = Rectangle(x: x, y: room.y, width: rule, height: room.height)
                return parts + [.fill(line, .faint)]
                    + days.elements(at: Point(room.maxX - width, room.midY - days.height / 2))
            }
        }
        return nil
    }
}

extension Scene {
    /// True if all texts lie within the picture and none overlaps another.
    fileprivate var isSound: Bool {
        let boxes = texts.map(\.inkBox)
        return boxes.indices.allSatisfy { index in
            frame.contains(boxes[index]) && !boxes[..<index].contains { $0.intersects(boxes[index]) }
        }
    }
}
