import Time
import Weather
import Widgets

/// The texts of a panel; unknown values are absent.
struct ConditionsContent {
    /// A value with its name, and the symbol that replaces the name if it does not fit.
    struct Detail: Equatable {
        enum Symbol: Equatable {
            case none
            case droplet
            /// The name in Latin letters.
            case letters(String)
        }

        var kind: QuantityName
        var name: String
        var symbol: Symbol
        /// Empty where only the arrow is known.
        var value: PanelNumbers.Quantity
        /// The words for the value, shown beside it.
        var words: String?
        /// The direction the wind blows to, in degrees clockwise from north.
        var arrow: Int?
        /// True for a value that should catch the eye.
        var isAlarming = false
    }

    struct Day: Equatable {
        var name: String
        var shortName: String
        /// The condition by day; unknown if there is nothing to show.
        var dayCondition: Condition
        var nightCondition: Condition
        var maximum: String?
        var minimum: String?
    }

    var place: String
    /// True if the place's name is marked as sample data.
    var isSample: Bool
    /// The wordings of the data's age, the longest first; empty if it need not be told.
    var ages: [String]
    var isExpired: Bool
    /// The hour of observation.
    var hour: String
    var condition: Condition
    var isDaylight: Bool
    /// Without its unit.
    var temperature: String?
    var temperatureUnit: String
    var words: String?
    var feelsLike: String?
    var details: [Detail]
    var days: [Day]
    /// True if values stand without their names.
    var isTerse = false
    /// True if the temperature need not be much larger than the other texts.
    var isMinimal = false
    let wholeTemperature: String?
    /// The name of the direction that the wind comes from.
    private let windName: String?

    init(_ entry: ConditionsEntry, in context: DrawingContext) {
        let language = context.language
        let numbers = PanelNumbers(units: context.display.settings.units, language: language)
        let state = DataState(isPlaceholder: entry.isPlaceholder, obtained: entry.obtained, in: context)
        isSample = entry.isPlaceholder
        place = isSample ? Words.sampleName(language: language) : context.display.placeName
        ages = isSample ? [] : Self.ages(state, language)
        isExpired = context.isExpired
        hour = Words.hourText(entry.observedLocalHour, language: language)
        condition = entry.current.condition
        isDaylight = entry.isDaylight
        temperature = entry.current.temperature.map(numbers.temperature)
        wholeTemperature = entry.current.temperature.map(numbers.wholeTemperature)
        temperatureUnit = context.display.settings.units.temperature.symbol
        words =
            condition == .unknown
            ? nil : Words.conditionName(condition, entry.current.text, language: language)
        feelsLike = entry.current.apparentTemperature.map {
            Words.quantityName(.feelsLike, language: language) + " " + numbers.degrees($0)
        }
        windName = entry.windName(language: language)
        details = Self.details(of: entry, numbers, language)
        days =
            context.display.settings.family == .small
            ? [] : entry.days.compactMap { $0.flatMap { Self.day($0, numbers, language) } }
    }

    /// The same contents with the wind's direction in words; nil if it is unknown.
    var tellingOfWind: ConditionsContent? {
        guard let windName, let index = details.firstIndex(where: { $0.kind == .wind }) else { return nil }
        var content = self
        content.details[index].words = windName
        return content
    }

    private static func ages(_ state: DataState, _ language: String) -> [String] {
        var ages = [state.longWords(language: language), state.words(language: language)].compactMap { $0 }
        // Readable in every language.
        if case .stale(let hours?) = state { ages.append("−\(hours) h") }
        return ages
    }

    private static func details(of entry: ConditionsEntry, _ numbers: PanelNumbers, _ language: String) -> [Detail] {
        let current = entry.current
        var details: [Detail] = []
        func add(
            _ name: QuantityName,
            _ symbol: Detail.Symbol,
            _ value: PanelNumbers.Quantity,
            words: String? = nil,
            arrow: Int? = nil
        ) {
            details.append(
                Detail(
                    kind: name,
                    name: Words.quantityName(name, language: language),
                    symbol: symbol,
                    value: value,
                    words: words,
                    arrow: arrow
                )
            )
        }
        // A calm has no direction, whatever the upstream says.
        let isCalm = current.windSpeed?.beaufort == 0
        let arrow = isCalm ? nil : current.windFromDegrees.map { ($0 + 180) % 360 }
        if let speed = current.windSpeed.map(numbers.wind) ?? arrow.map({ _ in .init(number: "") }) {
            add(.wind, .none, speed, arrow: arrow)
        }
        if let humidity = current.relativeHumidityPercent { add(.humidity, .droplet, numbers.percent(humidity)) }
        if let pressure = current.pressure { add(.pressure, .none, numbers.pressure(pressure)) }
        if let air = entry.airQuality {
            let words = Words.airQualityName(air.category, language: language)
            add(.airQuality, .letters("AQI"), .init(number: "\(air.index)"), words: words)
            // From the fourth category on every scale advises all people, not the sensitive alone.
            details[details.count - 1].isAlarming = air.scale.categories.dropFirst(3).contains(air.category)
        }
        return details
    }

    private static func day(_ day: DailyForecast, _ numbers: PanelNumbers, _ language: String) -> Day? {
        guard day.saysSomething else { return nil }
        return Day(
            name: Words.weekdayName(day.date.isoWeekday, language: language),
            shortName: Words.shortWeekdayName(day.date.isoWeekday, language: language),
            dayCondition: day.dayCondition,
            nightCondition: day.nightCondition,
            maximum: day.maximum.map(numbers.degrees),
            minimum: day.minimum.map(numbers.degrees)
        )
    }
}
