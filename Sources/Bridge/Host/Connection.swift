import BridgeClient
package import Configuration
package import Messaging
import Widgets

extension Configuration.MQTT {
    /// How the bridge is, in numbers.
    var healthTopic: String { "\(baseTopic)/bridge/health" }

    /// What ends the telling of health: who is not there has none.
    var healthClearing: OutgoingMessage { OutgoingMessage(topic: healthTopic, payload: [], isRetained: true) }

    /// The retained `online` or `offline`.
    func stateMessage(_ state: String) -> OutgoingMessage {
        OutgoingMessage(topic: "\(baseTopic)/bridge/state", payload: Array(state.utf8), isRetained: true)
    }
}

extension ClientConfiguration {
    /// The one connection: `online` while it is there, `offline` as the last will, commands of all panels.
    ///
    /// `birthTopic` is where Home Assistant says that it has started.
    package init(_ mqtt: Configuration.MQTT, birthTopic: String? = nil) {
        self.init(reaching: mqtt, clientID: mqtt.clientID)
        keepAliveSeconds = UInt16(mqtt.keepAlive.components.seconds)
        will = mqtt.stateMessage("offline")
        onConnect = [mqtt.stateMessage("online")]
        subscriptions = [
            // A retained command must be seen to be refused.
            Subscription(filter: "\(mqtt.baseTopic)/+/location/set", retainAsPublished: true, retainHandling: .always),
            Subscription(filter: "\(mqtt.baseTopic)/+/refresh", retainAsPublished: false, retainHandling: .never),
            Subscription(filter: "\(mqtt.baseTopic)/+/hello", retainAsPublished: false, retainHandling: .never),
            Subscription(
                filter: "\(mqtt.baseTopic)/bridge/request/#",
                retainAsPublished: false,
                retainHandling: .never
            ),
        ]
        if let birthTopic {
            subscriptions.append(
                Subscription(filter: birthTopic, retainAsPublished: false, retainHandling: .never)
            )
        }
    }
}
