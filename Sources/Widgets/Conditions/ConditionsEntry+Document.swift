import Time
import Weather

/// What it says: the compact JSON in °C, the full one and the fields in the panel's units.
///
///     {"ts":1795298400,"t":12.4,"n":"世田谷区","x":"快晴","i":"C","wd":340,"ws":3,"rh":48,"aq":42,"ac":"良好",
///      "d":[[6,14,"Cc"],[7,15,"PP"],[5,12,"Rr"],[null,null,"??"]]}
///
/// | key | value |
/// |---|---|
/// | `ts` | start of the hour, Unix seconds |
/// | `t` | temperature to 0.1 |
/// | `n` | the place's name |
/// | `x` | the condition in words, the upstream's own where they are in the panel's language |
/// | `i` | its letter, see `Condition` |
/// | `wd` | where the wind comes from, degrees |
/// | `ws` | its force, Beaufort |
/// | `rh` | relative humidity, % |
/// | `aq`, `ac` | air quality index, and what its scale calls it |
/// | `d` | today and the next three days: lowest and highest temperature, whole degrees, letters by day and by night |
/// | `age` | hours from the observation to `ts`, where these are two or more (compact; full has `ob`) |
///
/// Full besides:
///
/// | key | value |
/// |---|---|
/// | `ob`, `ot` | when it was observed, Unix seconds and the local hour in words |
/// | `fl` | what it feels like, to 0.1 |
/// | `wv`, `wt` | wind speed; where it comes from in words, `null` in a calm |
/// | `pr` | precipitation of the last hour, mm to 0.1 |
/// | `vis` | visibility, m |
/// | `p` | sea-level pressure |
/// | `aqs` | the scale of `aq` |
/// | `dt`, `dd` | the days' conditions in words, and their dates |
/// | `off`, `tz` | offset from UTC at `ts` in minutes, and the time zone's IANA name |
/// | `fetched`, `ut` | when the report was obtained, Unix seconds and on the place's clocks |
/// | `src` | from whom |
/// | `u` | the units of temperature, pressure and wind, unless they are °C, hPa and m/s |
/// | `icon` | the picture's name, where there is an icon theme |
///
/// A panel of the small family gets none of `d`, `dt` and `dd`.
extension ConditionsEntry {
    package func content(in context: DisplayContext) -> WidgetContent {
        let units = context.settings.units
        let language = context.settings.language
        let hasDays = context.settings.family != .small
        var members = current(in: context)
        members.append(contentsOf: air(language: language))
        if hasDays { members.append(days(in: units.temperature)) }
        members.append(contentsOf: age)
        members.append(contentsOf: observation(in: units, language: language))
        if hasDays { members.append(contentsOf: dayTexts(language: language)) }
        members.append(contentsOf: origin)
        if units != .metric {
            members.append(.init("u", compact: nil, full: .list(units.symbols.map { .code($0, mostBytes: 4) })))
        }
        if let theme = context.settings.iconTheme {
            members.append(.init("icon", compact: nil, full: picture(of: theme)))
        }
        return .document(Document(members))
    }

    private func current(in context: DisplayContext) -> [Document.Member] {
        let settings = context.settings
        let place = isPlaceholder ? Words.sampleName(language: settings.language) : context.placeName
        let text = Words.conditionName(current.condition, current.text, language: settings.language)
        let temperature = Self.tenths(current.temperature, in: settings.units.temperature)
        let letter = Self.letter(current.condition, isDaylight: isDaylight)
        let homeAssistantName = current.condition.homeAssistantName(isDaylight: isDaylight)
        return [
            .init("ts", .seconds(date.hourStart.unixSeconds)),
            .init(
                "t",
                compact: Self.tenths(current.temperature, in: .celsius),
                full: temperature,
                field: .init("temperature", temperature)
            ),
            .init(
                "n",
                compact: .text(place, weight: 2),
                full: .text(place, weight: 2),
                field: .init("place", .text(place.isEmpty ? nil : place, weight: 2))
            ),
            .init("x", .text(text, weight: 2), field: "text"),
            .init(
                "condition",
                compact: nil,
                full: nil,
                field: .init("condition", .code(homeAssistantName, mostBytes: 15))
            ),
            .init(
                "i",
                compact: .code(letter, mostBytes: 1),
                full: .code(letter, mostBytes: 1),
                field: .init("icon", settings.iconTheme.map(picture) ?? .code(letter, mostBytes: 1))
            ),
            .init("wd", .integer(current.windFromDegrees, within: 0...359), field: "wind_direction"),
            .init("ws", .integer(current.windSpeed?.beaufort, within: 0...12), field: "wind_force"),
            .init("rh", .integer(current.relativeHumidityPercent, within: 0...100), field: "humidity"),
        ]
    }

    private func air(language: String) -> [Document.Member] {
        let category = airQuality.map { Words.airQualityName($0.category, language: language) }
        return [
            .init("aq", .integer(airQuality?.index, within: 0...999), field: "aqi"),
            .init("ac", .text(category, weight: 1), field: "air_quality"),
        ]
    }

    private func days(in unit: TemperatureUnit) -> Document.Member {
        func list(_ unit: TemperatureUnit) -> Document.Value {
            .list(
                days.map { day in
                    .list([
                        .integer(day?.minimum.map(unit.whole), within: unit.wholeRange),
                        .integer(day?.maximum.map(unit.whole), within: unit.wholeRange),
                        .code(day.map(Self.letters) ?? "??", mostBytes: 2),
                    ])
                }
            )
        }
        return .init("d", compact: list(.celsius), full: list(unit), field: .init("days", list(unit)))
    }

    /// The age of an observation that is not the entry's own hour's, for displays that mark old data.
    private var age: [Document.Member] {
        let hours = (date.hourStart.unixSeconds - current.observed.unixSeconds) / 3600
        guard !isPlaceholder, hours >= 2 else { return [] }
        return [.init("age", compact: .integer(hours, within: 0...255), full: nil)]
    }

    private func observation(in units: Units, language: String) -> [Document.Member] {
        func member(_ key: String, _ value: Document.Value, field: String? = nil) -> Document.Member {
            .init(key, compact: nil, full: value, field: field.map { .init($0, value) })
        }
        let hour = Words.hourText(observedLocalHour, language: language)
        let wind = units.wind
        let speed = current.windSpeed.map(wind.value)
        let pressure = current.pressure.map(units.pressure.value)
        let from = windName(language: language)
        return [
            member("ob", .seconds(current.observed.unixSeconds), field: "observed"),
            member("ot", .text(hour, weight: 1)),
            member("fl", Self.tenths(current.apparentTemperature, in: units.temperature), field: "feels_like"),
            member("wv", .decimal(speed, digits: wind.digits, within: wind.valueRange), field: "wind_speed"),
            member("wt", .text(from, weight: 1), field: "wind_text"),
            member(
                "pr",
                .decimal(current.precipitationTenthsMillimetre, digits: 1, within: 0...9999),
                field: "precipitation"
            ),
            member("vis", .integer(current.visibilityMetres, within: 0...99_999), field: "visibility"),
            member("p", .decimal(pressure, digits: units.pressure.digits, within: units.pressure.valueRange)),
            member("aqs", .code(airQuality?.scale.rawValue, mostBytes: 11)),
        ]
    }

    private func dayTexts(language: String) -> [Document.Member] {
        let texts = days.map { day in
            day.map { Words.conditionName($0.dayCondition, $0.dayText, language: language) }
        }
        let dates = days.indices.map { today.addingDays($0).iso8601 }
        return [
            .init("dt", compact: nil, full: .list(texts.map { .text($0, weight: 1) })),
            .init("dd", compact: nil, full: .list(dates.map { .code($0, mostBytes: 10) })),
        ]
    }

    private var origin: [Document.Member] {
        let fetched = Document.Value.seconds(obtained?.unixSeconds)
        let clock = Document.Value.code(obtained?.clock(utcOffsetMinutes: utcOffsetMinutes), mostBytes: 5)
        return [
            .init("off", compact: nil, full: .integer(utcOffsetMinutes, within: Bounds.utcOffsetMinutes)),
            .init("tz", compact: nil, full: .code(timeZone, mostBytes: Bounds.timeZoneBytes)),
            .init("fetched", compact: nil, full: fetched, field: .init("updated", fetched)),
            .init("ut", compact: nil, full: clock, field: .init("updated_time", clock)),
            .init("src", compact: nil, full: .code(source, mostBytes: Bounds.sourceBytes)),
        ]
    }

    private func picture(of theme: IconTheme) -> Document.Value {
        .code(
            theme.pictureName(of: current.condition, isDaylight: isDaylight),
            mostBytes: theme.longestNameBytes
        )
    }

    private static func tenths(_ temperature: Temperature?, in unit: TemperatureUnit) -> Document.Value {
        .decimal(temperature.map(unit.tenths), digits: 1, within: unit.tenthsRange)
    }

    private static func letter(_ condition: Condition, isDaylight: Bool) -> String {
        String(UnicodeScalar(condition.code(isDaylight: isDaylight)))
    }

    /// The letters by day and by night; an unknown night has the day's condition.
    private static func letters(of day: DailyForecast) -> String {
        let night = day.nightCondition == .unknown ? day.dayCondition : day.nightCondition
        return letter(day.dayCondition, isDaylight: true) + letter(night, isDaylight: false)
    }
}

extension Units {
    /// The units of temperature, pressure and wind.
    fileprivate var symbols: [String] { [temperature.rawValue, pressure.rawValue, wind.rawValue] }
}
