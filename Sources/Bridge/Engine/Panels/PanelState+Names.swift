import Configuration
import Places
import Storage
import Time
import Weather
import Widgets

extension PanelState {
    /// The names that the panel's topics carry and that nobody gave it.
    var nameKeys: Set<NameKey> {
        let cell = wantedCell
        guard !hasGivenName(at: cell) else { return [] }
        return Set(configuration.languages.map { NameKey(cell: cell, language: $0) })
    }

    /// Takes in an upstream's name for a cell, if the panel is there or on its way there, and nobody gave it another;
    /// true if what the panel shows has changed.
    mutating func setName(_ name: String, for key: NameKey, mayBeStored: Bool) -> Bool {
        guard !hasGivenName(at: key.cell) else { return false }
        if var move, move.cell == key.cell {
            move.place?.setName(name, in: key.language, of: configuration)
            if !mayBeStored { move.place?.mayBeStored = false }
            self.move = move
        }
        let known = key.language == configuration.language ? place.name : place.otherNames[key.language]
        guard GridCell(containing: coordinate) == key.cell, known != name,
            configuration.languages.contains(key.language)
        else { return false }
        place.setName(name, in: key.language, of: configuration)
        if !mayBeStored { place.mayBeStored = false }
        for index in widgets.indices
        where widgets[index].shown == .place(key.cell)
            && configuration.widgets[index].display.language == key.language
        {
            widgets[index].name = name
        }
        return true
    }

    /// True where the place there is called as somebody said, whatever others call it.
    private func hasGivenName(at cell: GridCell) -> Bool {
        if let move, move.cell == cell {
            return move.position?.name != nil || (move.position == nil && configuration.givenName(at: cell) != nil)
        }
        if position?.name != nil, GridCell(containing: coordinate) == cell { return true }
        return configuration.givenName(at: cell) != nil
    }
}

extension PanelRegistry {
    /// Those of the names that some panel still wants.
    func wanted(_ keys: Set<NameKey>) -> Set<NameKey> {
        keys.isEmpty ? [] : keys.intersection(ids.lazy.flatMap { self[$0]?.nameKeys ?? [] })
    }
}
