import Foundation
import Payloads
import TestSupport
import Testing
import Time
import Upstreams
import Widgets

@testable import Bridge

private let noon = Installation.noon
private let panel = """
    panels:
      - id: p
        location: "35.6465,139.6297"
        language: ja
        encodings: [compact, full, frame, fields]
        widgets: {weather: {}, conditions: {}, day: {source: hitokoto}, poem: {}}
    """

/// The size of a PUBLISH packet of MQTT 3.1.1 at QoS 1: type, remaining length, topic's length, topic, packet id,
/// payload.
private func packetSize(of message: ObservedMessage) -> Int {
    let remaining = 2 + message.topic.utf8.count + 2 + message.payload.count
    return 1 + (remaining < 128 ? 1 : remaining < 16_384 ? 2 : 3) + remaining
}

/// The members of a payload of JSON.
func json(_ message: ObservedMessage) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(message.payload)) as? [String: Any], "\(message.text)")
}

extension TopicRecorder {
    /// Waits until a topic's JSON has this text in it.
    @discardableResult
    func text(_ text: String, on topic: String, since mark: Int = 0) async throws -> ObservedMessage {
        try await first(on: topic, since: mark) { $0.text.contains(text) }
    }
}

@Suite(.timeLimit(.minutes(4)))
struct BundleTests {
    private let installation: Installation

    init() throws {
        installation = try Installation()
        let all = AllUpstreams(installation.clock)
        installation.upstream.setHandler { all($0) }
    }

    /// All topics below a panel that the catalogue's widgets have, with the limit of their packets.
    private func expectedTopics() -> [String: Int] {
        var topics = ["kiatsu/p/status": 255, "kiatsu/p/location": 255]
        for widget in Catalogue.kiatsu.widgets {
            let settings = Catalogue.kiatsu.defaults(for: widget)
            for encoding in widget.encodings {
                let bounds = EncodingBounds(of: widget, display: settings.display, encoding: encoding)
                let limit = encoding == .frame ? 128 : encoding == .full ? 1024 : 255
                for suffix in bounds.topicSuffixes { topics["kiatsu/p/\(widget.name)\(suffix)"] = limit }
            }
        }
        return topics
    }

    @Test func `each widget is there in each encoding, retained, within its packet, the sample as the real`()
        async throws
    {
        let topics = try await TopicRecorder(installation.broker)
        let all = AllUpstreams(installation.clock)
        installation.upstream.setHandler { .held(all($0)) }
        try await installation.run(installation.configuration(panel)) { _ in
            try await topics.status("sample", of: "p")
            // As many as are asked of one server at a time.
            _ = await installation.upstream.request(2)
            installation.upstream.setHandler { all($0) }
            installation.upstream.release()
            try await topics.status("fresh", of: "p")
            try await topics.text(#""src":"hitokoto""#, on: "kiatsu/p/day/full")
            let expected = expectedTopics()
            let retained = try await BrokerObserver.retained(in: installation.broker)
            let found = Set(retained.keys.filter { $0.hasPrefix("kiatsu/p/") })
            // There is none configured.
            #expect(found == Set(expected.keys).subtracting(["kiatsu/p/day/slogan"]))
            let settled = try await topics.settled()
            for message in topics.all(settled) {
                guard let limit = expected[message.topic] else { continue }
                #expect(packetSize(of: message) <= limit, "\(message.topic) \(message.text)")
                #expect(message.qualityOfService == 1)
            }
            for (topic, message) in retained where topic.hasPrefix("kiatsu/p/") && topic != "kiatsu/p/location" {
                #expect((message.expirySeconds ?? 0) > 0, "\(topic) expires")
            }
            for widget in ["weather", "conditions", "day", "poem"] {
                for encoding in ["", "/full"] {
                    let message = try #require(retained["kiatsu/p/\(widget)\(encoding)"])
                    #expect(try json(message)["ts"] as? Int == noon.unixSeconds)
                }
            }
            let ladder = topics.all(on: "kiatsu/p/status", settled).map(\.text)
            #expect(ladder.last == "fresh" && Set(ladder) == ["sample", "fresh"])
        }
    }

    @Test func `until the first real entry the sample is marked as one, in every encoding that can`() async throws {
        let topics = try await TopicRecorder(installation.broker)
        let all = AllUpstreams(installation.clock)
        installation.upstream.setHandler { .held(all($0)) }
        try await installation.run(installation.configuration(panel)) { _ in
            try await topics.status("sample", of: "p")
            let frame = try await topics.first(on: "kiatsu/p/weather/frame").weather
            #expect(frame.isPlaceholder == true && frame.placeName == "サンプル")
            for widget in ["weather", "conditions"] {
                let full = try await topics.first(on: "kiatsu/p/\(widget)/full")
                #expect(full.text.contains(#""src":"sample""#) && full.text.contains("サンプル"))
                #expect(full.text.contains(#""fetched":null"#))
                #expect(try await topics.first(on: "kiatsu/p/\(widget)/place").text == "サンプル")
            }
            // What needs no upstream is real at once.
            #expect(try await topics.first(on: "kiatsu/p/day/full").text.contains(#""src":"builtin""#))
            #expect(try await topics.first(on: "kiatsu/p/poem/full").text.contains(#""src":"builtin""#))
            _ = await installation.upstream.request(2)
            installation.upstream.setHandler { all($0) }
            installation.upstream.release()
            try await topics.status("fresh", of: "p")
            for (widget, source) in [("weather", "open-meteo"), ("conditions", "open-meteo"), ("day", "hitokoto")] {
                try await topics.text("\"src\":\"\(source)\"", on: "kiatsu/p/\(widget)/full")
            }
            try await topics.first(on: "kiatsu/p/weather/frame") { (try? $0.weather.isPlaceholder) == false }
            try await topics.first(on: "kiatsu/p/conditions/place") { $0.text == "世田谷区" }
        }
    }
}

/// A widget with a source of its own that fails, and one that goes on.
struct BrokenWidget: Sendable, CustomTestStringConvertible {
    let broken: String
    let whole: String
    let question: AllUpstreams.Question

    var testDescription: String { "\(broken) is broken" }

    static let all = [
        BrokenWidget(broken: "conditions", whole: "weather", question: .openWeatherConditions),
        BrokenWidget(broken: "weather", whole: "conditions", question: .openWeatherForecast),
    ]

    /// The broken widget asks OpenWeather, the other one Open-Meteo.
    var panel: String {
        """
        panels:
          - id: p
            location: "35.6465,139.6297"
            language: ja
            encodings: [compact, full]
            widgets: {\(broken): {source: openweather}, \(whole): {source: open-meteo}, poem: {}}
        """
    }
}

@Suite(.timeLimit(.minutes(4)))
struct BrokenSourceTests {
    private let installation: Installation
    private let key = ["KIATSU_OPENWEATHER_API_KEY": "0123456789abcdef"]

    init() throws {
        installation = try Installation()
    }

    // Redirects that lead to another source's answer are no loop.
    @Test(arguments: BrokenWidget.all, Outage.all.filter { $0.testDescription != "redirect loop" })
    func `one widget's source never stops another widget`(widgets: BrokenWidget, outage: Outage) async throws {
        let topics = try await TopicRecorder(installation.broker)
        let clock = installation.clock
        let whole = AllUpstreams(clock)
        var faulty = whole
        faulty.faults[widgets.question] = outage.response
        installation.upstream.setHandler { [faulty] in faulty($0) }
        let configuration = try installation.configuration(widgets.panel, environment: key)
        try await installation.run(configuration) { _ in
            try await topics.text(#""src":"open-meteo""#, on: "kiatsu/p/\(widgets.whole)/full")
            let line = try await installation.logs("1 \(widgets.broken) timeline(s) keep what they show")
            #expect(line.contains("warning: OpenWeather"))
            try await topics.status("sample", of: "p")
            let settled = try await topics.settled()
            let broken = topics.all(on: "kiatsu/p/\(widgets.broken)/full", settled)
            #expect(broken.allSatisfy { $0.text.contains(#""src":"sample""#) })
            let statuses = topics.all(on: "kiatsu/p/status", settled)
            #expect(!statuses.contains { $0.text != "sample" }, "as the worst of them")
            installation.upstream.setHandler { whole($0) }
            clock.set(to: await clock.nextSleep { $0 < noon.addingHours(1) })
            try await topics.text(#""src":"openweather""#, on: "kiatsu/p/\(widgets.broken)/full")
            try await topics.status("fresh", of: "p")
        }
    }

    @Test(arguments: BrokenWidget.all)
    func `what fails after it was there makes the panel stale, and nothing else stale`(widgets: BrokenWidget)
        async throws
    {
        let topics = try await TopicRecorder(installation.broker)
        let clock = installation.clock
        let whole = AllUpstreams(clock)
        installation.upstream.setHandler { whole($0) }
        let configuration = try installation.configuration(widgets.panel, environment: key)
        try await installation.run(configuration) { _ in
            try await topics.status("fresh", of: "p")
            var faulty = whole
            faulty.faults[widgets.question] = .empty(status: 503)
            installation.upstream.setHandler { [faulty] in faulty($0) }
            for hour in 1...2 {
                let mark = topics.mark
                let start = noon.addingHours(hour)
                clock.set(to: start)
                for widget in ["weather", "conditions"] {
                    try await topics.text("\"ts\":\(start.unixSeconds)", on: "kiatsu/p/\(widget)", since: mark)
                }
                clock.set(to: start + .seconds(400))
                let fetched = "\"fetched\":\((start + .seconds(400)).unixSeconds)"
                try await topics.text(fetched, on: "kiatsu/p/\(widgets.whole)/full", since: mark)
            }
            let settled = try await topics.settled()
            let last = try #require(topics.all(on: "kiatsu/p/\(widgets.broken)/full", settled).last)
            #expect(last.text.contains("\"fetched\":\((noon + .seconds(60)).unixSeconds)"))
            #expect(topics.all(on: "kiatsu/p/status", settled).last?.text == "stale")
        }
    }

    @Test(arguments: BrokenWidget.all)
    func `the next source answers where the first fails, until that answers again`(widgets: BrokenWidget) async throws {
        let topics = try await TopicRecorder(installation.broker)
        let clock = installation.clock
        let whole = AllUpstreams(clock)
        var faulty = whole
        faulty.faults[widgets.question] = .empty(status: 503)
        installation.upstream.setHandler { [faulty] in faulty($0) }
        let chain = widgets.panel.replacing("source: openweather", with: "source: [openweather, open-meteo]")
        try await installation.run(installation.configuration(chain, environment: key)) { _ in
            let full = "kiatsu/p/\(widgets.broken)/full"
            try await topics.text(#""src":"open-meteo""#, on: full)
            try await topics.status("fresh", of: "p")
            let line = try await installation.logs("1 \(widgets.broken) timeline(s) do without it")
            #expect(line.contains("warning: OpenWeather") && line.contains("503"))
            #expect(!installation.log.elements.contains { $0.contains("keep what they show") })
            installation.upstream.setHandler { whole($0) }
            await installation.advanceToHourMark()
            try await topics.text("\"ts\":\(noon.addingHours(1).unixSeconds)", on: full)
            let mark = topics.mark
            clock.set(to: noon.addingHours(1) + .seconds(400))
            try await topics.text(#""src":"openweather""#, on: full, since: mark)
            let settled = try await topics.settled()
            #expect(topics.all(on: "kiatsu/p/status", settled).last?.text == "fresh")
            #expect(!topics.all(on: full, since: mark, settled).contains { $0.text.contains(#""src":"open-meteo""#) })
        }
    }
}
