import Faults
import Inbox
import Messaging
import PicturePublishing
import Time

/// Events of the connection to the broker.
extension Engine {
    func connectionChanged(_ event: ClientEvent) {
        switch event {
        case .connected:
            // The host may have slept: bring the state to the present hour first. The engine does not count as
            // connected yet, so nothing is published twice.
            carryOut(state.advance(to: currentTime()))
            connection.began()
            state.faults.health.connections += 1
            health.connected()
            connectionSucceeded()
            tellStatus()
            dependencies.client.publish(
                manifest.opening + [state.presenter.informationMessage] + state.presenter.bridgeAnnouncement
            )
            deliveries.connected(at: dependencies.clock.elapsed)
            pictures.connectionBegan()
            begin(.panels(.announced))
        case .disconnected(let failure):
            connection.ended(failure)
            deliveries.disconnected(at: dependencies.clock.elapsed)
            dependencies.client.discardPending()
            connectionFailed(failure)
            tellStatus()
        case .accepted:
            refusalsAccepted()
            lookAtDeliveries()
            settleManifest()
        case .drained:
            outboxDrained()
            lookAtDeliveries()
            settleManifest()
        case .refused(let topic, let reason):
            inbox.refusalNoted()
            noteRefusal(of: topic, reason)
        case .warning(let text):
            noteWarning(text)
        case .received:
            break
        }
    }

    /// Once the broker has all that was handed over, writes down what is retained there.
    func settleManifest() {
        // An event from before the messages were handed over does not concern them.
        let client = dependencies.client
        guard connection.isConnected, connection.isAnnounced, !manifest.isSettled, client.pendingCount == 0,
            client.refusedCount == 0
        else { return }
        begin(.setManifest(manifest.cleared()))
        carryOut(state.retirementTold())
    }
}
