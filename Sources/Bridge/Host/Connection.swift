import BridgeClient
package import Configuration
package import Messaging
import Topics
import Widgets

extension Configuration.MQTT {
    /// The message that clears the health report: a bridge that is offline has none.
    var healthClearing: OutgoingMessage { OutgoingMessage(topics.health, payload: [], lifetime: nil) }

    /// The retained `online` or `offline`.
    func stateMessage(_ state: String) -> OutgoingMessage {
        OutgoingMessage(topics.state, payload: Array(state.utf8))
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
        subscriptions = mqtt.topics.subscriptions.map(Subscription.init)
        if let birthTopic {
            subscriptions.append(
                Subscription(filter: birthTopic, retainAsPublished: false, retainHandling: .never)
            )
        }
    }
}

extension Subscription {
    init(_ subscription: Topics.Subscription) {
        switch subscription.retained {
        case .sentAndMarked:
            self.init(filter: subscription.filter, retainAsPublished: true, retainHandling: .always)
        case .withheld: self.init(filter: subscription.filter, retainAsPublished: false, retainHandling: .never)
        }
    }
}

extension OutgoingMessage {
    /// A message as the table of topics has it, which expires as its kind does.
    init(_ topic: Topic, payload: [UInt8]) { self.init(topic, payload: payload, lifetime: topic.kind.lifetime) }

    /// A message as the table of topics has it, which expires when its content does; nil for never.
    init(_ topic: Topic, payload: [UInt8], lifetime: Duration?) {
        self.init(topic: topic.name, payload: payload, isRetained: topic.kind.isRetained, lifetime: lifetime)
    }
}
