import Faults
import Messaging

/// The state of the connection to the broker.
struct ConnectionState: Sendable {
    private(set) var isConnected = false
    /// The reason why there is no connection; nil while there is one, and before the first attempt has failed.
    private(set) var failure: ConnectionFailure?
    /// Counts the connections.
    private(set) var number = 0
    /// True if all announcements were handed over in this connection.
    private(set) var isAnnounced = false
    /// The faults that the broker has reported in this connection: others are over once all has been announced.
    private var reported: Set<FaultKey> = []

    mutating func began() {
        isConnected = true
        failure = nil
        number += 1
        isAnnounced = false
        reported = []
    }

    mutating func ended(_ failure: ConnectionFailure) {
        isConnected = false
        self.failure = failure
    }

    /// Takes in that all has been handed over in the connection of this number; returns whether that is news.
    mutating func announced(in number: Int) -> Bool {
        guard isConnected, number == self.number, !isAnnounced else { return false }
        isAnnounced = true
        return true
    }

    mutating func reported(_ key: FaultKey) { reported.insert(key) }

    func hasReported(_ key: FaultKey) -> Bool { reported.contains(key) }
}
