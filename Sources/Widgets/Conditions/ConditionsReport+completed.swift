import Time
import Timelines
import Weather

extension ConditionsReport {
    /// The report with its missing values taken from the previous timeline.
    ///
    /// The temperature, the condition and the days may be up to four hours older, and the report then counts as that
    /// old. Other values are taken within the hour only, since an older wind would be wrong.
    func completed(from timeline: Timeline<ConditionsEntry>) -> ConditionsReport {
        guard let known = timeline.entries.first, !known.isPlaceholder,
            Completion.allows(timeline.obtained, for: obtained)
        else { return self }
        let now = current.completed(
            from: known.current,
            isOfSameHour: timeline.obtained.hourStart == obtained.hourStart
        )
        let today = CivilDate(at: obtained, utcOffsetSeconds: known.utcOffsetMinutes * 60)
        let days = DailyForecast.completed(days, from: known.days.compactMap(\.self).filter { today <= $0.date })
        let isOlder =
            days != self.days || now.temperature != current.temperature || now.condition != current.condition
        return ConditionsReport(
            current: now,
            airQuality: airQuality
                ?? (timeline.obtained.hourStart == obtained.hourStart ? known.airQuality : nil),
            days: days,
            timeZone: timeZone,
            obtained: obtained,
            completedFrom: isOlder ? min(oldest, timeline.obtained) : completedFrom,
            source: source
        )
    }
}

extension CurrentConditions {
    fileprivate func completed(from known: CurrentConditions, isOfSameHour: Bool) -> CurrentConditions {
        var now = self
        now.temperature = temperature ?? known.temperature
        if condition == .unknown { now.condition = known.condition }
        if now.temperature != temperature || now.condition != condition { now.observed = min(observed, known.observed) }
        guard isOfSameHour else { return now }
        now.apparentTemperature = apparentTemperature ?? known.apparentTemperature
        now.windFromDegrees = windFromDegrees ?? known.windFromDegrees
        now.windSpeed = windSpeed ?? known.windSpeed
        now.relativeHumidityPercent = relativeHumidityPercent ?? known.relativeHumidityPercent
        now.precipitationTenthsMillimetre = precipitationTenthsMillimetre ?? known.precipitationTenthsMillimetre
        now.visibilityMetres = visibilityMetres ?? known.visibilityMetres
        now.pressure = pressure ?? known.pressure
        return now
    }
}

extension DailyForecast {
    /// The days with missing days and values taken from `known`.
    fileprivate static func completed(_ days: [DailyForecast], from known: [DailyForecast]) -> [DailyForecast] {
        var byDate = Dictionary(days.map { ($0.date, $0) }, uniquingKeysWith: { first, _ in first })
        for day in known {
            guard var own = byDate[day.date] else {
                byDate[day.date] = day
                continue
            }
            own.minimum = own.minimum ?? day.minimum
            own.maximum = own.maximum ?? day.maximum
            if own.dayCondition == .unknown { own.dayCondition = day.dayCondition }
            byDate[day.date] = own
        }
        return byDate.values.sorted { $0.date < $1.date }
    }
}
