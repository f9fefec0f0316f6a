package import Configuration
package import Messaging
package import Topics

extension Configuration.MQTT {
    /// The message that clears the health report: a bridge that is offline has none.
    package var healthClearing: OutgoingMessage { OutgoingMessage(topics.health, payload: [], lifetime: nil) }

    /// The retained `online` or `offline`.
    package func stateMessage(_ state: String) -> OutgoingMessage {
        OutgoingMessage(topics.state, payload: Array(state.utf8))
    }
}

extension OutgoingMessage {
    /// A message as the table of topics has it, which expires as its kind does.
    package init(_ topic: Topic, payload: [UInt8]) { self.init(topic, payload: payload, lifetime: topic.kind.lifetime) }

    /// A message as the table of topics has it, which expires when its content does; nil for never.
    package init(_ topic: Topic, payload: [UInt8], lifetime: Duration?) {
        self.init(topic: topic.name, payload: payload, isRetained: topic.kind.isRetained, lifetime: lifetime)
    }
}
