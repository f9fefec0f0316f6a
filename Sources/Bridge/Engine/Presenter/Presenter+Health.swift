import Configuration
import Messaging
import Time

extension Presenter {
    /// The lifetime of a message: three intervals.
    static let healthLifetime = Duration.seconds(180)

    /// The bytes of a PUBLISH of MQTT 5 besides topic and payload: header, identifier and expiry.
    private static let packetOverhead = 15

    /// The bridge's health, as far as the state and `figures` tell it.
    func healthMessage(_ figures: HealthFigures, at now: UTCInstant) -> OutgoingMessage {
        let topic = configuration.mqtt.healthTopic
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
        if let limit = figures.packetLimit { document.limit = limit - topic.utf8.count - Self.packetOverhead }
        return OutgoingMessage(
            topic: topic,
            payload: document.payload,
            isRetained: true,
            lifetime: Self.healthLifetime
        )
    }
}
