import Payloads
import TestSupport
import Testing
import Time

@testable import Bridge

/// Clocks that start at 1970, leap ahead and go back while the bridge runs.
@Suite(.timeLimit(.minutes(4))) struct ClockFaults {
    private static let noon = Installation.noon
    /// The time that a board without a clock of its own shows two minutes after power came.
    private static let epoch = UTCInstant(unixSeconds: 120)
    private static let panels = "panels: [{id: p, location: \"35.6465,139.6297\"}]"

    private let installation: Installation

    init() throws {
        installation = try Installation()
    }

    private var clock: TestClock { installation.clock }

    /// The upstream's own clock is right, whatever ours shows.
    private func answer(at now: UTCInstant) {
        installation.upstream.setHandler { OpenMeteoFixture.response(to: $0, now: now) }
    }

    /// The entries that the panel was sent since the mark.
    private func hours(_ topics: TopicRecorder, since mark: Int = 0) async throws -> [UTCInstant] {
        try topics.all(on: "kiatsu/p/weather", since: mark, try await topics.settled()).map { try $0.weather.date }
    }

    private func send(_ payload: String, _ topics: TopicRecorder) async throws -> String {
        let mark = topics.mark
        try installation.broker.publish("kiatsu/p/location/set", payload)
        return try await topics.first(on: "kiatsu/p/location/response", since: mark).text
    }

    @Test func `from 1970 no hour is told that is not so, and the right time brings its hour`() async throws {
        clock.set(to: Self.epoch)
        answer(at: Self.noon)
        let configuration = try installation.configuration(Self.panels)
        try await installation.run(configuration) { _ in
            let topics = try await TopicRecorder(installation.broker)
            try await topics.status("sample", of: "p")
            _ = await installation.upstream.request(1)
            try await installation.logs("next try at 1970-01-01T00:0")
            // A sample says that it is one.
            let settled = try await topics.settled()
            let frames = topics.all(on: "kiatsu/p/weather/frame", settled)
            #expect(try frames.allSatisfy { try $0.weather.isPlaceholder == true })
            #expect(topics.all(on: "kiatsu/p/status", settled).allSatisfy { $0.text == "sample" })

            let mark = topics.mark
            clock.set(to: Self.noon + .seconds(90))
            try await topics.entry(for: Self.noon, on: "p", since: mark)
            try await topics.status("fresh", of: "p", since: mark)
            // Planned by the right time from here on.
            _ = await clock.nextSleep { $0 > Self.noon && $0 < Self.noon.addingHours(2) }
        }
        FaultTable.held("clock at 1970 until NTP comes", "samples are told as such, the right hour comes at once")
    }

    @Test func `how long the bridge has run and a fault has lasted is no matter of what the clock shows`() async throws
    {
        clock.set(to: Self.epoch)
        installation.upstream.setHandler { _ in .empty(status: 503) }
        let configuration = try installation.configuration(Self.panels)
        try await installation.run(configuration) { _ in
            let topics = try await TopicRecorder(installation.broker)
            try await installation.logs("keep what they show")
            clock.advance(by: .seconds(300))
            let wrong = clock.now.unixSeconds
            try await topics.first(on: "kiatsu/bridge/health") { message in
                (try? ToldHealth(message.payload)).map { $0.ts == wrong && $0.uptime == 300 } == true
            }
            let set = Self.noon + .seconds(90)
            answer(at: set)
            clock.step(to: set)
            try await installation.logs("open-meteo answers again, after 5 min,")
            try await topics.first(on: "kiatsu/p/location") { $0.text.contains("\"ts\":\(set.unixSeconds - 300)") }
            clock.advance(by: .seconds(60))
            try await topics.first(on: "kiatsu/bridge/health") { message in
                (try? ToldHealth(message.payload)).map { $0.ts > set.unixSeconds && $0.uptime == 360 } == true
            }
        }
        FaultTable.held("clock at 1970 until NTP comes", "uptime and outages are told as long as they were")
    }

    @Test func `from 1970 a tracker is heard, and its next fix counts when the clock is right`() async throws {
        clock.set(to: Self.epoch)
        answer(at: Self.noon)
        let rules = "location: {min_distance: 0, min_interval: 60, max_speed: 1000}\n"
        let configuration = try installation.configuration(rules + Self.panels)
        let seconds = Self.noon.nanosecondsSinceEpoch / 1_000_000_000
        func fix(_ latitude: Double, _ after: Int64) -> String {
            #"{"lat":\#(latitude),"lng":139.63,"tst":\#(seconds + after)}"#
        }
        try await installation.run(configuration) { _ in
            let topics = try await TopicRecorder(installation.broker)
            try await topics.status("sample", of: "p")
            // Stored; its weather cannot be there yet.
            let first = try await send(fix(35.65, 0), topics)
            #expect(first.contains(#""error":"upstream""#) || first.contains(#""ok":true"#))
            clock.set(to: Self.noon + .seconds(300))
            try await topics.status("fresh", of: "p")
            #expect(try await send(fix(35.66, 290), topics).contains(#""ok":true"#))
            // By an hour, and the tracker keeps the right time.
            clock.set(to: Self.noon.addingHours(-1))
            answer(at: Self.noon.addingHours(-1))
            #expect(try await send(fix(35.67, 360), topics).contains(#""ok":true"#))
        }
        FaultTable.held("clock at 1970, then right, then an hour back", "a tracker is never locked out")
    }

    @Test func `what was stored in 1970 or in the future keeps nobody waiting after a restart`() async throws {
        let moments = [Self.epoch, Self.noon, Self.epoch, Self.noon.addingHours(24 * 400), Self.noon]
        let configuration = try installation.configuration(Self.panels)
        for (index, moment) in moments.enumerated() {
            clock.set(to: moment)
            answer(at: moment)
            let count = installation.upstream.requests.count
            try await installation.run(configuration) { _ in
                let topics = try await TopicRecorder(installation.broker)
                let mark = topics.mark
                try await topics.entry(for: moment.hourStart, on: "p", since: mark)
                try await topics.first(on: "kiatsu/p/status", since: mark) { !$0.isRetained && $0.text == "fresh" }
                _ = await installation.upstream.request(count + 1)
                #expect(try await send(#"{"lat":35.65,"lng":139.\#(62 + index % 2)}"#, topics).contains(#""ok":true"#))
            }
        }
        FaultTable.held("restarts with another year each", "stored times keep nobody waiting", times: moments.count)
    }

    @Test func `hours ahead and back bring each the hour that the clock shows`() async throws {
        let configuration = try installation.configuration(Self.panels)
        try await installation.run(configuration) { _ in
            let topics = try await TopicRecorder(installation.broker)
            try await topics.status("fresh", of: "p")
            var now = Self.noon
            for hours in [3, 5, -2, 30, -26, 1, -8] {
                // Asleep until the next regular moment, not in the midst of the last step.
                _ = await clock.nextSleep { [now] in $0 > now }
                now = now.addingHours(hours)
                let mark = topics.mark
                clock.set(to: now + .seconds(60))
                try await topics.entry(for: now, on: "p", since: mark)
                try await topics.first(on: "kiatsu/p/status", since: mark) { $0.text == "fresh" }
                // Of what is left of a forecast the last may be told as expired, none of the hours that were leapt
                // over.
                let others = try await Set(self.hours(topics, since: mark)).subtracting([now])
                if (1...4).contains(hours) { #expect(others.isEmpty) }
            }
        }
        FaultTable.held("clock stepped by hours, ahead and back", "the hour that it shows comes at once", times: 7)
    }

    @Test func `a retry that was planned in 1970 or in the future is not waited for`() async throws {
        let configuration = try installation.configuration(Self.panels)
        clock.set(to: Self.epoch)
        installation.upstream.setHandler { _ in .json(#"{"error":true,"reason":"down"}"#, status: 503) }
        try await installation.run(configuration) { _ in
            let topics = try await TopicRecorder(installation.broker)
            try await installation.logs("next try at 1970")
            clock.set(to: Self.noon + .seconds(60))
            try await installation.logs("next try at 2026")
            answer(at: Self.noon.addingHours(-5))
            let count = installation.upstream.requests.count
            clock.set(to: Self.noon.addingHours(-5))
            _ = await installation.upstream.request(count + 1)
            try await topics.status("fresh", of: "p")
        }
        FaultTable.held("clock stepped while a retry waits", "it is tried at once, not in 56 years")
    }
}
