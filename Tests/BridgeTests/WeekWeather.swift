import Foundation
import TestSupport
import Time
import Timelines
import Weather
import Widgets

/// The weather of a week at a place, a function of the hour alone: a low passes, with rain before and showers behind
/// it.
struct WeekWeather: Sendable {
    /// 2026-03-26T00:00Z, a Thursday.
    static let start = UTCInstant(unixSeconds: 1_774_483_200)

    /// Two decimals, as sources are asked.
    var place: Coordinate
    /// The time when the low is nearest, in hours after ``start``.
    var lowAt: Double
    /// By how much it is lower than the days around it.
    var depthHPa: Double
    /// For how long it is felt before and after.
    var widthHours: Double
    var meanCelsius: Double
    /// Between noon and the mean of a clear day.
    var rangeCelsius: Double
    var airQuality: (scale: AirQualityScale, usual: Int)

    /// The distance in time to the low, in widths of it: negative before it comes.
    private func phase(_ hour: Double) -> Double { (hour - lowAt) / widthHours }

    private func solarHour(_ hour: Double) -> Double {
        (hour + place.longitude / 15 + 48).truncatingRemainder(dividingBy: 24)
    }

    /// 1 where the low is, 0 far from it.
    private func nearness(_ hour: Double) -> Double { exp(-phase(hour) * phase(hour)) }

    func pressureHPa(_ hour: Double) -> Double {
        let tide = 0.6 * cos(4 * .pi * (solarHour(hour) - 10) / 24)
        return 1015 + 4 * sin(2 * .pi * hour / 170) - depthHPa * nearness(hour) + tide
    }

    func celsius(_ hour: Double) -> Double {
        let daily = rangeCelsius * cos(2 * .pi * (solarHour(hour) - 14.5) / 24) * (1 - 0.6 * nearness(hour))
        let front = phase(hour) < 0 ? 3 * nearness(hour) : 3 - 6 * (1 - nearness(hour))
        return meanCelsius + daily + (abs(phase(hour)) < 3 ? front : 0)
    }

    func condition(_ hour: Double) -> Condition {
        switch phase(hour) {
        case -1.6 ..< -1.1: .mostlyCloudy
        case -1.1 ..< -0.8: .overcast
        case -0.8 ..< -0.5: .drizzle
        case -0.5..<0: .rain
        case 0..<0.25: .heavyRain
        case 0.25..<0.8: .showers
        case 0.8..<1.4: .mostlyCloudy
        default: Self.random(place, Int(hour) / 8, 2) > 0 ? .clear : .fair
        }
    }

    func metresPerSecond(_ hour: Double) -> Double { 1.5 + abs(pressureHPa(hour + 2) - pressureHPa(hour - 1)) * 1.6 }

    /// From the south before the low, from the north-west behind it.
    func windFromDegrees(_ hour: Double) -> Int { Int(230 + 80 * tanh(phase(hour))) }

    func airQualityIndex(_ hour: Double) -> Int {
        let traffic = 1 + 0.2 * cos(4 * .pi * (solarHour(hour) - 8) / 24)
        return Int(Double(airQuality.usual) * traffic * (1 - 0.5 * nearness(hour)))
    }

    /// From −1 to 1, the same for the same numbers.
    static func random(_ place: Coordinate, _ number: Int, _ salt: Int) -> Double {
        let seed = UInt64(bitPattern: Int64(place.longitude * 100)) ^ UInt64(bitPattern: Int64(number * 31 + salt))
        var random = SeededGenerator(seed: seed)
        return Double(random.next() >> 11) / Double(1 << 52) - 1
    }
}

extension WeekWeather {
    /// A model's forecast at `now` for the coming 30 hours: it is run every six hours, and its error grows with the
    /// distance of the hour from the run.
    func forecast(at now: UTCInstant) -> HourlyForecast {
        let first = now.hourStart
        // A run is out after some four hours.
        let run = (Self.hours(first) + 2) / 6 - 1
        let hours = (0..<30).map { index in
            let start = first.addingHours(index)
            let hour = Double(Self.hours(start))
            let ahead = (hour - Double(run * 6)) / 24
            return HourlyForecast.Hour(
                start: start,
                temperature: Temperature(celsius: celsius(hour) + Self.random(place, run, 0) * ahead),
                pressure: SeaLevelPressure(hPa: pressureHPa(hour) + Self.random(place, run, 1) * ahead),
                condition: condition(hour),
                isDaylight: nil
            )
        }
        return HourlyForecast(hours: hours, timeZone: nil, obtained: now, source: "open-meteo")
    }

    /// The observation at the hour, and the days to come.
    func report(at now: UTCInstant, zones: some TimeZones) -> ConditionsReport {
        let zone = zones.zone(at: place)
        let hour = Double(Self.hours(now.hourStart))
        var current = CurrentConditions(observed: now.hourStart, condition: condition(hour))
        current.temperature = Temperature(celsius: celsius(hour))
        current.apparentTemperature = Temperature(celsius: celsius(hour) - metresPerSecond(hour) / 3)
        current.windFromDegrees = windFromDegrees(hour)
        current.windSpeed = WindSpeed(metresPerSecond: metresPerSecond(hour))
        current.relativeHumidityPercent = Int(55 + 40 * nearness(hour))
        current.precipitationTenthsMillimetre = (-0.8..<0.8).contains(phase(hour)) ? 12 : 0
        current.visibilityMetres = Int(24_000 - 18_000 * nearness(hour))
        current.pressure = SeaLevelPressure(hPa: pressureHPa(hour))
        let today = LocalDay(containing: now, in: zone, zones: zones)
        var days = [today]
        for _ in 1...4 { days.append(LocalDay(containing: days[days.count - 1].end, in: zone, zones: zones)) }
        return ConditionsReport(
            current: current,
            airQuality: AirQuality(index: airQualityIndex(hour), scale: airQuality.scale),
            days: days.map(daily),
            timeZone: zone,
            obtained: now,
            source: "open-meteo"
        )
    }

    private func daily(_ day: LocalDay) -> DailyForecast {
        let first = Double(day.start.unixSeconds - Self.start.unixSeconds) / 3600
        let temperatures = (0..<24).map { celsius(first + Double($0)) }
        return DailyForecast(
            date: day.date,
            minimum: temperatures.min().flatMap(Temperature.init(celsius:)),
            maximum: temperatures.max().flatMap(Temperature.init(celsius:)),
            dayCondition: condition(first + 13),
            nightCondition: condition(first + 23)
        )
    }

    private static func hours(_ instant: UTCInstant) -> Int { (instant.unixSeconds - start.unixSeconds) / 3600 }
}

/// All sources of the week: they know its weather, and for two days of it nobody can reach them.
struct WeekSource: ForecastSource, ConditionsSource, QuoteSource {
    static let outage = WeekWeather.start.addingHours(58)..<WeekWeather.start.addingHours(106)

    let name: String
    let placesPerRequest = 100
    let weather: [WeekWeather]
    let clock: TestClock
    let zones: any TimeZones

    func forecasts(for places: [Coordinate]) async -> [Result<HourlyForecast, ReloadFailure>] {
        places.map { place in weather(at: place).map { $0.forecast(at: clock.now) } }
    }

    func reports(for places: [Coordinate]) async -> [Result<ConditionsReport, ReloadFailure>] {
        places.map { place in weather(at: place).map { $0.report(at: clock.now, zones: zones) } }
    }

    /// Another one in each two hours, all of them in 24.
    func quote(_ request: QuoteRequest) async -> Result<Quote, ReloadFailure> {
        if let unreachable { return .failure(unreachable) }
        let slot = (clock.now.unixSeconds - WeekWeather.start.unixSeconds) / 7200
        return .success(Self.quotes[slot % Self.quotes.count])
    }

    private func weather(at place: Coordinate) -> Result<WeekWeather, ReloadFailure> {
        if let unreachable { return .failure(unreachable) }
        guard let known = weather.first(where: { $0.place == place }) else {
            return .failure(ReloadFailure(reason: "\(name) knows no such place", retry: .untilConfigurationChanges))
        }
        return .success(known)
    }

    private var unreachable: ReloadFailure? {
        guard Self.outage.contains(clock.now) else { return nil }
        return ReloadFailure(reason: "\(name) cannot be reached", retry: .backoff)
    }

    private static let quotes = [
        Quote(text: "海内存知己，天涯若比邻。", from: "王勃"), Quote(text: "会当凌绝顶，一览众山小。", from: "杜甫"),
        Quote(text: "但愿人长久，千里共婵娟。", from: "苏轼"), Quote(text: "明月松间照，清泉石上流。", from: "王维"),
        Quote(text: "春风又绿江南岸。", from: "王安石"), Quote(text: "随风潜入夜，润物细无声。", from: "杜甫"),
        Quote(text: "欲穷千里目，更上一层楼。", from: "王之涣"), Quote(text: "举头望明月，低头思故乡。", from: "李白"),
        Quote(text: "小楼一夜听春雨。", from: "陆游"), Quote(text: "采菊东篱下，悠然见南山。", from: "陶渊明"),
        Quote(text: "野火烧不尽，春风吹又生。", from: "白居易"), Quote(text: "沉舟侧畔千帆过。", from: "刘禹锡"),
    ]
}
