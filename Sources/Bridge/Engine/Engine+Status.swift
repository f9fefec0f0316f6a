import BridgeClient
import Configuration
import Faults
import Messaging

/// The bridge's state, for the service manager.
extension Engine {
    /// True if the schedule is kept; the call itself is a sign of life of the engine.
    package func isPunctual(at now: ContinuousClock.Instant) -> Bool {
        supervision.isPunctual(isLate: state.nextDeadline() < dependencies.clock.now, at: now)
    }

    /// Tells the service manager in a line how the bridge fares, where that has changed.
    package func tellStatus() {
        if let news = supervision.news(status) { dependencies.tellStatus(news) }
    }

    private var status: String {
        let address = state.configuration.mqtt.address
        guard !connection.isConnected else {
            let count = panelCount
            let faults = state.faults.lasting.count
            return "connected to \(address), \(count) panel\(count == 1 ? "" : "s")"
                + (faults == 0 ? "" : ", \(faults) fault\(faults == 1 ? "" : "s")")
        }
        return "waiting for the broker: " + (connection.failure?.event ?? "connecting to \(address)")
    }
}
