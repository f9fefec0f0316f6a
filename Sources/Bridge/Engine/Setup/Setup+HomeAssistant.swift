import BridgeClient
import Configuration
import HomeAssistant
import Topics

extension Setup {
    /// Nil where nothing is announced.
    var discovery: Discovery? { Discovery(configuration.homeAssistant) }

    /// The topic on which Home Assistant says that it has started; nil where nothing is announced.
    var birthTopic: String? { discovery?.birthTopic }

    /// True for a topic among those of discovery, ours or others', where no answer may go.
    func announces(on topic: String) -> Bool {
        Topics.isTopic(topic, atOrBelow: configuration.homeAssistant.prefix)
    }
}
