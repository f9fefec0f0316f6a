import Commands
import Storage
import Weather

/// A position that was accepted and is on its way to the panel's topics.
///
/// It is shown once it is on disk, its place has a name and its cell a forecast: position, name and graph change
/// together.
struct Move: Sendable {
    /// Counts the moves of all panels, so that what comes back late is known to be late.
    let generation: Int
    /// Nil for the way back to the configured position.
    let position: StoredPosition?
    let coordinate: Coordinate
    var isStored = false
    var place: NamedPlace?
    var replies: [PendingReply] = []
    /// The moves that this one overtook, in their order: at most one that is on disk, and those that are on their way
    /// there.
    var overtaken: [Move] = []
    /// What the rules remembered before this one, should this one not get onto the disk.
    var rulesBefore: PanelPositionState.Memory

    var cell: GridCell { GridCell(containing: coordinate) }
}

/// A request that waits for its answer.
struct PendingReply: Sendable {
    let address: ReplyAddress
    let identifier: RequestIdentifier?
    let coordinate: Coordinate
}
