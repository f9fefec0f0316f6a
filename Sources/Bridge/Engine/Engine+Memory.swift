import Messaging

/// What the bridge takes of the system's memory.
extension Engine {
    /// Gives back what rounds through the panels' entries, and pictures, have left free, once the broker has them all.
    ///
    /// A round takes several times what is left after it. Each minute is often enough: the pages of a round that follows
    /// at once need not be asked for anew.
    func giveMemoryBack() {
        guard dependencies.client.pendingCount == 0, rounds.takeFreedMemory() else { return }
        dependencies.giveMemoryBack()
    }
}
