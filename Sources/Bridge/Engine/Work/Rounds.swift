import Support

/// Counts the rounds through all panels, and knows what they leave behind.
struct Rounds: Sendable {
    /// Set when the last round has ended.
    let ended = Flag()
    /// The number of rounds begun or waiting.
    private var count = 0
    /// True if rounds, pictures or the start may have left free memory in the heap.
    private var hasFreedMemory = true

    var isUnderway: Bool { count > 0 }

    mutating func began() {
        count += 1
        hasFreedMemory = true
    }

    mutating func endedOne() {
        count -= 1
        if count == 0 { ended.set() }
    }

    /// Takes in that memory was used outside of a round.
    mutating func usedMemory() { hasFreedMemory = true }

    /// Returns true if there may be memory to give back, once, until more is used.
    mutating func takeFreedMemory() -> Bool {
        guard hasFreedMemory, count == 0 else { return false }
        hasFreedMemory = false
        return true
    }
}
