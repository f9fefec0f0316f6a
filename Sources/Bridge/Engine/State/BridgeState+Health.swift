import Configuration
import Faults
import Messaging
import Time

extension BridgeState {
    /// The bytes of a PUBLISH of MQTT 5 beside topic and payload: header, identifier and the expiry.
    private static let packetOverhead = 15

    func healthMessage(_ figures: HealthFigures, at now: UTCInstant) -> OutgoingMessage {
        let topic = configuration.mqtt.healthTopic
        var document = HealthDocument(
            at: now,
            isOK: !faults.hasGrave && !showsOutdated,
            isAlive: !faults.isLasting(.life),
            record: health,
            panelCount: panelIDs.count,
            figures: figures,
            failing: Set(failing.keys.compactMap(\.upstream)),
            faults: faults.lasting
        )
        if let limit = figures.packetLimit { document.limit = limit - topic.utf8.count - Self.packetOverhead }
        return OutgoingMessage(
            topic: topic,
            payload: document.payload,
            isRetained: true,
            lifetime: HealthDocument.lifetime
        )
    }
}
