import Weather
import Widgets

/// The current temperature: large digits, and the unit as high as they are at their right.
struct TemperatureTitle {
    private let number: String
    private let unit: String
    private let numberStyle: TextStyle
    private let unitStyle: TextStyle
    private let numberInk: Rectangle
    private let unitInk: Rectangle
    private let typesetter: Typesetter

    init(_ texts: WeatherTexts, size: Double, language: String, _ typesetter: Typesetter) {
        let temperature = texts.entry.hours[0].temperature
        number = texts.degrees(temperature)
        unit = texts.units.temperature.symbol
        numberStyle = TextStyle(size: size, weight: temperature == nil ? .regular : .bold, language: language)
        unitStyle = TextStyle(size: max(9, WeatherType.step(size * (size > 40 ? 0.42 : 0.5))), language: language)
        numberInk = typesetter.measure(number, numberStyle).ink
        unitInk = typesetter.measure(unit, unitStyle).ink
        self.typesetter = typesetter
    }

    /// From the baseline to the digits' tops.
    var height: Double { typesetter.digitHeight(numberStyle) }

    private var gap: Double { max(2, (numberStyle.size / 14).rounded()) }

    var width: Double { (numberInk.width + gap + unitInk.width).rounded(.up) + 1 }

    func elements(x: Double, baseline: Double) -> [Scene.Element] {
        let numberX = (x - numberInk.x).rounded(.up)
        let unitX = (numberX + numberInk.maxX + gap - unitInk.x).rounded()
        // As high as the digits; the degree sign reaches above capitals in some fonts.
        let unitBaseline = baseline - height + typesetter.digitHeight(unitStyle)
        return [
            .text(typesetter.place(number, numberStyle, .ink, at: Point(numberX, baseline))),
            .text(typesetter.place(unit, unitStyle, .ink, at: Point(unitX, unitBaseline))),
        ]
    }
}
