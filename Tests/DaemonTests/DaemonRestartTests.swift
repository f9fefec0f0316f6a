import Configuration
import Payloads
import Support
import TestSupport
import Testing
import Time

@testable import Bridge
@testable import Daemon

private let noon = Installation.noon
private let panel = "panels: [{id: p, location: \"35.6465,139.6297\", language: ja}]"
private let set = "kiatsu/p/location/set"

@Suite(.timeLimit(.minutes(4)))
struct DaemonRestartTests {
    private let installation: Installation

    init() throws {
        installation = try Installation()
    }

    /// Runs a daemon until it shows a forecast and then the body.
    private func runOnce(_ yaml: String = panel, _ body: (TopicRecorder) async throws -> Void = { _ in }) async throws {
        let topics = try await TopicRecorder(installation.broker)
        try await installation.run(installation.configuration(yaml)) { _ in
            try await topics.status("fresh", of: "p")
            try await body(topics)
        }
    }

    @Test func `after a restart within the hour the entry is there at once and nobody is asked`() async throws {
        try await runOnce()
        try installation.broker.restart()
        installation.clock.advance(by: .seconds(600))
        let topics = try await TopicRecorder(installation.broker)
        try await installation.run(installation.configuration(panel)) { _ in
            let entry = try await topics.entry(for: noon, on: "p")
            #expect(entry.firstPressure == 10_050 && entry.placeName == "世田谷区")
            try await topics.status("fresh", of: "p")
            let next = await installation.clock.nextSleep()
            #expect(next == noon.addingHours(1))
        }
        #expect(
            topics.all(on: "kiatsu/p/status", try await topics.echoed()).map(\.text) == ["fresh"],
            "never the sample"
        )
        #expect(installation.upstream.requests.count == 1)
    }

    @Test func `after a restart in the next hour its own entry is shown, and asked for at five past`() async throws {
        try await runOnce()
        try installation.broker.restart()
        installation.clock.set(to: noon.addingHours(1) + .seconds(30))
        let topics = try await TopicRecorder(installation.broker)
        try await installation.run(installation.configuration(panel)) { _ in
            let entry = try await topics.entry(for: noon.addingHours(1), on: "p")
            #expect(entry.firstPressure == 10_060)
            let five = noon.addingHours(1) + .seconds(300)
            let next = await installation.clock.nextSleep()
            #expect((five...five + .seconds(60)).contains(next))
            #expect(installation.upstream.requests.count == 1)
            installation.clock.set(to: next)
            _ = await installation.upstream.request(2)
        }
    }

    @Test func `after a night without power the last entry is marked until the forecast comes`() async throws {
        try await runOnce()
        try installation.broker.restart()
        let morning = noon.addingHours(9)
        installation.clock.set(to: morning)
        let clock = installation.clock
        installation.upstream.setHandler { .held(Installation.answer($0, clock)) }
        let topics = try await TopicRecorder(installation.broker)
        try await installation.run(installation.configuration(panel)) { _ in
            try await topics.status("expired", of: "p")
            _ = await installation.upstream.request(2)
            installation.upstream.release()
            try await topics.status("fresh", of: "p")
            let entry = try await topics.entry(for: morning, on: "p")
            #expect(entry.firstPressure == 10_050)
        }
        #expect(!topics.all(on: "kiatsu/p/status", try await topics.echoed()).contains { $0.text == "sample" })
    }

    @Test func `a restart during an outage keeps the entries of the last forecast`() async throws {
        try await runOnce { _ in
            await installation.advanceToHourMark()
            installation.upstream.setHandler { _ in .empty(status: 503) }
            installation.clock.set(to: await installation.clock.nextSleep { $0 > noon.addingHours(1) })
            try await installation.logs("keep what they show")
        }
        try installation.broker.restart()
        let hour = noon.addingHours(2)
        installation.clock.set(to: hour)
        let topics = try await TopicRecorder(installation.broker)
        try await installation.run(installation.configuration(panel)) { _ in
            let entry = try await topics.entry(for: hour, on: "p")
            #expect(entry.firstPressure == 10_070)
            try await topics.status("stale", of: "p")
        }
        #expect(!topics.all(on: "kiatsu/p/status", try await topics.echoed()).contains { $0.text == "sample" })
    }

    @Test func `a position and its name outlive a restart, a failed request its waiting time`() async throws {
        try await runOnce { topics in
            installation.upstream.setHandler { _ in .empty(status: 429, headers: ["Retry-After": "1800"]) }
            try installation.broker.publish(set, #"{"lat":43.0621,"lng":141.3544,"name":"Camp"}"#)
            try await topics.first(on: "kiatsu/p/location/response") { $0.text.contains("upstream") }
        }
        try installation.broker.restart()
        let clock = installation.clock
        installation.upstream.setHandler { Installation.answer($0, clock) }
        let topics = try await TopicRecorder(installation.broker)
        try await installation.run(installation.configuration(panel)) { _ in
            let old = try await topics.entry(for: noon, on: "p")
            #expect(old.placeName == "世田谷区", "the old place's graph keeps the old place's name")
            try await topics.status("stale", of: "p")
            let before = try await topics.first(on: "kiatsu/p/location") { _ in true }
            #expect(before.text.contains("世田谷区") && before.text.contains(#""src":"config""#), "\(before.text)")
            let next = await clock.nextSleep()
            #expect(next >= noon + .seconds(60 + 1800))
            clock.set(to: next)
            try await topics.status("fresh", of: "p")
            let state = try await topics.first(on: "kiatsu/p/location") { $0.text.contains(#""lat":43.06"#) }
            #expect(state.text.contains(#""n":"Camp""#) && state.text.contains(#""src":"command""#))
        }
    }

    @Test func `a store that another process has open is an error that names it`() async throws {
        try await runOnce { _ in
            let configuration = try installation.configuration(panel)
            let second = Daemon(
                load: { configuration },
                clock: installation.clock,
                drawer: NoDrawer(),
                log: Logger(level: .debug) { _ in }
            )
            let error = await #expect(throws: DaemonError.self) {
                try await second.run(configuration, signals: AsyncStream { $0.finish() })
            }
            #expect(error?.description.contains(installation.directory.path + "/kiatsu.db") == true)
        }
    }
}
