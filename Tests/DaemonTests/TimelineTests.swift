import Payloads
import TestSupport
import Testing
import Time

private let noon = Installation.noon
private let threePlaces = """
    panels:
      - {id: tokyo, location: "35.6465,139.6297", language: ja}
      - {id: berlin, location: "52.52,13.405", language: de}
      - {id: delhi, location: "28.6139,77.2090"}
    """
private let panels = ["tokyo", "berlin", "delhi"]

@Suite(.timeLimit(.minutes(4)))
struct TimelineTests {
    private let installation: Installation

    init() throws {
        installation = try Installation()
    }

    @Test func `the first forecast of all places comes in one request and is shown at once`() async throws {
        let topics = try await TopicRecorder(installation.broker)
        try await installation.run(installation.configuration(threePlaces)) { _ in
            for panel in panels { try await topics.status("fresh", of: panel) }
            let settled = try await topics.settled()
            for panel in panels {
                let entry = try #require(topics.all(on: "kiatsu/\(panel)/weather", settled).last).weather
                #expect(entry.date == noon && entry.firstPressure == 10_050)
            }
            let request = await installation.upstream.request(1)
            #expect(request.query["latitude"]?.split(separator: ",").count == 3)
            #expect(installation.upstream.requests.count == 1)
        }
    }

    @Test func `each hour mark is kept to the second from memory, and the reload follows at five past`() async throws {
        let topics = try await TopicRecorder(installation.broker)
        let clock = installation.clock
        try await installation.run(installation.configuration(threePlaces)) { _ in
            for panel in panels { try await topics.status("fresh", of: panel) }
            let hour = await clock.nextSleep()
            #expect(hour == noon.addingHours(1))
            var mark = topics.mark
            clock.set(to: hour)
            for panel in panels {
                let entry = try await topics.entry(for: hour, on: panel, since: mark)
                #expect(entry.firstPressure == 10_060, "the next hour's own row")
                try await topics.status("fresh", of: panel, since: mark)
            }
            #expect(installation.upstream.requests.count == 1, "from memory")

            let reload = await clock.nextSleep()
            #expect((hour + .seconds(300)...hour + .seconds(360)).contains(reload))
            installation.upstream.setHandler { OpenMeteoFixture.response(to: $0, now: clock.now) { _ in 999 } }
            mark = topics.mark
            clock.set(to: reload)
            for panel in panels {
                try await topics.first(on: "kiatsu/\(panel)/weather", since: mark) {
                    $0.isEntry(for: hour) && (try? $0.weather.firstPressure) == 9990
                }
            }
            let request = await installation.upstream.request(2)
            #expect(request.query["longitude"]?.split(separator: ",").count == 3)
            #expect(await clock.nextSleep() == noon.addingHours(2))
            #expect(installation.upstream.requests.count == 2)
        }
    }

    @Test func `a reload that changes nothing publishes no entry again`() async throws {
        let topics = try await TopicRecorder(installation.broker)
        let clock = installation.clock
        installation.upstream.setHandler { _ in
            var place = OpenMeteoFixture(now: clock.now)
            place.temperature = { _ in 5.8 }
            place.pressure = { _ in 1005 }
            place.isDay = { _ in 1 }
            return .json(OpenMeteoFixture.json([place, place, place]))
        }
        try await installation.run(installation.configuration(threePlaces)) { _ in
            for panel in panels { try await topics.status("fresh", of: panel) }
            await installation.advanceToHourMark()
            for panel in panels { try await topics.entry(for: noon.addingHours(1), on: panel) }
            let mark = topics.mark
            let logMark = installation.log.mark
            clock.set(to: await clock.nextSleep { $0 > noon.addingHours(1) })
            // Taken in, too: it is on disk before.
            try await installation.logs("weather from open-meteo: 3 timeline(s)", since: logMark)
            await installation.advanceToHourMark()
            for panel in panels { try await topics.entry(for: noon.addingHours(2), on: panel, since: mark) }
            let settled = try await topics.settled()
            for panel in panels {
                #expect(topics.all(on: "kiatsu/\(panel)/weather", since: mark, settled).count == 1)
            }
        }
    }

    @Test func `openweather is asked once for each place`() async throws {
        let clock = installation.clock
        installation.upstream.setHandler { _ in .json(OpenWeatherFixture(now: clock.now).json) }
        let topics = try await TopicRecorder(installation.broker)
        let configuration = try installation.configuration(
            "source: openweather\n" + threePlaces,
            environment: ["KIATSU_OPENWEATHER_API_KEY": "0123456789abcdef"]
        )
        try await installation.run(configuration) { _ in
            for panel in panels { try await topics.status("fresh", of: panel) }
            let requests = installation.upstream.requests
            #expect(Set(requests.compactMap { $0.query["lat"] }) == ["35.65", "52.52", "28.61"])
            #expect(requests.count == 3)
            await installation.advanceToHourMark()
            var moments = Set<UTCInstant>()
            for number in 4...6 {
                let reload = await clock.nextSleep { [now = clock.now] in $0 > now && $0 < noon.addingHours(2) }
                moments.insert(reload)
                clock.set(to: reload)
                _ = await installation.upstream.request(number)
            }
            #expect(moments.count == 3, "each place at its own moment")
        }
    }

    @Test(arguments: ["5", "3.1.1"])
    func `entries expire a day after their hour where the protocol knows it`(version: String) async throws {
        let topics = try await TopicRecorder(installation.broker)
        let configuration = try installation.configuration(threePlaces, mqtt: ", protocol: \"\(version)\"")
        try await installation.run(configuration) { _ in
            for panel in panels {
                try await topics.status("fresh", of: panel)
                let message = try await topics.first(on: "kiatsu/\(panel)/weather") { $0.isEntry(for: noon) }
                #expect(message.qualityOfService == 1)
                guard version == "5" else {
                    #expect(message.expirySeconds == nil)
                    continue
                }
                let expiry = try #require(message.expirySeconds)
                #expect((86_280...86_340).contains(expiry), "24 hours, less the minute since noon and the way")
            }
            let retained = try await BrokerObserver.retained(in: installation.broker)
            #expect(retained["kiatsu/bridge/state"]?.text == "online")
            #expect(retained["kiatsu/tokyo/weather/place"]?.text == "世田谷区")
        }
    }

    @Test func `an idle bridge sleeps`() async throws {
        let topics = try await TopicRecorder(installation.broker)
        try await installation.run(installation.configuration(threePlaces)) { _ in
            try await topics.status("fresh", of: "tokyo")
            let before = installation.clock.sleepCount
            for number in 0..<10 {
                let mark = topics.mark
                try installation.broker.publish("kiatsu/tokyo/location/set", "nonsense \(number)")
                try await topics.first(on: "kiatsu/tokyo/location/response", since: mark)
            }
            #expect(installation.clock.sleepCount - before <= 30, "a few naps for each command")
        }
    }
}
