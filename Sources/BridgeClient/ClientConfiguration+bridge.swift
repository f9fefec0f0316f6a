package import Configuration
package import Messaging
import Topics

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
