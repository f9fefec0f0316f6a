import Configuration
import HomeAssistant

extension Discovery {
    /// Nil where nothing is announced.
    init?(_ settings: Configuration.HomeAssistant) {
        switch settings.discovery {
        case .device: self.init(style: .device, prefix: settings.prefix)
        case .component: self.init(style: .component, prefix: settings.prefix)
        case .off: return nil
        }
    }
}
