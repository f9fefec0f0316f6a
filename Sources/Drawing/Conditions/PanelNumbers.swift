import Weather
import Widgets

/// Writes numbers as people read them: in the panel's units, with the language's decimal separator and a true minus.
struct PanelNumbers {
    struct Quantity: Equatable {
        var number: String
        /// Stands behind the number, with a space between; empty where it is part of it.
        var unit = ""
    }

    let units: Units
    let language: String

    /// In °C to tenths, in °F whole, which is about as fine; without the unit.
    func temperature(_ temperature: Temperature) -> String {
        switch units.temperature {
        case .celsius: decimal(units.temperature.tenths(temperature), digits: 1)
        case .fahrenheit: wholeTemperature(temperature)
        }
    }

    /// Without the unit.
    func wholeTemperature(_ temperature: Temperature) -> String {
        decimal(units.temperature.whole(temperature), digits: 0)
    }

    /// Whole, with the degree sign alone.
    func degrees(_ temperature: Temperature) -> String { wholeTemperature(temperature) + "°" }

    func wind(_ speed: WindSpeed) -> Quantity {
        let number = decimal(units.wind.value(speed), digits: units.wind.digits)
        switch (units.wind, baseLanguage) {
        case (.beaufort, "ja"): return Quantity(number: "風力" + number)
        case (.beaufort, "zh"): return Quantity(number: number + (language == "zh" ? "级" : "級"))
        default: return Quantity(number: number, unit: units.wind.rawValue)
        }
    }

    /// Whole hectopascals: nobody feels a tenth.
    func pressure(_ pressure: SeaLevelPressure) -> Quantity {
        let number =
            units.pressure == .hectopascals
            ? decimal(pressure.wholeHPa, digits: 0)
            : decimal(units.pressure.value(pressure), digits: units.pressure.digits)
        return Quantity(number: number, unit: units.pressure.rawValue)
    }

    /// With a space before the sign as DIN 5008 and the Imprimerie nationale have it, without elsewhere.
    func percent(_ value: Int) -> Quantity {
        ["de", "es", "fr"].contains(baseLanguage)
            ? Quantity(number: "\(value)", unit: "%") : Quantity(number: "\(value)%")
    }

    /// A number in units of 10^−`digits`.
    func decimal(_ value: Int, digits: Int) -> String {
        var text = String(value.magnitude)
        if digits > 0 {
            text = String(repeating: "0", count: max(0, digits + 1 - text.count)) + text
            text = text.dropLast(digits) + separator + text.suffix(digits)
        }
        return (value < 0 ? "−" : "") + text
    }

    private var baseLanguage: String { String(language.prefix { $0 != "-" }) }

    /// The decimal separator of the language, as in the Unicode CLDR: a comma in Europe and South America; German and
    /// Spanish regions decide between comma and point.
    private var separator: String {
        let withPoints: Set = [
            "de-CH", "de-LI", "es-MX", "es-US", "es-GT", "es-HN", "es-NI", "es-PA", "es-PE", "es-DO",
        ]
        let withCommas: Set = [
            "bg", "ca", "cs", "da", "de", "el", "es", "et", "fi", "fr", "hr", "hu", "id", "is", "it", "lt", "lv", "nb",
            "nl", "pl", "pt", "ro", "ru", "sk", "sl", "sr", "sv", "tr", "uk", "vi",
        ]
        return withCommas.contains(baseLanguage) && !withPoints.contains(language) ? "," : "."
    }
}
