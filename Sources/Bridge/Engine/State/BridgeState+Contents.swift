import Configuration
import Places
import Storage
import Time
import Widgets

extension BridgeState {
    /// The contents of the store that the present state requires.
    func contents(at now: UTCInstant) -> StoredContents {
        var contents = StoredContents(at: now)
        for panel in panels.values {
            let id = panel.configuration.id
            contents.positions[id] = panel.storedPosition
            if panel.storedPosition != nil { contents.shown[id] = shownPlaces(of: panel) }
        }
        contents.options = choices.chosen
        contents.displays = choices.displays
        contents.panels = Array(panels.definitions.values)
        contents.manifest = ManifestState.retainedTopics(of: presenter)
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
        guard let stored = move?.stored else { return position }
        return stored.position
    }
}
