import Time
import Timelines
import Weather

extension ConditionsReport {
    /// The report with what it lacks as the timeline before it has it.
    ///
    /// The temperature, the condition and the days may have come in within the four hours before it, and make it as old
    /// as they are. All else is taken over within an hour alone: nobody wants the wind of another.
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
    /// The days with those that are missing, and what is missing of each, as they were before.
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
