import BridgeClient
import Configuration
import Faults
import Messaging
import Time
import Topics

extension Presenter {
    /// The bytes of a PUBLISH of MQTT 5 besides topic and payload: header, identifier and expiry.
    private static let packetOverhead = 15

    /// The bridge's health, as far as the state and `figures` tell it.
    func healthMessage(_ figures: HealthFigures, at now: UTCInstant) -> OutgoingMessage {
        let topic = setup.topics.health
        var document = HealthDocument(
            at: now,
            isOK: !faults.hasGrave && !faults.showsOutdated(timelines),
            isAlive: !faults.isLasting(.life),
            record: faults.health,
            panelCount: panelIDs.count,
            figures: figures,
            failing: faults.failingUpstreams,
            faults: faults.lasting
        )
        if let limit = figures.packetLimit { document.limit = limit - topic.name.utf8.count - Self.packetOverhead }
        return OutgoingMessage(topic, payload: document.payload)
    }
}
