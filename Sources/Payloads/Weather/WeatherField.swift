import Widgets

/// The values with a topic each, in the panel's units.
enum WeatherField: CaseIterable {
    /// The temperature in the first hour, to 0.1°.
    case temperature
    /// The place's name as plain text, not JSON.
    case place
    /// The sea-level pressure in the first hour.
    case pressure
    /// JSON array of 24 numbers.
    case pressures
    /// 24 letters.
    case icons
    /// JSON array of 24 numbers, whole degrees.
    case temperatures
    /// JSON array of 24 strings, as in the full encoding.
    case labels
    /// Home Assistant's name for the first hour's condition.
    case condition
    /// The term of the pressure's change over the coming three hours.
    case trend
    /// The time when the forecast was obtained, in Unix seconds.
    case updated
    /// The same time on the place's clocks: 17:05.
    case updatedTime
    /// The theme's name of the picture for the first hour.
    case icon
    /// The theme's picture names from the first hour on, separated by commas, all 24 if they fit.
    case iconNames

    /// True if a panel with these settings has the field: the lists of temperatures and labels need the family `large`,
    /// all lists at least `medium`, and picture names a theme.
    func isShown(in display: DisplaySettings) -> Bool {
        switch self {
        case .temperature, .place, .pressure, .condition, .trend, .updated, .updatedTime: true
        case .pressures, .icons: display.family != .small
        case .temperatures, .labels: display.family == .large
        case .icon: display.iconTheme != nil
        case .iconNames: display.iconTheme != nil && display.family != .small
        }
    }

    /// The topic's suffix: `/` and the field's name.
    var topicSuffix: String {
        switch self {
        case .temperature: "/temperature"
        case .place: "/place"
        case .pressure: "/pressure"
        case .pressures: "/pressures"
        case .icons: "/icons"
        case .temperatures: "/temperatures"
        case .labels: "/labels"
        case .condition: "/condition"
        case .trend: "/trend"
        case .updated: "/updated"
        case .updatedTime: "/updated_time"
        case .icon: "/icon"
        case .iconNames: "/icon_names"
        }
    }
}
