import Commands
import Configuration
import Storage
import Time
import Weather

/// What the bridge knows of one panel.
struct PanelState: Sendable {
    let configuration: PanelConfiguration
    /// Nil at the configured position.
    var position: StoredPosition?
    /// The place at the position.
    var place: Place
    /// What the weather topics show: the position's own cell once there is a forecast for it.
    var shown: ShownPlace
    var rules: PanelPositionState
    private var storedMove = StoredMove.none

    /// On the heap: few panels move at a time, and thousands would each keep the room for a move.
    private indirect enum StoredMove: Sendable {
        case none
        case some(Move)
    }

    /// A move that is not yet whole.
    var move: Move? {
        get {
            guard case .some(let move) = storedMove else { return nil }
            return move
        }
        set { storedMove = newValue.map(StoredMove.some) ?? .none }
    }

    init(
        configuration: PanelConfiguration,
        position: StoredPosition?,
        place: Place,
        shown: ShownPlace,
        rules: PanelPositionState
    ) {
        self.configuration = configuration
        self.position = position
        self.place = place
        self.shown = shown
        self.rules = rules
    }

    /// The cell that the panel wants weather for.
    var wantedCell: GridCell { move?.cell ?? GridCell(containing: coordinate) }

    /// Where the panel is.
    var coordinate: Coordinate { position?.coordinate ?? configuration.location }
}

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
    var place: Place?
    var replies: [PendingReply] = []
    /// The move that this one overtook, if it is on disk already: at most one.
    var overtaken: [Move] = []
    /// The `tst` accepted before this one, should this one not get onto the disk.
    let reportedBefore: UTCInstant?

    var cell: GridCell { GridCell(containing: coordinate) }
}

/// A request that waits for its answer.
struct PendingReply: Sendable {
    let address: ReplyAddress
    let identifier: RequestIdentifier?
    let coordinate: Coordinate
}

/// Where an answer goes.
struct ReplyAddress: Sendable, Equatable {
    let topic: String
    let correlationData: [UInt8]?
}
