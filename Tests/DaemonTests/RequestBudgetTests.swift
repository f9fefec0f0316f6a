import Configuration
import TestSupport
import Testing
import Time

@testable import Bridge

private let noon = Installation.noon
/// Four places, for which OpenWeather is asked one by one.
private let panels = """
    source: openweather
    panels:
      - {id: a, location: "35.65,139.63"}
      - {id: b, location: "52.52,13.41"}
      - {id: c, location: "43.06,141.35"}
      - {id: d, location: "22.57,88.36"}
    """
private let key = ["KIATSU_OPENWEATHER_API_KEY": "0123456789abcdef"]
private let midnight = noon.addingHours(12)

@Suite(.timeLimit(.minutes(4)))
struct RequestBudgetTests {
    private let installation: Installation

    init() throws {
        installation = try Installation()
        let all = AllUpstreams(installation.clock)
        installation.upstream.setHandler { all($0) }
    }

    private func configuration(_ yaml: String = panels, budget: Int = 3) throws -> Configuration {
        try installation.configuration(yaml, environment: key, sources: ["openweather": ", daily_budget: \(budget)"])
    }

    private func warnings(_ text: String) -> [String] {
        installation.log.elements.filter { $0.contains("warning:") && $0.contains(text) }
    }

    /// Lets the hours pass until the time, one mark after the other.
    private func pass(until end: UTCInstant) async {
        while installation.clock.now < end {
            let next = await installation.clock.nextSleep { [now = installation.clock.now] in $0 > now }
            installation.clock.set(to: min(next, end))
        }
    }

    @Test func `a day's requests are all that are made that day, over restarts, and the next day goes on`() async throws
    {
        let clock = installation.clock
        try await installation.run(configuration()) { _ in
            let line = try await installation.logs("today’s budget of 3 calls is used up (3)")
            #expect(line.contains("warning:") && line.contains("raise sources.openweather.daily_budget"))
            await pass(until: noon.addingHours(3))
        }
        #expect(installation.upstream.count(.openWeatherForecast) == 3)
        #expect(warnings("3 of 3 calls of sources.openweather.daily_budget are used (2026-03-28)").count == 1)

        clock.set(to: midnight - .seconds(3600))
        let mark = installation.log.mark
        try await installation.run(configuration()) { _ in
            try await installation.logs("connected to the broker", since: mark)
            // A place that nobody has asked for yet.
            try installation.broker.publish("kiatsu/a/location/set", "1,1")
            try await installation.logs("today’s budget of 3", since: mark)
            await pass(until: midnight - .seconds(1))
            #expect(installation.upstream.count(.openWeatherForecast) == 3, "counted on disk")
            // The clock may have moved on while an answer was under way: the next try is later by as much.
            await pass(until: midnight.addingHours(4))
            try await installation.logs("3 of 3 calls of sources.openweather.daily_budget are used (2026-03-29)")
            _ = await installation.upstream.request(6)
        }
        #expect(installation.upstream.count(.openWeatherForecast) == 6, "the next day's three")
        #expect(warnings("are used (2026-03-29)").count == 1)
    }

    @Test func `the log warns once when four fifths are used, naming the key`() async throws {
        try await installation.run(configuration(budget: 5)) { _ in
            try await installation.logs("4 of 5 calls of sources.openweather.daily_budget are used")
            // The fifth and the refused ones add no such line.
            await pass(until: noon.addingHours(1) + .seconds(400))
            try await installation.logs("today’s budget of 5 calls is used up (5)")
        }
        #expect(warnings("calls of sources.openweather.daily_budget are used").count == 1)
        #expect(installation.upstream.count(.openWeatherForecast) == 5)
    }

    @Test func `where a budget is used up the next source of the chain takes over`() async throws {
        let topics = try await TopicRecorder(installation.broker)
        let chain = panels.replacing(
            "source: openweather",
            with: "source: [openweather, open-meteo]\nencodings: [full]"
        )
        try await installation.run(configuration(chain)) { _ in
            for panel in ["a", "b", "c", "d"] { try await topics.status("fresh", of: panel) }
            #expect(installation.upstream.count(.openWeatherForecast) == 3)
            #expect(installation.upstream.count(.openMeteoForecast) == 1)
            let settled = try await topics.settled()
            let sources = ["a", "b", "c", "d"].compactMap { panel in
                topics.all(on: "kiatsu/\(panel)/weather/full", settled).last.map {
                    $0.text.contains(#""src":"openweather""#)
                }
            }
            #expect(sources.count { $0 } == 3 && sources.count == 4)
            let line = try await installation.logs("timeline(s) do without it")
            #expect(line.contains("raise sources.openweather.daily_budget"))
        }
    }

    @Test func `names of places count as well, and leave what else is shown alone`() async throws {
        let topics = try await TopicRecorder(installation.broker)
        let named = "geocoder: openweather\n" + panels.replacing("source: openweather", with: "source: open-meteo")
        try await installation.run(configuration(named, budget: 2)) { _ in
            for panel in ["a", "b", "c", "d"] { try await topics.status("fresh", of: panel) }
            try await installation.logs("keep their names from the table")
            #expect(installation.upstream.count(.openWeatherName) <= 2)
        }
        #expect(installation.upstream.count(.openWeatherName) == 2)
    }
}
