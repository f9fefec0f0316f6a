import Configuration
import Storage
import Time
import Weather
import Widgets

/// Better names for places, once an upstream has been asked for them.
extension BridgeState {
    /// The names that a panel's topics carry and that nobody gave it.
    func nameKeys(of id: String) -> Set<NameKey> {
        guard let panel = panels[id] else { return [] }
        let cell = panel.wantedCell
        guard !hasGivenName(panel, at: cell) else { return [] }
        return Set(panel.configuration.languages.map { NameKey(cell: cell, language: $0) })
    }

    /// Those of the names that some panel still wants.
    func wanted(_ keys: Set<NameKey>) -> Set<NameKey> {
        keys.isEmpty ? [] : keys.intersection(panelIDs.lazy.flatMap { nameKeys(of: $0) })
    }

    /// Takes in the upstream's name for a cell: panels there show it from now on.
    mutating func named(_ key: NameKey, _ name: String, mayBeStored: Bool, at now: UTCInstant) -> [Effect] {
        var effects: [Effect] = []
        for id in panelIDs {
            guard let panel = panels[id], !hasGivenName(panel, at: key.cell) else { continue }
            if var move = panel.move, move.cell == key.cell {
                move.place?.setName(name, in: key.language, of: panel.configuration)
                if !mayBeStored { move.place?.mayBeStored = false }
                panels[id]?.move = move
            }
            let isThere = GridCell(containing: panel.coordinate) == key.cell
            let known =
                key.language == panel.configuration.language
                ? panel.place.name : panel.place.otherNames[key.language]
            guard isThere, known != name, panel.configuration.languages.contains(key.language) else { continue }
            panels[id]?.place.setName(name, in: key.language, of: panel.configuration)
            if !mayBeStored { panels[id]?.place.mayBeStored = false }
            for (index, widget) in panel.widgets.enumerated()
            where widget.shown == .place(key.cell)
                && panel.configuration.widgets[index].display.language == key.language
            {
                panels[id]?.widgets[index].name = name
            }
            var cache = EncodingCache()
            effects.append(.publish(messages(of: id, .everything, cache: &cache, at: now)))
            effects.append(.draw(panel: id))
        }
        return effects
    }

    /// Whether the place there is called as somebody said, whatever others call it.
    private func hasGivenName(_ panel: PanelState, at cell: GridCell) -> Bool {
        if let move = panel.move, move.cell == cell {
            return move.position?.name != nil
                || (move.position == nil && panel.configuration.givenName(at: cell) != nil)
        }
        if panel.position?.name != nil, GridCell(containing: panel.coordinate) == cell { return true }
        return panel.configuration.givenName(at: cell) != nil
    }
}
