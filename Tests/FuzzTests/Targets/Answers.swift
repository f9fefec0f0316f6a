import Foundation
import Time
import Timelines
import Weather
import Widgets

/// Checks the rules for every forecast, whoever sent it, and all that is made of it.
func check(hours: [HourlyForecast.Hour], timeZone: String?, source: String) {
    let now = Shown.moment(near: hours.first?.start)
    let forecast = HourlyForecast(hours: hours, timeZone: timeZone, obtained: now, source: source)
    let starts = forecast.hours.map(\.start)
    promise(zip(starts, starts.dropFirst()).allSatisfy { $0 < $1 }, "the hours do not ascend")
    // The first moment that there is lies within an hour.
    promise(starts.allSatisfy { $0 == $0.hourStart || $0.nanosecondsSinceEpoch == .min }, "an hour that is none")
    promise(starts.count <= hours.count, "hours from nowhere")
    for hour in forecast.hours {
        promise(hour.temperature.map { abs($0.celsius) <= 99.9 } ?? true, "no temperature on Earth")
        promise(hour.pressure.map { (800...1150).contains($0.hPa) } ?? true, "no pressure at sea level")
    }
    checkArchive(of: forecast)
    show(WeatherTimeline.make(from: forecast, at: Shown.place, zones: Shown.zones), of: WeatherWidget())
}

/// Checks the rules for every report, whoever sent it, and all that is made of it.
func check(
    current: CurrentConditions,
    airQuality: AirQuality?,
    days: [DailyForecast],
    timeZone: String?,
    source: String
) {
    let report = ConditionsReport(
        current: current,
        airQuality: airQuality,
        days: days,
        timeZone: timeZone,
        obtained: Shown.moment(near: current.observed),
        source: source
    )
    let dates = report.days.map(\.date)
    promise(zip(dates, dates.dropFirst()).allSatisfy { $0 < $1 }, "the days do not ascend")
    func holds(_ value: Int?, within range: ClosedRange<Int>) -> Bool { value.map(range.contains) ?? true }
    promise(holds(current.windFromDegrees, within: 0...359), "no direction")
    promise(holds(current.relativeHumidityPercent, within: 0...100), "no percentage")
    promise(holds(current.precipitationTenthsMillimetre, within: 0...9999), "no rain on Earth")
    promise(holds(current.visibilityMetres, within: 0...99_999), "no sight on Earth")
    promise(holds(airQuality?.index, within: 0...999), "no air on Earth")
    checkArchive(of: report)
    guard report.saysSomething else { return }
    show(ConditionsTimeline.make(from: report, at: Shown.place, zones: Shown.zones), of: ConditionsWidget())
}

/// Publishes the first and the last entry: those between differ in the hour alone.
func show<Entry: WidgetEntry>(_ timeline: Timeline<Entry>, of widget: some Widget, placeName: String = "世田谷区") {
    for entry in Set([0, timeline.entries.count - 1]).filter(timeline.entries.indices.contains).map({
        timeline.entries[$0]
    }) {
        Shown.publish(entry, of: widget, placeName: placeName)
    }
}

/// Checks that an answer comes back from the store as it was, to the second.
private func checkArchive<Answer: Codable>(of answer: Answer) {
    guard let first = try? JSONEncoder().encode(answer), let read = try? JSONDecoder().decode(Answer.self, from: first)
    else { fatalError("an answer that cannot be stored") }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    promise((try? encoder.encode(answer)) == (try? encoder.encode(read)), "an answer that is stored as another")
}
