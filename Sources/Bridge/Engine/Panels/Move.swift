import Commands
import Places
import Storage
import Weather

/// A position that was accepted and is on its way to the panel's topics.
///
/// It is shown once it is on disk, its place has a name and its cell a forecast: position, name and graph change
/// together.
struct Move: Sendable {
    /// The most requests that wait for the answer to one move.
    private static let mostReplies = 64

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
    /// The memory of the rules before this move, should it not get onto the disk.
    var rulesBefore: PanelPositionState.Memory

    var cell: GridCell { GridCell(containing: coordinate) }

    /// The position of this move, or of one that it overtook, that is on disk; nil where none is.
    var stored: Move? { isStored ? self : overtaken.last(where: \.isStored) }

    /// Has one more request wait for the answer; of too many the oldest gets none.
    mutating func wait(_ reply: PendingReply) { replies = replies.suffix(Self.mostReplies - 1) + [reply] }

    /// Goes on in place of an earlier move that is not whole: those who wait for that one wait for this one.
    mutating func overtake(_ earlier: Move) {
        var earlier = earlier
        replies = earlier.replies.suffix(Self.mostReplies - 1)
        earlier.replies = []
        overtaken = earlier.isStored ? [] : earlier.overtaken
        earlier.overtaken = []
        overtaken.append(earlier)
    }

    /// Takes in that a move is on disk: true for this one, false for one that it overtook or a late one.
    mutating func noteStored(generation: Int) -> Bool {
        if let index = overtaken.firstIndex(where: { $0.generation == generation }) {
            overtaken.removeFirst(index)
            overtaken[0].isStored = true
        }
        guard self.generation == generation else { return false }
        isStored = true
        return true
    }

    /// Takes in that a move did not get onto the disk that this one overtook: the one after it falls back to what was
    /// before both.
    mutating func forgetOvertaken(generation: Int) {
        guard let index = overtaken.firstIndex(where: { $0.generation == generation }) else { return }
        let before = overtaken[index].rulesBefore
        if index + 1 < overtaken.count { overtaken[index + 1].rulesBefore = before } else { rulesBefore = before }
        overtaken.remove(at: index)
    }
}

/// A request that waits for its answer.
struct PendingReply: Sendable {
    let address: ReplyAddress
    let identifier: RequestIdentifier?
    let coordinate: Coordinate
}
