import TestSupport
import Time
import Weather
import Widgets

extension SeededGenerator {
    mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

    mutating func one<Element>(of values: [Element]) -> Element { values[below(values.count)] }

    /// Nothing a third of the time, or one of these.
    mutating func maybe<Element>(_ values: [Element]) -> Element? { below(3) == 0 ? nil : one(of: values) }

    mutating func temperature() -> Temperature? {
        maybe([-999, 999, 0, -5, 184, below(600) - 250]).flatMap { Temperature(tenthsCelsius: $0) }
    }

    mutating func pressure() -> SeaLevelPressure? {
        maybe([8000, 11_500, 10_132, 9800 + below(600)]).flatMap { SeaLevelPressure(tenthsHPa: $0) }
    }

    mutating func condition() -> Condition { one(of: Condition.allCases) }

    mutating func obtained() -> UTCInstant? {
        maybe([UTCInstant.shown, UTCInstant.shown.addingHours(-5), UTCInstant.shown.addingHours(-999_999)])
    }
}

extension ConditionsEntry {
    static func hostile(with random: inout SeededGenerator) -> ConditionsEntry {
        var current = CurrentConditions(observed: .shown, condition: random.condition())
        current.temperature = random.temperature()
        current.apparentTemperature = random.temperature()
        current.windFromDegrees = random.maybe([0, 45, 359, random.below(360)])
        current.windSpeed = random.maybe([0, 3.2, 150]).flatMap { WindSpeed(metresPerSecond: $0) }
        current.relativeHumidityPercent = random.maybe([0, 55, 100])
        current.pressure = random.pressure()
        let scale = random.one(of: AirQualityScale.allCases)
        let index = random.maybe([
            scale.indices.lowerBound, scale.indices.upperBound, 5, min(140, scale.indices.upperBound),
        ])
        let today = CivilDate(at: .shown, utcOffsetSeconds: 0)
        return ConditionsEntry(
            date: .shown,
            current: current,
            isDaylight: random.below(2) == 0,
            airQuality: index.flatMap { AirQuality(index: $0, scale: scale) },
            today: today,
            days: (0..<random.below(ConditionsEntry.dayCount + 1)).map { index in
                DailyForecast(
                    date: today.addingDays(index),
                    minimum: random.temperature(),
                    maximum: random.temperature(),
                    dayCondition: random.condition(),
                    nightCondition: random.condition()
                )
            },
            timeZone: "UTC",
            utcOffsetMinutes: 0,
            observedLocalHour: random.below(24),
            obtained: random.obtained(),
            source: "open-meteo"
        )
    }
}

extension WeatherEntry {
    static func hostile(with random: inout SeededGenerator) -> WeatherEntry {
        let isSteep = random.below(2) == 0
        return WeatherEntry(
            date: .shown,
            hours: (0..<hourCount).map { index in
                Hour(
                    temperature: random.temperature(),
                    pressure: isSteep
                        ? random.pressure() : SeaLevelPressure(tenthsHPa: 10_132 - index * random.below(3)),
                    condition: random.condition(),
                    isDaylight: random.below(2) == 0,
                    localHour: UInt8((17 + index) % 24)
                )
            },
            timeZone: "UTC",
            utcOffsetMinutes: 0,
            obtained: random.obtained(),
            source: "open-meteo"
        )
    }
}

extension DayEntry {
    static func hostile(with random: inout SeededGenerator) -> DayEntry {
        let day = LocalDay(
            containing: UTCInstant.shown.addingHours(24 * random.below(365)),
            in: "UTC",
            zones: OnlyUTC()
        )
        let quote =
            random.below(4) == 0
            ? nil : Quote(text: HostileText.make(with: &random), from: HostileText.make(with: &random))
        return DayEntry(
            date: .shown,
            day: day,
            timeZone: "UTC",
            quote: quote,
            source: random.one(of: ["sample", "builtin"])
        )
    }

    private struct OnlyUTC: TimeZones {
        func utcOffsetSeconds(in zone: String, at instant: UTCInstant) -> Int? { 0 }
        func zone(at coordinate: Coordinate) -> String { "UTC" }
    }
}

extension PoemEntry {
    static func hostile(with random: inout SeededGenerator) -> PoemEntry {
        let verses = (0..<1 + random.below(Poem.mostLines)).map { _ in "古" + HostileText.make(with: &random) }
        let author = "松" + HostileText.make(with: &random)
        guard let poem = Poem(lines: verses, author: author) else { return .sample(at: .shown) }
        return PoemEntry(date: .shown, poem: poem, source: random.one(of: ["sample", "builtin"]))
    }
}
