import Time
import Weather
import Widgets

/// The texts in a picture of the weather, in the panel's units and language.
struct WeatherTexts {
    let entry: WeatherEntry
    let units: Units
    let language: String

    init(_ entry: WeatherEntry, _ context: DrawingContext) {
        self.entry = entry
        units = context.display.settings.units
        language = context.language
    }

    private static let missing = "––"

    /// Whole degrees; –– where unknown.
    func degrees(_ temperature: Temperature?) -> String {
        temperature.map { Self.number(units.temperature.whole($0), digits: 0) } ?? Self.missing
    }

    /// The place's clock at the entry's hour, which lies before the hour that is shown where the timeline has ended.
    private var minutesOfDay: Int {
        let minutes = (entry.date.unixSeconds / 60 + entry.utcOffsetMinutes) % 1440
        return (minutes + 1440) % 1440
    }

    /// The hour that all is for, in words: 17:00 現在.
    var now: String { Words.asOf(hour: minutesOfDay / 60, minute: minutesOfDay % 60, language: language) }

    /// The same without words.
    var clock: String { Words.clock(hour: minutesOfDay / 60, minute: minutesOfDay % 60) }

    /// The pressure of the entry's hour without its unit; –– where unknown.
    var pressure: String {
        entry.hours[0].pressure.map { Self.number(units.pressure.value($0), digits: units.pressure.digits) }
            ?? Self.missing
    }

    /// The unit of pressures.
    var pressureUnit: String { units.pressure.rawValue }

    /// The change in the coming three hours with its sign, without its unit; nil where unknown.
    var change: String? {
        entry.pressureChangeTenthsHPa.map {
            let value = units.pressure.change(tenthsHPa: $0)
            return (value > 0 ? "+" : "") + Self.number(value, digits: units.pressure.digits)
        }
    }

    /// The label of a guide `offset` hectopascals from the reference.
    func guide(_ reference: SeaLevelPressure, plusHPa offset: Int) -> String {
        switch units.pressure {
        case .hectopascals: Self.number(reference.wholeHPa + offset, digits: 0)
        case .inchesOfMercury, .millimetresOfMercury:
            short(units.pressure.change(tenthsHPa: Int(reference.tenthsHPa) + 10 * offset))
        }
    }

    /// The graph's reach: ±30 hPa.
    func scale(reachHPa: Int) -> String {
        "±\(short(units.pressure.change(tenthsHPa: 10 * reachHPa))) \(pressureUnit)"
    }

    /// In units of 10^−digits, with as many digits as fit beside a graph.
    private func short(_ value: Int) -> String {
        units.pressure == .inchesOfMercury
            ? Self.number(value, digits: 2) : Self.number((value + (value < 0 ? -5 : 5)) / 10, digits: 0)
    }

    /// A number in units of 10^−digits, with a minus sign of a figure's width.
    static func number(_ value: Int, digits: Int) -> String {
        var text = String(value.magnitude)
        if digits > 0 {
            while text.count <= digits { text = "0" + text }
            text.insert(".", at: text.index(text.endIndex, offsetBy: -digits))
        }
        return value < 0 ? "−" + text : text
    }
}
