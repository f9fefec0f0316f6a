package import Configuration
package import HomeAssistant

extension Discovery {
    /// The announcements that the settings ask for; nil for none.
    package init?(_ settings: Configuration.HomeAssistant) {
        switch settings.discovery {
        case .device: self.init(style: .device, prefix: settings.prefix)
        case .component: self.init(style: .component, prefix: settings.prefix)
        case .off: return nil
        }
    }
}
