package import Time

/// One value that a widget has for home automation: always in one unit, whatever units its panel shows.
package struct ReadingDescription: Sendable, Hashable {
    /// 1 to 24 of the letters a-z and `_`; what two widgets call the same is the same.
    package let name: String
    /// As a person calls it, in English: `Air quality`.
    package let title: String
    package let kind: ReadingKind
    /// Whether it is observed: where several widgets of a panel have it, this one is believed first.
    package let isObserved: Bool

    package init(_ name: String, _ title: String, _ kind: ReadingKind, isObserved: Bool = false) {
        self.name = name
        self.title = title
        self.kind = kind
        self.isObserved = isObserved
    }
}

/// A reading's value.
package enum Reading: Sendable, Equatable {
    /// In units of 10^−`digits`.
    case number(Int, digits: Int)
    case text(String)
    case moment(UTCInstant)
    case forecasts([Forecast])

    /// What is expected of an hour or a day.
    package struct Forecast: Sendable, Equatable {
        /// When the hour begins, or noon of the day.
        package var start: UTCInstant
        /// A name as `Condition.homeAssistantName` has it.
        package var condition: String
        /// Of an hour, or the highest of a day, in tenths of a degree Celsius.
        package var temperatureTenths: Int?
        /// The lowest of a day, in tenths of a degree Celsius.
        package var lowestTemperatureTenths: Int?
        /// In tenths of a hectopascal, at sea level.
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
