/// A small framed word that states that the data is old or a sample.
struct StateMark {
    let elements: [Scene.Element]
    let box: Rectangle
    /// True if the word is not cut.
    let isWhole: Bool

    /// At the area's upper left; nil where there is nothing to tell.
    init?(
        _ state: DataState,
        in area: Rectangle,
        direction: TextStyle.Direction = .horizontal,
        language: String,
        _ typesetter: Typesetter
    ) {
        guard let words = state.words(language: language) else { return nil }
        let style = TextStyle(size: 10, direction: direction, language: language)
        let larger = max(10, (min(area.width, area.height) / 28).rounded())
        let room = (direction == .horizontal ? area.width : area.height) - 6
        let sizes = Script(of: words).isFullWidth ? [larger, 10] : [larger, 10, 9, 8]
        // The frame needs no room around letters beyond their ink.
        let bearings = 2.0
        let fitted = typesetter.fit(words, style, sizes: sizes, room: room + bearings)
        guard let fitted else { return nil }
        let padding = max(2, (fitted.style.size / 5).rounded())
        let ink = fitted.measure.ink
        let box = Rectangle(
            x: area.x,
            y: area.y,
            width: ink.width.rounded(.up) + 2 * padding + 2,
            height: ink.height.rounded(.up) + 2 * padding + 2
        )
        let origin = Point((box.x + 1 + padding - ink.x).rounded(), (box.y + 1 + padding - ink.y).rounded())
        elements = [
            .fill(box, .accent), .fill(box.inset(1, 1), .paper),
            .text(typesetter.place(fitted.text, fitted.style, .accent, at: origin)),
        ]
        self.box = box
        isWhole = fitted.text == typesetter.line(words)
    }
}
