import Configuration
import HomeAssistant
import Topics

extension Setup {
    /// Nil where nothing is announced.
    var discovery: Discovery? {
        let prefix = configuration.homeAssistant.prefix
        return switch configuration.homeAssistant.discovery {
        case .device: Discovery(style: .device, prefix: prefix)
        case .component: Discovery(style: .component, prefix: prefix)
        case .off: nil
        }
    }

    /// The topic on which Home Assistant says that it has started; nil where nothing is announced.
    var birthTopic: String? { discovery?.birthTopic }

    /// True for a topic among those of discovery, ours or others', where no answer may go.
    func announces(on topic: String) -> Bool {
        Topics.isTopic(topic, atOrBelow: configuration.homeAssistant.prefix)
    }
}
