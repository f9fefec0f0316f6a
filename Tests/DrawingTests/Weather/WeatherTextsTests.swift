import Testing
import Time
import Weather
import Widgets

@testable import Drawing

@Suite(.oneAtATime) struct WeatherTextsTests {
    private func texts(_ pressure: PressureUnit, _ kind: WeatherPictures.Kind = .usual) -> WeatherTexts {
        let units = Units(temperature: .celsius, pressure: pressure, wind: .metresPerSecond)
        let display = DisplayContext(
            settings: DisplaySettings(language: "en", units: units, family: .large),
            placeName: "",
            hour: WeatherPictures.hour,
            isStale: false
        )
        let context = DrawingContext(
            display: display,
            isExpired: false,
            size: .standard,
            palette: Palette(.blackAndWhite, .light)
        )
        return WeatherTexts(WeatherPictures.entry(kind), context)
    }

    @Test(arguments: [
        (PressureUnit.hectopascals, ["1020", "1005", "990"], "1005.3", "−2.3", "±30 hPa"),
        (.inchesOfMercury, ["30.13", "29.69", "29.24"], "29.69", "−0.07", "±0.89 inHg"),
        (.millimetresOfMercury, ["765", "754", "743"], "754.0", "−1.7", "±23 mmHg"),
    ])
    func `pressures are in the panel's unit`(
        unit: PressureUnit,
        guides: [String],
        pressure: String,
        change: String,
        scale: String
    ) throws {
        let texts = texts(unit)
        let reference = try #require(texts.entry.hours[0].pressure)
        #expect([15, 0, -15].map { texts.guide(reference, plusHPa: $0) } == guides)
        #expect(texts.pressure == pressure && texts.change == change && texts.scale(reachHPa: 30) == scale)
    }

    @Test func `what is unknown is two dashes`() {
        let texts = texts(.hectopascals, .none)
        #expect(texts.pressure == "––" && texts.degrees(nil) == "––" && texts.change == nil)
    }

    @Test(arguments: [(0, 1, "0.0"), (-4, 2, "−0.04"), (1234, 1, "123.4"), (-100, 0, "−100"), (7, 0, "7")])
    func `numbers have the digits that they are asked for`(value: Int, digits: Int, text: String) {
        #expect(WeatherTexts.number(value, digits: digits) == text)
    }

    @Test(
        arguments: [
            (DataState.fresh, nil, nil), (.stale(hours: 5), "5 h old", "5 h old"), (.stale(hours: nil), "old", "old"),
            (.expired(hours: 9), "expired", "expired · 9 h old"), (.expired(hours: nil), "expired", "expired"),
            (.sample, "Sample", "Sample"),
        ] as [(DataState, String?, String?)]
    )
    func `the state of the data is told in words`(state: DataState, short: String?, long: String?) {
        #expect(state.words(language: "en") == short && state.longWords(language: "en") == long)
    }
}
