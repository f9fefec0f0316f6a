import JSON
import Timelines
import Weather
import Widgets

@testable import Upstreams

private let secret = Secret("s3cret")

/// Checks that a failure's reason is one line for the log.
private func checkWords(_ reason: String) {
    promise(!reason.contains { $0.isNewline }, "a reason of two lines")
    promise(reason.utf8.count <= 16_384 && reason.count <= 600, "a reason without an end")
}

/// All that one service's refusals can be, by their status.
private func refusals(of body: [UInt8]) -> [HTTPResponse] {
    [200, 400, 401, 402, 403, 404, 429, 500].map { HTTPResponse(status: $0, body: body) }
}

func runOpenMeteo(_ bytes: [UInt8]) {
    for answer in (OpenMeteoDocument<OpenMeteoAnswer>.decode(bytes) ?? [:]).values.prefix(4) {
        guard let hours = answer.hours() else { continue }
        check(hours: hours, timeZone: answer.timeZone, source: "open-meteo")
    }
    let airs = OpenMeteoDocument<OpenMeteoAirQuality>.decode(bytes) ?? [:]
    for (index, answer) in (OpenMeteoDocument<OpenMeteoConditions>.decode(bytes) ?? [:]).prefix(4) {
        guard let days = answer.days(), answer.isInUnitsAskedFor else { continue }
        check(
            current: answer.conditions,
            airQuality: airs[index]?.airQuality(at: Shown.place),
            days: days,
            timeZone: answer.timeZone,
            source: "open-meteo"
        )
    }
    for air in airs.values.prefix(4) { _ = air.airQuality(at: Shown.place) }
    if let reason = OpenMeteoRefusal.reason(in: bytes) { checkWords(quoted(reason, hiding: secret)) }
    checkWords(describeUnreadable(bytes))
}

func runMetNorway(_ bytes: [UInt8]) {
    guard let hours = MetNorwayAnswer(json: bytes)?.hours() else { return }
    promise(hours.count <= 128, "more hours than are read")
    check(hours: hours, timeZone: nil, source: "met-norway")
}

func runOpenWeather(_ bytes: [UInt8]) {
    if let answer = OpenWeatherAnswer(json: bytes) {
        check(hours: answer.hours, timeZone: answer.timeZone, source: "openweather")
    }
    let air = OpenWeatherAir(json: bytes)?.airQuality
    if let answer = OpenWeatherConditions(json: bytes) {
        check(
            current: answer.conditions(in: "en"),
            airQuality: air,
            days: answer.days(in: "en"),
            timeZone: answer.timeZone,
            source: "openweather"
        )
    }
    if let places = [OpenWeatherPlace](json: bytes) {
        for language in ["ja", "zh-TW", "nb"] { checkName(places.first?.name(in: language)) }
    }
    for response in refusals(of: bytes) {
        let refusal = OpenWeatherRefusal(response, hiding: secret, from: "OpenWeather", now: Shown.now)
        checkWords(refusal.failure.reason)
    }
}

func runQWeather(_ bytes: [UInt8]) {
    let (days1, days7) = (QWeatherV1.days(bytes, at: Shown.place), QWeatherV7.days(bytes))
    let generations = [
        (QWeatherV1.current(bytes, now: Shown.now), QWeatherV1.airQuality(bytes), days1),
        (QWeatherV7.current(bytes, now: Shown.now), QWeatherV7.airQuality(bytes), days7),
    ]
    for (current, air, days) in generations where current != nil || days != nil {
        let known = current ?? CurrentConditions(observed: Shown.now, condition: .clear)
        check(current: known, airQuality: air, days: days ?? [], timeZone: nil, source: "qweather")
    }
    checkName(QWeatherCity.name(bytes).flatMap { $0.isEmpty ? nil : $0 })
    for response in refusals(of: bytes) {
        guard let fault = QWeatherFault(response) else { continue }
        for endpoint in [QWeatherEndpoint.currentV1, .weekV7, .city] {
            checkWords(QWeatherRefusal(fault, of: endpoint).failure.reason)
        }
    }
}

/// Reads the name of a place, and a quote: texts that end up on panels.
func runNames(_ bytes: [UInt8]) {
    if case .place(let name) = NominatimAnswer(json: bytes)?.outcome { checkName(name) }
    if let message = HitokotoRefusal.message(in: bytes) { checkWords(quoted(message, hiding: nil)) }
    guard let quote = HitokotoAnswer(json: bytes)?.quote else { return }
    let timeline = DayTimeline.make(
        in: "Asia/Tokyo",
        at: Shown.now,
        quote: quote,
        source: "hitokoto",
        zones: Shown.zones
    )
    show(timeline, of: DayWidget())
}

private func checkName(_ name: String?) {
    guard let name else { return }
    promise(!name.isEmpty, "a place without a name")
    Shown.publish(WeatherEntry.sample(at: Shown.now), of: WeatherWidget(), placeName: name)
    Shown.publish(ConditionsEntry.sample(at: Shown.now), of: ConditionsWidget(), placeName: name)
}
