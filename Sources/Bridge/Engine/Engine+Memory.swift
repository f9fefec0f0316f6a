import Messaging

/// What the bridge takes of the system's memory.
extension Engine {
    /// Gives back what rounds through the panels' entries, and pictures, have left free, once the broker has them all.
    ///
    /// A round takes several times what is left after it. Each minute is often enough: the pages of a round that follows
    /// at once need not be asked for anew.
    func giveMemoryBack() {
        guard hasFreedMemory, roundsUnderway == 0, services.client.pendingCount == 0 else { return }
        hasFreedMemory = false
        Heap.trim()
    }
}
