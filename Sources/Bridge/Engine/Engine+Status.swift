import Configuration
import Messaging

/// How the bridge fares, for the service manager.
extension Engine {
    /// Whether the schedule is kept; to come here at all is a sign of life of the engine.
    func isPunctual(at now: ContinuousClock.Instant) -> Bool {
        punctuality.isKept(isLate: state.nextDeadline() < services.clock.now, at: now)
    }

    /// Tells the service manager in a line how the bridge fares, where that has changed.
    func tellStatus() {
        let status = status
        guard status != toldStatus else { return }
        toldStatus = status
        services.manager.tell(.status(status))
    }

    private var status: String {
        let address = state.configuration.mqtt.address
        guard !isConnected else {
            let count = panelCount
            let faults = state.faults.lasting.count
            return "connected to \(address), \(count) panel\(count == 1 ? "" : "s")"
                + (faults == 0 ? "" : ", \(faults) fault\(faults == 1 ? "" : "s")")
        }
        return "waiting for the broker: " + (failure?.event ?? "connecting to \(address)")
    }
}
