package import Time
package import Weather

/// How a panel wants one of its widgets.
package struct WidgetConfiguration: Sendable, Hashable {
    /// The widget's name.
    package var widget: String
    package var display: DisplaySettings
    /// At least one, none twice.
    package var encodings: [Encoding]
    /// The upstreams to ask, the first first; empty for a widget that asks none.
    package var sources: [String]
    /// The widget's own options by name, each of them.
    package var options: [String: String]
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

/// How entries look, whatever they say.
package struct DisplaySettings: Sendable, Hashable, Codable {
    /// ISO 639 with an optional region, such as `ja` or `zh-TW`.
    package var language: String
    package var units: Units
    package var family: Family
    /// Nil for the letters alone.
    package var iconTheme: IconTheme?

    package init(language: String, units: Units, family: Family, iconTheme: IconTheme? = nil) {
        self.language = language
        self.units = units
        self.family = family
        self.iconTheme = iconTheme
    }
}

/// What an entry is shown with.
package struct DisplayContext: Sendable, Hashable, Codable {
    package var settings: DisplaySettings
    /// The widget's own options by name.
    package var options: [String: String]
    /// What the place is called there, uncut and as it came.
    package var placeName: String
    /// The hour that is shown, a full hour in UTC.
    package var hour: UTCInstant
    /// Whether what is shown is older than it should be.
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
