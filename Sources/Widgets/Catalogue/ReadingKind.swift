/// A reading's unit, and how Home Assistant is to show it, in Home Assistant's own words.
///
/// A widget that counts something new makes one of its own beside its readings.
package struct ReadingKind: Sendable, Hashable {
    /// The form of a reading's value.
    package enum Form: Sendable, Hashable {
        /// A number or a text.
        case value
        /// ``Reading/moment(_:)``.
        case moment
        /// ``Reading/forecasts(_:)``, which has no sensor: all that a sensor has is recorded.
        case forecasts
    }

    package let form: Form
    /// `unit_of_measurement`; nil for none.
    package let unit: String?
    /// True if its `state_class` is `measurement`: Home Assistant makes statistics of it.
    package let isMeasurement: Bool
    /// Decimals to show; nil for as many as there are.
    package let decimals: Int?
    /// `device_class`; nil where Home Assistant has none for it.
    package let deviceClass: String?
    /// The only words that it may be; nil for a number or any text.
    package let words: [String]?
    /// An icon's name such as `mdi:compass`; nil for the one of the device class.
    package let icon: String?
    /// The reading's name for which Home Assistant's own name of the device class is as good as the reading's title.
    package let nameOfClass: String?

    private init(
        _ form: Form,
        unit: String? = nil,
        isMeasurement: Bool = false,
        decimals: Int? = nil,
        deviceClass: String? = nil,
        words: [String]? = nil,
        icon: String? = nil,
        nameOfClass: String? = nil
    ) {
        self.form = form
        self.unit = unit
        self.isMeasurement = isMeasurement
        self.decimals = decimals
        self.deviceClass = deviceClass
        self.words = words
        self.icon = icon
        self.nameOfClass = nameOfClass
    }

    /// A number that statistics are made of; `unit` is nil for an index.
    package static func measurement(
        _ unit: String?,
        class deviceClass: String? = nil,
        decimals: Int? = nil,
        icon: String? = nil,
        nameOfClass: String? = nil
    ) -> ReadingKind {
        ReadingKind(
            .value,
            unit: unit,
            isMeasurement: true,
            decimals: decimals,
            deviceClass: deviceClass,
            icon: icon,
            nameOfClass: nameOfClass
        )
    }

    /// A number of which statistics would mean nothing.
    package init(unitOnly unit: String, icon: String) { self.init(.value, unit: unit, icon: icon) }

    /// One of these words.
    package static func choice(_ words: [String], icon: String = "mdi:swap-vertical") -> ReadingKind {
        ReadingKind(.value, deviceClass: "enum", words: words, icon: icon)
    }

    /// Any text.
    package static let text = ReadingKind(.value, icon: "mdi:text")
    /// A moment.
    package static let moment = ReadingKind(.moment, deviceClass: "timestamp")
    /// An element an hour.
    package static let hours = ReadingKind(.forecasts)
    /// An element a day.
    package static let days = ReadingKind(.forecasts)
}
