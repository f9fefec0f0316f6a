import Support

/// Counts the rounds through all panels, and knows what they leave behind.
struct Rounds: Sendable {
    /// Set when the last round has ended.
    let ended = Flag()
    /// How many rounds have begun, or wait to.
    private var count = 0
    /// Whether rounds, pictures or the start may have left memory free that the heap keeps.
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

    /// Whether there may be memory to give back, once: the next call returns false until more was used.
    mutating func takeFreedMemory() -> Bool {
        guard hasFreedMemory, count == 0 else { return false }
        hasFreedMemory = false
        return true
    }
}
