import Payloads
import TestSupport
import Testing
import Time
import Upstreams
import Weather

private let noon = Installation.noon
private let panel = "panels: [{id: p, location: \"35.6465,139.6297\", language: ja}]"

/// A failure between the upstream and the bridge.
struct Outage: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let response: HTTPServer.Response

    static let all = [
        Outage(testDescription: "cut off", response: .cutOff(#"{"latitude":35.65,"#)),
        Outage(testDescription: "closed", response: .verbatim("")),
        Outage(testDescription: "garbage", response: .verbatim("garbage\r\n\r\n")),
        Outage(testDescription: "500", response: .html("<h1>Internal Server Error</h1>", status: 500)),
        Outage(testDescription: "503", response: .empty(status: 503)),
        Outage(testDescription: "429", response: .empty(status: 429, headers: ["Retry-After": "120"])),
        Outage(testDescription: "hotel", response: .html("<html><h1>Welcome to the hotel</h1></html>")),
        Outage(testDescription: "truncated JSON", response: .json(#"{"latitude":35.65,"hourly":{"time":[177469"#)),
        Outage(testDescription: "wrong types", response: .json(#"{"hourly":{"time":"now","pressure_msl":[true]}}"#)),
        Outage(testDescription: "empty", response: .json("")),
        Outage(testDescription: "endless", response: .endless),
        Outage(testDescription: "gzip bomb", response: .gzipBomb),
        Outage(testDescription: "not gzip", response: .json("{}", headers: ["Content-Encoding": "gzip"])),
        Outage(testDescription: "a length of less", response: .json("{ }", framedBy: "Content-Length: 2")),
        Outage(testDescription: "a length of more", response: .json("{}", framedBy: "Content-Length: 99")),
        Outage(testDescription: "a negative length", response: .json("{}", framedBy: "Content-Length: -2")),
        Outage(testDescription: "chunks", response: .json("zz\r\n{}", framedBy: "Transfer-Encoding: chunked")),
        Outage(testDescription: "redirect loop", response: .redirect(to: "/v1/forecast")),
        Outage(testDescription: "login", response: .redirect(to: "https://login.invalid/")),
        Outage(testDescription: "NaN", response: forecast(pressure: "NaN")),
        Outage(testDescription: "1e999", response: forecast(pressure: "1e999")),
        Outage(testDescription: "deep nesting", response: .json(String(repeating: "[", count: 500_000))),
        Outage(
            testDescription: "10 MB string",
            response: .json("{\"a\":\"" + String(repeating: "x", count: 10_000_000) + "\"}")
        ),
    ]

    /// Those that last until the bridge has had enough, ten seconds and thirty.
    static let slow = [
        Outage(testDescription: "stalled", response: .stalled(after: #"{"latitude":35.65,"#)),
        Outage(testDescription: "one byte at a time", response: .dripping(#"{"latitude":35.65,"#)),
        Outage(testDescription: "slow headers", response: .unfinished("HTTP/1.1 200 OK\r\nContent-Ty")),
        Outage(testDescription: "silence", response: .silence),
    ]

    private static func forecast(pressure: String) -> HTTPServer.Response {
        let hours = (0..<30).map { noon.addingHours($0).unixSeconds }
        let pressures = hours.map { _ in pressure }.joined(separator: ",")
        return .json(#"{"timezone":"Asia/Tokyo","hourly":{"time":\#(hours),"pressure_msl":[\#(pressures)]}}"#)
    }
}

@Suite(.timeLimit(.minutes(4)))
struct UpstreamFaults {
    private let installation: Installation

    init() throws {
        installation = try Installation()
    }

    @Test(arguments: Outage.all)
    func `the last good entries stay, become stale, and are fresh again after it`(outage: Outage) async throws {
        try await outlive(outage)
    }

    @Test(.enabled(if: Thoroughness.isFull), arguments: Outage.slow)
    func `the last good entries stay through an answer that takes for ever`(outage: Outage) async throws {
        try await outlive(outage, HTTPLimits())
    }

    private func outlive(_ outage: Outage, _ limits: HTTPLimits = Installation.patient) async throws {
        let topics = try await TopicRecorder(installation.broker)
        let clock = installation.clock
        try await installation.run(installation.configuration(panel), limits: limits) { _ in
            try await topics.status("fresh", of: "p")
            await installation.advanceToHourMark()
            installation.upstream.setHandler { _ in outage.response }
            clock.set(to: await clock.nextSleep { $0 > noon.addingHours(1) })
            let line = try await installation.logs("keep what they show")
            #expect(line.contains("warning: Open-Meteo") && line.contains("next try at 2026-03-28T13:"))

            let logMark = installation.log.mark
            var mark = topics.mark
            let hour = noon.addingHours(2)
            clock.set(to: hour)
            let entry = try await topics.entry(for: hour, on: "p", since: mark)
            #expect(entry.firstPressure == 10_070, "from the forecast of two hours ago")
            try await topics.status("stale", of: "p", since: mark)
            let frame = try await topics.first(on: "kiatsu/p/weather/frame", since: mark) { $0.isEntry(for: hour) }
                .weather
            #expect(frame.isStale == true && frame.ageHours == 1)

            // The reload of this hour mark must have failed before the upstream is mended.
            _ = await installation.upstream.request(3)
            try await installation.logs("keep what they show", since: logMark)
            installation.upstream.setHandler { Installation.answer($0, clock) }
            mark = topics.mark
            clock.set(to: await clock.nextSleep { $0 < hour.addingHours(1) })
            try await topics.status("fresh", of: "p", since: mark)
            try await topics.first(on: "kiatsu/p/weather", since: mark) { message in
                message.isEntry(for: hour) && (try? message.weather.firstPressure) == 10_050
            }
        }
        // Whatever was left open is closed with the client.
        await installation.upstream.openConnections(0)
        FaultTable.held(
            "upstream: \(outage.testDescription)",
            "the last good entries stay, stale is told, the hour mark is on time, the next answer heals"
        )
    }

    @Test(arguments: [
        ("hours missing", [0, 2, 3, 5]), ("unsorted", [5, 3, 0, 2]), ("duplicated", [0, 0, 2, 3, 3, 5]),
        ("going backwards", [5, 3, 2, 0, -1, -2]), ("beginning again", [0, 2, 3, 0, 2, 3, 5]),
    ])
    func `hours in disorder are put into order, and gaps are gaps`(disorder: String, offsets: [Int]) async throws {
        let topics = try await TopicRecorder(installation.broker)
        let times = offsets.map { noon.addingHours($0).unixSeconds }
        let pressures = offsets.map { 1000 + $0 }
        installation.upstream.setHandler { _ in
            .json(#"{"timezone":"Asia/Tokyo","hourly":{"time":\#(times),"pressure_msl":\#(pressures)}}"#)
        }
        try await installation.run(installation.configuration(panel)) { _ in
            try await topics.status("fresh", of: "p")
            for hour in [0, 1] {
                if hour > 0 { installation.clock.set(to: noon.addingHours(1)) }
                // The sample was of the same hour.
                let isSaid = { @Sendable (entry: DecodedWeather) in hour > 0 || entry.firstPressure == 10_000 }
                let entry = try await topics.first(on: "kiatsu/p/weather") { message in
                    message.isEntry(for: noon.addingHours(hour)) && (try? message.weather).map(isSaid) == true
                }
                .weather
                let expected = (hour..<hour + 24).map { [0, 2, 3, 5].contains($0) ? 10_000 + $0 * 10 : nil }
                #expect(entry.pressures.map { $0.map { Int($0.tenthsHPa) } } == expected)
            }
        }
        FaultTable.held("upstream: \(disorder)", "each hour shows what was said of it, and nothing else")
    }

    @Test func `the hour mark does not wait for a slow upstream`() async throws {
        let topics = try await TopicRecorder(installation.broker)
        let clock = installation.clock
        try await installation.run(installation.configuration(panel)) { _ in
            try await topics.status("fresh", of: "p")
            await installation.advanceToHourMark()
            installation.upstream.setHandler { .held(Installation.answer($0, clock)) }
            clock.set(to: await clock.nextSleep { $0 > noon.addingHours(1) })
            _ = await installation.upstream.request(2)
            await installation.advanceToHourMark()
            let entry = try await topics.entry(for: noon.addingHours(2), on: "p")
            #expect(entry.firstPressure == 10_070)
            try await topics.status("stale", of: "p")
            #expect(installation.upstream.requests.count == 2, "one at a time")
            installation.upstream.release()
            try await topics.status("fresh", of: "p", since: topics.mark)
        }
    }

    @Test(arguments: ["open-meteo", "openweather"])
    func `the upstream is left alone for as long as it asks`(source: String) async throws {
        let configuration = try installation.configuration(
            "source: \(source)\n" + panel,
            environment: ["KIATSU_OPENWEATHER_API_KEY": "0123456789abcdef"]
        )
        let clock = installation.clock
        installation.upstream.setHandler { _ in .empty(status: 429, headers: ["Retry-After": "1200"]) }
        try await installation.run(configuration) { _ in
            try await installation.logs("keep what they show")
            let asked = clock.now
            let next = await clock.nextSleep { $0 < noon.addingHours(1) }
            #expect(next >= asked + .seconds(1200))
            #expect(installation.upstream.requests.count == 1)
            clock.set(to: next)
            _ = await installation.upstream.request(2)
        }
    }

    @Test func `when all hours are used up the last entry stays and the panel is expired`() async throws {
        let topics = try await TopicRecorder(installation.broker)
        let clock = installation.clock
        try await installation.run(installation.configuration(panel)) { _ in
            try await topics.status("fresh", of: "p")
            installation.upstream.setHandler { _ in .empty(status: 500) }
            for hour in 1...5 {
                let mark = topics.mark
                clock.set(to: noon.addingHours(hour))
                try await topics.first(on: "kiatsu/p/status", since: mark)
            }
            try await topics.status("expired", of: "p")
            let settled = try await topics.settled()
            let last = try #require(topics.all(on: "kiatsu/p/weather", settled).last).weather
            #expect(last.date == noon.addingHours(4))
            let frame = try #require(topics.all(on: "kiatsu/p/weather/frame", settled).last).weather
            #expect(frame.isStale == true && frame.isPlaceholder == false)
        }
    }
}
