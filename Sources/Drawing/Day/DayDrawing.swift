import Time
import Widgets

/// A page of a tear-off calendar: the month above, the day large, the weekday, and the day's words beside or below
/// them.
///
/// The date has priority: if not everything fits, the words shrink and are then dropped in the order of ``DayWords``;
/// the year goes next. A day that is over is not shown at all, since a wrong date is worse than none.
struct DayDrawing: WidgetDrawing {
    func scene(of entry: DayEntry, in context: DrawingContext, _ typesetter: Typesetter) -> Scene {
        var scene = Scene(size: context.size)
        let frame = scene.frame
        let margin = (min(frame.width, frame.height) * 0.055).rounded() + 1
        let state: DataState = entry.isPlaceholder ? .sample : context.isExpired ? .expired(hours: nil) : .fresh
        let words = DayWords(entry, context, typesetter)
        var page = CalendarPage(entry.day.date, context, typesetter)
        page.margin = margin
        guard context.isExpired || !words.isEmpty else {
            page.draw(in: frame, state, on: &scene)
            return scene
        }
        let besideDate =
            context.isExpired ? frame.inset(margin, margin) : page.drawBesideWords(in: frame, state, on: &scene)
        guard var room = besideDate else { return scene }
        if let mark = StateMark(state, in: room, language: context.language, typesetter) {
            for element in mark.elements where room.contains(mark.box) { scene.add(element) }
            let height = mark.box.height + (margin / 2).rounded()
            room = Rectangle(x: room.x, y: room.y + height, width: room.width, height: max(0, room.height - height))
        }
        for text in words.texts(in: room) { scene.add(.text(text)) }
        return scene
    }
}
