import Time
import Timelines
import Weather
import Widgets

extension TimelineTable {
    /// The presentation that the widget's topics show now; nil for none.
    func presentation(of widget: WidgetState) -> Presentation? {
        self[widget.timelineSet].scheduler.presentation(of: widget.shown)
    }

    /// The freshness of a presentation on a panel: while a widget waits for another place's timeline, the old one's is
    /// stale.
    func freshness(of widget: WidgetState, of panel: PanelState, _ presentation: Presentation) -> Freshness {
        presentation.freshness == .fresh && widget.shown != panel.wantedSubject(self[widget.timelineSet].subject)
            ? .stale : presentation.freshness
    }

    /// The sets of timelines of a panel's widgets that depend on the place, in the order of the widgets.
    func ofPlaces(of panel: PanelState) -> [TimelineSetID] {
        panel.widgets.map(\.timelineSet).filter { self[$0].subject == .place }
    }

    /// Makes a panel's widgets that depend on the place use a cell.
    mutating func use(_ cell: GridCell, for panel: PanelState, at now: UTCInstant) {
        for id in ofPlaces(of: panel) { self[id].use(.place(cell), at: now) }
    }

    /// Undoes one use of a cell by a panel's widgets that depend on the place.
    mutating func release(_ cell: GridCell, for panel: PanelState) {
        for id in ofPlaces(of: panel) { self[id].release(.place(cell)) }
    }

    /// Releases all that a panel has in use.
    mutating func releaseAll(of panel: PanelState) {
        for widget in panel.widgets {
            let subjects = panel.subjectsInUse(by: widget, self[widget.timelineSet].subject)
            for subject in subjects { self[widget.timelineSet].release(subject) }
        }
    }
}
