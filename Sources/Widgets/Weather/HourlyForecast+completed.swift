import Time
import Timelines
import Weather

/// How old what completes an answer may be.
enum Completion {
    /// As long as it would be shown were there no answer at all.
    static let longestAge = Duration.seconds(4 * 3600)

    static func allows(_ obtained: UTCInstant, for answer: UTCInstant) -> Bool {
        obtained <= answer && answer - obtained <= longestAge
    }
}

extension HourlyForecast {
    /// The forecast with the hours and values that it lacks as the timeline before it has them, which came in within the
    /// four hours before it.
    ///
    /// A forecast that takes anything over is as old as what it takes it from; its source stays its own.
    func completed(from timeline: Timeline<WeatherEntry>) -> HourlyForecast {
        guard Completion.allows(timeline.obtained, for: obtained) else { return self }
        var byStart = Dictionary(hours.map { ($0.start, $0) }, uniquingKeysWith: { first, _ in first })
        var isCompleted = false
        for (start, known) in Self.hours(of: timeline) where start >= obtained.hourStart {
            var hour =
                byStart[start]
                ?? Hour(
                    start: start,
                    temperature: nil,
                    pressure: nil,
                    condition: .unknown,
                    isDaylight: known.isDaylight
                )
            guard hour.complete(from: known) else { continue }
            byStart[start] = hour
            isCompleted = true
        }
        guard isCompleted else { return self }
        return HourlyForecast(
            hours: Array(byStart.values),
            timeZone: timeZone,
            obtained: obtained,
            completedFrom: min(oldest, timeline.obtained),
            source: source
        )
    }

    /// What a timeline shows of each hour.
    private static func hours(of timeline: Timeline<WeatherEntry>) -> [UTCInstant: WeatherEntry.Hour] {
        var hours: [UTCInstant: WeatherEntry.Hour] = [:]
        for entry in timeline.entries where !entry.isPlaceholder {
            for (index, hour) in entry.hours.enumerated() { hours[entry.date.addingHours(index)] = hour }
        }
        return hours
    }
}

extension HourlyForecast.Hour {
    /// Takes over what it lacks; whether there was anything to take.
    fileprivate mutating func complete(from known: WeatherEntry.Hour) -> Bool {
        let before = self
        temperature = temperature ?? known.temperature
        pressure = pressure ?? known.pressure
        if condition == .unknown { condition = known.condition }
        return self != before
    }
}
