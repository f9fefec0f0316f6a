package import Storage
import Synchronization
package import Time
package import Weather

/// The time zones that upstreams named for places: all that is shown of a place has the one zone.
///
/// If upstreams differ, the first one's zone counts for as long as that upstream repeats it.
package final class NamedZones: Sendable {
    private static let mostRemembered = 20_000
    /// For how long an upstream's word goes before that of others.
    private static let precedence = Duration.seconds(86_400)
    /// The longest age of the data on disk.
    private static let longestUnsaved = Duration.seconds(7 * 86_400)

    private struct Known {
        var zone: StoredZone
        /// The time of the answer on disk; nil if it differs.
        var savedAt: UTCInstant?
    }

    private struct State {
        var known: [GridCell: Known] = [:]
        var unsaved: Set<GridCell> = []
    }

    private let state = Mutex(State())

    package init() {}

    /// Takes in what is on disk.
    package func restore(_ stored: [GridCell: StoredZone]) {
        state.withLock { state in
            for (cell, zone) in stored { state.known[cell] = Known(zone: zone, savedAt: zone.namedAt) }
        }
    }

    /// The IANA name of the place's zone, nil where no upstream named one.
    package func zone(of cell: GridCell) -> String? { state.withLock { $0.known[cell]?.zone.name } }

    /// Takes in what an upstream said at that moment, and gives the zone that holds.
    package func take(_ name: String, from source: String, for cell: GridCell, at instant: UTCInstant) -> String {
        state.withLock { state in
            let said = StoredZone(name: name, source: source, namedAt: instant)
            let known = state.known[cell]
            if let known, !Self.holds(said, after: known.zone) { return known.zone.name }
            if known == nil, state.known.count >= Self.mostRemembered { Self.forgetOldest(&state) }
            let isSame = known?.zone.name == name && known?.zone.source == source
            let savedAt = isSame ? known?.savedAt : nil
            state.known[cell] = Known(zone: said, savedAt: savedAt)
            if savedAt.map({ instant - $0 > Self.longestUnsaved }) ?? true { state.unsaved.insert(cell) }
            return name
        }
    }

    /// Returns the answers to write to disk, once.
    package func takeUnsaved() -> [GridCell: StoredZone] {
        state.withLock { state in
            var zones: [GridCell: StoredZone] = [:]
            for cell in state.unsaved {
                guard let zone = state.known[cell]?.zone else { continue }
                zones[cell] = zone
                state.known[cell]?.savedAt = zone.namedAt
            }
            state.unsaved = []
            return zones
        }
    }

    /// These could not be written.
    package func keepUnsaved(_ zones: some Sequence<GridCell>) { state.withLock { $0.unsaved.formUnion(zones) } }

    /// True if the new answer takes precedence over the known one.
    private static func holds(_ said: StoredZone, after known: StoredZone) -> Bool {
        guard said.namedAt >= known.namedAt else { return false }
        if said.source == known.source { return true }
        // An upstream gives a nautical zone for places that it knows no better zone for.
        if said.isNautical != known.isNautical { return known.isNautical }
        return said.namedAt - known.namedAt > precedence
    }

    private static func forgetOldest(_ state: inout State) {
        let instants = state.known.values.map(\.zone.namedAt).sorted()
        let middle = instants[instants.count / 2]
        state.known = state.known.filter { $0.value.zone.namedAt > middle }
    }
}

extension StoredZone {
    fileprivate var isNautical: Bool { !name.contains("/") || name.hasPrefix("Etc/") }
}
