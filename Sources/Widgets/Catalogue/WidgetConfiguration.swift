package import Time
package import Weather

/// The configuration of one widget of a panel.
package struct WidgetConfiguration: Sendable, Hashable {
    /// The widget's name.
    package var widget: String
    /// The display settings.
    package var display: DisplaySettings
    /// The encodings to publish, at least one, none twice.
    package var encodings: [Encoding]
    /// The upstreams to ask, in order; empty for a widget that asks none.
    package var sources: [String]
    /// The values of all of the widget's own options, by name.
    package var options: [String: String]
    /// The settings of its pictures.
    package var picture: PictureSettings

    package init(
        widget: String,
        display: DisplaySettings,
        encodings: [Encoding],
        sources: [String],
        options: [String: String],
        picture: PictureSettings = PictureSettings()
    ) {
        self.widget = widget
        self.display = display
        self.encodings = encodings
        self.sources = sources
        self.options = options
        self.picture = picture
    }
}

/// The way in which entries are shown, whatever their content.
package struct DisplaySettings: Sendable, Hashable, Codable {
    /// ISO 639 with an optional region, such as `ja` or `zh-TW`.
    package var language: String
    /// The units of temperature, pressure and wind.
    package var units: Units
    /// The amount of content.
    package var family: Family
    /// The names of the firmware's weather pictures; nil for letters only.
    package var iconTheme: IconTheme?

    package init(language: String, units: Units, family: Family, iconTheme: IconTheme? = nil) {
        self.language = language
        self.units = units
        self.family = family
        self.iconTheme = iconTheme
    }
}

/// The context in which an entry is shown.
package struct DisplayContext: Sendable, Hashable, Codable {
    /// The display settings.
    package var settings: DisplaySettings
    /// The values of the widget's own options, by name.
    package var options: [String: String]
    /// The place's name on that panel, uncut and as received.
    package var placeName: String
    /// The hour shown, a full hour in UTC.
    package var hour: UTCInstant
    /// True if the entry is older than it should be.
    package var isStale: Bool

    package init(
        settings: DisplaySettings,
        options: [String: String] = [:],
        placeName: String,
        hour: UTCInstant,
        isStale: Bool
    ) {
        self.settings = settings
        self.options = options
        self.placeName = placeName
        self.hour = hour
        self.isStale = isStale
    }
}
