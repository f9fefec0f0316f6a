import Places
import Time

/// Better names for places, once an upstream has been asked for them.
extension BridgeState {
    /// Takes in the upstream's name for a cell: panels there show it from now on.
    mutating func named(_ key: NameKey, _ name: String, mayBeStored: Bool, at now: UTCInstant) -> [Effect] {
        var effects: [Effect] = []
        for id in panelIDs where panels[id]?.setName(name, for: key, mayBeStored: mayBeStored) == true {
            var cache = EncodingCache()
            effects.append(.publish(presenter.messages(of: id, .everything, cache: &cache, at: now)))
            effects.append(.draw(panel: id))
        }
        return effects
    }
}
