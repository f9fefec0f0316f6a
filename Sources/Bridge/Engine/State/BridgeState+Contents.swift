import Configuration
import Storage
import Time
import Widgets

extension BridgeState {
    /// What is to be on disk of what is in force here.
    func contents(at now: UTCInstant) -> StoredContents {
        var contents = StoredContents(at: now)
        for panel in panels.values {
            let id = panel.configuration.id
            contents.positions[id] = panel.storedPosition
            if panel.storedPosition != nil { contents.shown[id] = shownPlaces(of: panel) }
        }
        contents.options = chosen
        contents.displays = displays
        contents.panels = Array(panels.definitions.values)
        contents.manifest = ManifestState.retainedTopics(of: self)
        return contents
    }

    /// By widget, of those that depend on the place.
    private func shownPlaces(of panel: PanelState) -> [String: ShownPlace] {
        var places: [String: ShownPlace] = [:]
        for (settings, widget) in zip(panel.configuration.widgets, panel.widgets) {
            guard case .place(let cell) = widget.shown else { continue }
            places[settings.widget] = ShownPlace(cell: cell, name: panel.place.mayBeStored ? widget.name : nil)
        }
        return places
    }
}

extension PanelState {
    /// The position that was written last: a move's, once it is on disk.
    fileprivate var storedPosition: StoredPosition? {
        guard let move else { return position }
        if move.isStored { return move.position }
        if let overtaken = move.overtaken.last(where: \.isStored) { return overtaken.position }
        return position
    }
}
