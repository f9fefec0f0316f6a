package import Time

/// A value that a widget offers to home automation, always in the same unit, whatever its panel shows.
package struct ReadingDescription: Sendable, Hashable {
    /// The quantity and its unit.
    package enum Kind: Sendable, Hashable {
        /// °C.
        case temperature
        /// hPa, at sea level.
        case pressure
        /// The change in hPa over three hours, positive when rising.
        case pressureChange
        /// Relative, in %.
        case humidity
        /// m/s.
        case windSpeed
        /// The direction that the wind comes from, degrees clockwise from north.
        case windDirection
        /// Beaufort.
        case windForce
        /// mm of water in the last hour.
        case precipitation
        /// m.
        case visibility
        /// An air quality index; the scale differs by country.
        case airQuality
        /// A name as `AirQualityCategory.homeAssistantName` has it.
        case airQualityCategory
        /// A name as `Condition.homeAssistantName` has it.
        case condition
        /// One of these words.
        case choice([String])
        /// Any text.
        case text
        /// A point in time.
        case moment
        /// ``Reading/forecasts(_:)``, an element an hour.
        case hours
        /// ``Reading/forecasts(_:)``, an element a day.
        case days
    }

    /// The name in documents, 1 to 24 of the letters a-z and `_`; equal names of two widgets mean the same value.
    package let name: String
    /// The name in English as people know it: `Air quality`.
    package let title: String
    /// The quantity and its unit.
    package let kind: Kind
    /// True if the value is observed rather than forecast: of several widgets of a panel that offer it, an observed one
    /// takes precedence.
    package let isObserved: Bool

    package init(_ name: String, _ title: String, _ kind: Kind, isObserved: Bool = false) {
        self.name = name
        self.title = title
        self.kind = kind
        self.isObserved = isObserved
    }
}

/// A reading's value.
package enum Reading: Sendable, Equatable {
    /// A number in units of 10^−`digits`.
    case number(Int, digits: Int)
    /// A text or a name from a list.
    case text(String)
    /// A point in time.
    case moment(UTCInstant)
    /// Forecasts of consecutive hours or days.
    case forecasts([Forecast])

    /// The forecast of an hour or a day.
    package struct Forecast: Sendable, Equatable {
        /// The start of the hour, or noon of the day.
        package var start: UTCInstant
        /// A name as `Condition.homeAssistantName` has it.
        package var condition: String
        /// The temperature of an hour, or the highest of a day, in tenths of a degree Celsius.
        package var temperatureTenths: Int?
        /// The lowest temperature of a day, in tenths of a degree Celsius.
        package var lowestTemperatureTenths: Int?
        /// The sea-level pressure in tenths of a hectopascal.
        package var pressureTenths: Int?

        package init(
            start: UTCInstant,
            condition: String,
            temperatureTenths: Int?,
            lowestTemperatureTenths: Int? = nil,
            pressureTenths: Int? = nil
        ) {
            self.start = start
            self.condition = condition
            self.temperatureTenths = temperatureTenths
            self.lowestTemperatureTenths = lowestTemperatureTenths
            self.pressureTenths = pressureTenths
        }
    }
}
