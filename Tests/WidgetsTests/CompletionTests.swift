import Synchronization
import Testing
import Time
import Timelines
import Weather
import Widgets

private let start = UTCInstant(unixSeconds: 1_774_728_000)

/// Answers every place with a forecast that may be short or without columns.
private struct ShortSource: ForecastSource {
    let name: String
    let placesPerRequest = 10
    var hours = 30
    var pressure: Int? = 10_000
    var temperature: Int? = 50
    var obtained = start

    func forecasts(for places: [Coordinate]) async -> [Result<HourlyForecast, ReloadFailure>] {
        places.map { _ in .success(forecast) }
    }

    var forecast: HourlyForecast {
        let rows = (0..<hours).map { index in
            HourlyForecast.Hour(
                start: obtained.hourStart.addingHours(index),
                temperature: temperature.flatMap { Temperature(tenthsCelsius: $0) },
                pressure: pressure.flatMap { SeaLevelPressure(tenthsHPa: $0 + index) },
                condition: .rain,
                isDaylight: true
            )
        }
        return HourlyForecast(hours: rows, timeZone: "UTC", obtained: obtained, source: name)
    }
}

/// Answers every place with a report.
private struct ReportSource: ConditionsSource {
    let name: String
    let placesPerRequest = 10
    var temperature: Int? = 50
    var condition = Condition.rain
    var wind: Int? = 90
    var air: Int? = 42
    var dayCount = 5
    var obtained = start

    func reports(for places: [Coordinate]) async -> [Result<ConditionsReport, ReloadFailure>] {
        var current = CurrentConditions(observed: obtained, condition: condition)
        current.temperature = temperature.flatMap { Temperature(tenthsCelsius: $0) }
        current.windFromDegrees = wind
        let today = CivilDate(at: obtained, utcOffsetSeconds: 0)
        let days = (0..<dayCount).map { index in
            DailyForecast(
                date: today.addingDays(index),
                minimum: Temperature(tenthsCelsius: index),
                maximum: Temperature(tenthsCelsius: 100 + index),
                dayCondition: .snow,
                nightCondition: .unknown
            )
        }
        let report = ConditionsReport(
            current: current,
            airQuality: air.flatMap { AirQuality(index: $0, scale: .european) },
            days: days,
            timeZone: "UTC",
            obtained: obtained,
            source: name
        )
        return places.map { _ in .success(report) }
    }
}

@Suite struct CompletionTests {
    private let place: TimelineSubject

    init() throws {
        place = .place(GridCell(containing: try #require(Coordinate(latitude: 1, longitude: 2))))
    }

    private func reload<Answer, Entry>(
        _ provider: PlaceProvider<Answer, Entry>,
        before: Timeline<Entry>? = nil
    ) async throws -> ReloadedTimeline<Entry> {
        let current = before.map { [place: $0] } ?? [:]
        let made = try #require(await provider.timelines(for: [place], current: current, at: start)[place]).get()
        #expect(provider.timeline(from: made.archive, for: place, at: start) == made.timeline, "as after a restart")
        return made
    }

    private func weather(_ sources: ShortSource...) -> WeatherProvider {
        WeatherProvider(sources: sources, zones: HostZones())
    }

    private func conditions(_ sources: ReportSource...) -> ConditionsProvider {
        ConditionsProvider(sources: sources, zones: HostZones())
    }

    // MARK: The weather

    @Test func `hours that an answer lacks stay, and make it as old as they are`() async throws {
        let whole = try await reload(weather(ShortSource(name: "a"))).timeline
        let later = start.addingHours(1)
        let short = ShortSource(name: "b", hours: 10, pressure: 9000, obtained: later)
        let made = try await reload(weather(short), before: whole)
        let entry = try #require(made.timeline.entries.first)
        #expect(entry.date == later && entry.source == "b" && entry.obtained == start)
        #expect(made.timeline.obtained == start)
        #expect(made.timeline.entries.count == WeatherTimeline.entryCount, "it lasts as long as the new answer")
        #expect(entry.hours[..<10].map { $0.pressure.map { Int($0.tenthsHPa) } } == (0..<10).map { 9000 + $0 })
        #expect(entry.hours[10...].map { $0.pressure.map { Int($0.tenthsHPa) } } == (11..<25).map { 10_000 + $0 })
        #expect(
            made.warnings == [
                "b answered without the pressure of the coming 24 hours: if it lasts, choose another source"
            ]
        )
        #expect(made.retry == .halfHourly)
    }

    @Test func `a column that is missing stays, and one that was always missing is none`() async throws {
        let whole = try await reload(weather(ShortSource(name: "a"))).timeline
        let bare = ShortSource(name: "a", temperature: nil, obtained: start.addingHours(1))
        let made = try await reload(weather(bare), before: whole)
        #expect(made.timeline.entries[0].hours[0].temperature == Temperature(tenthsCelsius: 50))
        #expect(made.timeline.obtained == start && made.warnings.isEmpty && made.retry == nil)
        let without = try await reload(weather(ShortSource(name: "a", temperature: nil))).timeline
        let next = try await reload(weather(bare), before: without)
        #expect(next.timeline.obtained == start.addingHours(1))
    }

    @Test(arguments: [(4, true), (5, false)])
    func `what is older than it would be shown by itself completes nothing`(hours: Int, isTaken: Bool) async throws {
        let whole = try await reload(weather(ShortSource(name: "a"))).timeline
        let short = ShortSource(name: "a", hours: 10, obtained: start.addingHours(hours))
        let made = try await reload(weather(short), before: whole)
        #expect((made.timeline.entries[0].hours[12].pressure != nil) == isTaken)
        #expect(made.timeline.obtained == (isTaken ? start : start.addingHours(hours)))
    }

    @Test func `a whole answer takes nothing over`() async throws {
        let whole = try await reload(weather(ShortSource(name: "a"))).timeline
        let next = ShortSource(name: "a", pressure: 9000, obtained: start.addingHours(1))
        let made = try await reload(weather(next), before: whole)
        #expect(made.timeline.obtained == start.addingHours(1))
        #expect(made.timeline == (try await reload(weather(next)).timeline))
    }

    @Test func `a source without the pressure gives way to the next, the best of them stands where none has it`()
        async throws
    {
        let short = ShortSource(name: "short", hours: 10)
        let bare = ShortSource(name: "bare", pressure: nil)
        let made = try await reload(weather(short, bare, ShortSource(name: "whole")))
        #expect(made.timeline.entries[0].source == "whole" && made.warnings.count == 2 && made.retry == nil)
        #expect(made.asked.map { $0.failure == nil } == [false, false, true])
        for sources in [weather(bare, short), weather(short, bare)] {
            let made = try await reload(sources)
            #expect(made.timeline.entries[0].source == "short" && made.retry == .halfHourly)
        }
        let enough = try await reload(weather(ShortSource(name: "enough", hours: 18), short))
        #expect(enough.timeline.entries[0].source == "enough" && enough.warnings.isEmpty)
    }

    // MARK: The conditions

    @Test func `a report without the temperature or the condition of now gives way to the next`() async throws {
        let cold = ReportSource(name: "cold", condition: .unknown)
        let made = try await reload(
            conditions(ReportSource(name: "none", temperature: nil), cold, ReportSource(name: "whole"))
        )
        #expect(made.timeline.entries[0].source == "whole" && made.warnings.count == 2)
        let alone = try await reload(conditions(cold))
        #expect(alone.timeline.entries[0].source == "cold" && alone.retry == .halfHourly)
        #expect(alone.warnings == ["cold answered without a condition of now: if it lasts, choose another source"])
    }

    @Test func `temperature, condition and days stay and make a report older, the rest is of its own hour`()
        async throws
    {
        let whole = try await reload(conditions(ReportSource(name: "a"))).timeline
        let later = start.addingHours(1)
        let bare = ReportSource(name: "b", temperature: nil, wind: nil, air: nil, dayCount: 1, obtained: later)
        let made = try await reload(conditions(bare), before: whole)
        let entry = try #require(made.timeline.entries.first)
        #expect(entry.date == later && entry.obtained == start && made.timeline.obtained == start)
        #expect(entry.current.temperature == Temperature(tenthsCelsius: 50) && entry.current.observed == start)
        #expect(entry.current.windFromDegrees == nil && entry.airQuality == nil)
        #expect(entry.days.map { $0?.maximum } == (0..<4).map { Temperature(tenthsCelsius: 100 + $0) })
        let again = ReportSource(name: "b", wind: nil, air: nil, obtained: start + .seconds(1800))
        let same = try await reload(conditions(again), before: whole).timeline
        #expect(same.entries[0].current.windFromDegrees == 90 && same.entries[0].airQuality?.index == 42)
        #expect(same.obtained == start + .seconds(1800))
    }

    @Test func `yesterday does not make a report older`() async throws {
        let (evening, midnight) = (start.addingHours(3), start.addingHours(4))
        let old = try await reload(conditions(ReportSource(name: "a", obtained: evening))).timeline
        let made = try await reload(conditions(ReportSource(name: "a", obtained: midnight)), before: old).timeline
        #expect(made.obtained == midnight && made.entries[0].today > old.entries[0].today)
    }
}
