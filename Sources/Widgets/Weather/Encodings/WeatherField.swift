/// The values that have a topic each, in the panel's units.
enum WeatherField: CaseIterable {
    /// Now, to 0.1°.
    case temperature
    /// The place's name as plain text, not JSON.
    case place
    /// Now, at sea level.
    case pressure
    /// JSON array of 24 numbers.
    case pressures
    /// 24 letters.
    case icons
    /// JSON array of 24 numbers, whole degrees.
    case temperatures
    /// JSON array of 24 strings, as in the full encoding.
    case labels
    /// Home Assistant's name of the condition now.
    case condition
    /// The term of the pressure's change over the coming three hours.
    case trend
    /// When the forecast was obtained, Unix seconds.
    case updated
    /// The same on the place's clocks: 17:05.
    case updatedTime
    /// The theme's name of the picture for the weather now.
    case icon
    /// The theme's names for the hours from now on with commas between, all 24 where there is room.
    case iconNames

    /// Whether a panel that shows the widget so has it: without the lists of temperatures and labels where it is
    /// `medium`, without any list where it is `small`, and the picture's name only with a theme.
    func isShown(in display: DisplaySettings) -> Bool {
        switch self {
        case .temperature, .place, .pressure, .condition, .trend, .updated, .updatedTime: true
        case .pressures, .icons: display.family != .small
        case .temperatures, .labels: display.family == .large
        case .icon: display.iconTheme != nil
        case .iconNames: display.iconTheme != nil && display.family != .small
        }
    }

    /// `/` and the field's name.
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
