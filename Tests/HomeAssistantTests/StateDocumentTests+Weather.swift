import Foundation
import TestSupport
import Testing
import Time
import Weather
import Widgets

@testable import HomeAssistant

private let noon = UTCInstant(unixSeconds: 1_774_699_200)

/// The members about the weather.
extension StateDocumentTests {
    func hour(_ condition: Condition, isDaylight: Bool = true, temperature: Int? = 12, pressure: Int? = 10_132)
        -> WeatherEntry.Hour
    {
        WeatherEntry.Hour(
            temperature: temperature.flatMap(Temperature.init(tenthsCelsius:)),
            pressure: pressure.flatMap(SeaLevelPressure.init(tenthsHPa:)),
            condition: condition,
            isDaylight: isDaylight,
            localHour: 12
        )
    }

    func weather(_ hours: [WeatherEntry.Hour], obtained: UTCInstant? = noon) -> WeatherEntry {
        WeatherEntry(
            date: noon,
            hours: hours,
            timeZone: "UTC",
            utcOffsetMinutes: 0,
            obtained: obtained,
            source: "open-meteo"
        )
    }

    func conditions(
        _ current: CurrentConditions,
        isDaylight: Bool = true,
        airQuality: AirQuality? = nil,
        days: [DailyForecast] = [],
        offset: Int = 0
    ) -> ConditionsEntry {
        ConditionsEntry(
            date: noon,
            current: current,
            isDaylight: isDaylight,
            airQuality: airQuality,
            today: CivilDate(at: noon, utcOffsetSeconds: offset * 60),
            days: days,
            timeZone: "UTC",
            utcOffsetMinutes: offset,
            observedLocalHour: 12,
            obtained: noon,
            source: "open-meteo"
        )
    }

    @Test func `every condition by day and by night is one of the options`() {
        for condition in Condition.allCases {
            for isDaylight in [true, false] {
                let forecast = weather((0..<24).map { _ in hour(condition, isDaylight: isDaylight) })
                let observed = conditions(
                    CurrentConditions(observed: noon, condition: condition),
                    isDaylight: isDaylight,
                    days: [
                        DailyForecast(
                            date: CivilDate(at: noon, utcOffsetSeconds: 0),
                            minimum: nil,
                            maximum: nil,
                            dayCondition: condition,
                            nightCondition: condition
                        )
                    ]
                )
                expectGood(payload(values([forecast])))
                expectGood(payload(values([observed])))
                #expect((values([observed])["condition"] == nil) == (condition == .unknown))
            }
        }
    }

    @Test func `every change of pressure is a trend of the options`() {
        var trends: Set<String> = []
        for change in -80...80 {
            let hours = (0..<24).map { hour(.rain, pressure: 10_000 + ($0 >= 3 ? change : 0)) }
            let values = values([weather(hours)])
            expectGood(payload(values))
            #expect(values["pressure_change"] == .number(change, digits: 1))
            if case .text(let trend)? = values["pressure_trend"] { trends.insert(trend) }
        }
        #expect(trends == Set(PressureTrend.allCases.map(\.rawValue)))
    }

    @Test func `numbers are in the announced units, whatever the panel shows`() throws {
        var current = CurrentConditions(observed: noon, condition: .rain)
        current.temperature = Temperature(tenthsCelsius: 58)
        current.apparentTemperature = Temperature(tenthsCelsius: -4)
        current.pressure = SeaLevelPressure(tenthsHPa: 10_053)
        current.windSpeed = WindSpeed(metresPerSecond: 4.1)
        current.windFromDegrees = 230
        current.relativeHumidityPercent = 81
        current.precipitationTenthsMillimetre = 12
        current.visibilityMetres = 9_000
        let today = CivilDate(at: noon, utcOffsetSeconds: 0)
        let day = DailyForecast(
            date: today,
            minimum: Temperature(tenthsCelsius: -15),
            maximum: Temperature(tenthsCelsius: 60),
            dayCondition: .snow,
            nightCondition: .clear
        )
        let air = AirQuality(index: 42, scale: .european)
        let entries: [any WidgetEntry] = [
            conditions(current, airQuality: air, days: [day]),
            weather((0..<24).map { hour(.clear, isDaylight: $0 < 6, temperature: 10 * $0, pressure: 10_000 + $0) }),
        ]
        let imperial = Units(temperature: .fahrenheit, pressure: .inchesOfMercury, wind: .beaufort)
        let metric = payload(values(entries))
        #expect(payload(values(entries, context(imperial))) == metric)
        let document = try document(metric)
        // The same in each language, or a panel's would break automations.
        #expect(document["air_quality_category"] as? String == "moderate")
        let expected: [String: Double] = [
            "temperature": 5.8, "feels_like": -0.4, "pressure": 1005.3, "wind_speed": 4.1, "wind_direction": 230,
            "wind_force": 3, "humidity": 81, "precipitation": 1.2, "visibility": 9000, "air_quality": 42,
            "pressure_change": 0.3,
        ]
        for (name, value) in expected { #expect(document[name] as? Double == value, "\(name)") }
        #expect(document["updated"] as? String == "2026-03-28T12:00:00Z")
        let hours = try #require(document["hourly"] as? [[String: Any]])
        #expect(
            hours.count == 24 && hours[1]["temperature"] as? Double == 1 && hours[1]["pressure"] as? Double == 1000.1
        )
        #expect(hours[0]["datetime"] as? String == "2026-03-28T12:00:00Z")
        #expect(hours[23]["datetime"] as? String == "2026-03-29T11:00:00Z")
        #expect(hours[5]["condition"] as? String == "sunny" && hours[6]["condition"] as? String == "clear-night")
        let days = try #require(document["daily"] as? [[String: Any]])
        #expect(days.count == 1 && days[0]["condition"] as? String == "snowy")
        #expect(days[0]["temperature"] as? Double == 6 && days[0]["templow"] as? Double == -1.5)
        #expect(days[0]["datetime"] as? String == "2026-03-28T12:00:00Z")
    }

    @Test(arguments: [-720, -210, 0, 330, 540, 840])
    func `a day of the forecast begins on its own date at the place, with Z`(offset: Int) throws {
        let today = CivilDate(at: noon, utcOffsetSeconds: offset * 60)
        let days = (0..<4).map { index in
            DailyForecast(
                date: today.addingDays(index),
                minimum: nil,
                maximum: nil,
                dayCondition: .rain,
                nightCondition: .rain
            )
        }
        let entry = conditions(CurrentConditions(observed: noon, condition: .rain), days: days, offset: offset)
        let forecasts = try #require(try document(payload(values([entry])))["daily"] as? [[String: Any]])
        #expect(forecasts.count == 4)
        for (index, forecast) in forecasts.enumerated() {
            let text = try #require(forecast["datetime"] as? String)
            let date = try #require(text.hasSuffix("Z") ? ISO8601DateFormatter().date(from: text) : nil)
            let local = UTCInstant(unixSeconds: Int(date.timeIntervalSince1970))
            #expect(CivilDate(at: local, utcOffsetSeconds: offset * 60) == today.addingDays(index))
        }
    }

    @Test(arguments: UInt64(0)..<100)
    func `random weather makes a good document`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        func some(_ range: ClosedRange<Int>) -> Int? {
            Int.random(in: 0..<4, using: &random) == 0 ? nil : Int.random(in: range, using: &random)
        }
        func any() -> Condition { Condition.allCases.randomElement(using: &random) ?? .unknown }
        let hours = (0..<24).map { _ in
            hour(
                any(),
                isDaylight: .random(using: &random),
                temperature: some(-999...999),
                pressure: some(8_000...11_499)
            )
        }
        var current = CurrentConditions(observed: noon, condition: any())
        current.temperature = some(-999...999).flatMap(Temperature.init(tenthsCelsius:))
        current.windFromDegrees = some(0...359)
        current.windSpeed = some(0...149).flatMap { WindSpeed(metresPerSecond: Double($0)) }
        current.precipitationTenthsMillimetre = some(0...9_999)
        let air = some(0...999).flatMap { AirQuality(index: $0, scale: .unitedStates) }
        let entries: [any WidgetEntry] = [conditions(current, airQuality: air), weather(hours)]
        expectGood(payload(values(entries)))
        expectGood(payload(values(entries.reversed())))
    }
}
