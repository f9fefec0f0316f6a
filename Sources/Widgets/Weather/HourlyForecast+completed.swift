import Time
import Timelines
import Weather

/// The age up to which old data may complete an answer.
enum Completion {
    /// The time for which old data would be shown without any answer.
    static let longestAge = Duration.seconds(4 * 3600)

    static func allows(_ obtained: UTCInstant, for answer: UTCInstant) -> Bool {
        obtained <= answer && answer - obtained <= longestAge
    }
}

extension HourlyForecast {
    /// The forecast with missing hours and values taken from the previous timeline, if that was obtained within the
    /// four hours before.
    ///
    /// A completed forecast is as old as the data that it took; its source stays its own.
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

    /// The hours of a timeline by their start.
    private static func hours(of timeline: Timeline<WeatherEntry>) -> [UTCInstant: WeatherEntry.Hour] {
        var hours: [UTCInstant: WeatherEntry.Hour] = [:]
        for entry in timeline.entries where !entry.isPlaceholder {
            for (index, hour) in entry.hours.enumerated() { hours[entry.date.addingHours(index)] = hour }
        }
        return hours
    }
}

extension HourlyForecast.Hour {
    /// Takes missing values from `known`; returns true if any was taken.
    fileprivate mutating func complete(from known: WeatherEntry.Hour) -> Bool {
        let before = self
        temperature = temperature ?? known.temperature
        pressure = pressure ?? known.pressure
        if condition == .unknown { condition = known.condition }
        return self != before
    }
}
