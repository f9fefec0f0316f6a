import Synchronization

/// The rounds of refusals: a new round allows refused requests before their time.
package final class Refusals: Sendable {
    // A lock, not an actor: it is one look at a number.
    private let round = Mutex(0)

    package init() {}

    /// The current round; what was refused in an earlier one counts for nothing.
    package var current: Int { round.withLock { $0 } }

    /// Has all that was refused asked for again, as somebody wants it or something may have been mended.
    package func forget() { round.withLock { $0 += 1 } }
}
