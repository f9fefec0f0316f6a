import Foundation
import TestSupport
import Testing
import Time

@testable import Bridge

private let noon = Installation.noon
private let set = "kiatsu/p/location/set"
private let panel = """
    panels:
      - id: p
        location: "35.6465,139.6297"
        language: ja
        encodings: [compact, fields]
        widgets: [weather, conditions]
    """
private let secrets = [
    "KIATSU_OPENWEATHER_API_KEY": "0123456789abcdef", "KIATSU_QWEATHER_API_KEY": "0123456789abcdef",
]

/// An upstream that names places.
struct Namer: Sendable, CustomTestStringConvertible {
    let name: String
    let question: AllUpstreams.Question
    var testDescription: String { name }

    static let nominatim = Namer(name: "nominatim", question: .nominatim)
    static let openWeather = Namer(name: "openweather", question: .openWeatherName)
    static let qWeather = Namer(name: "qweather", question: .qWeatherName)
    static let all = [nominatim, openWeather, qWeather]
}

@Suite(.timeLimit(.minutes(4)))
struct OnlineNameTests {
    private let installation: Installation
    private let all: AllUpstreams

    init() throws {
        installation = try Installation()
        var all = AllUpstreams(installation.clock)
        all.names = ["ja": "オンライン", "de": "Onlinestadt"]
        self.all = all
        installation.upstream.setHandler { [all] in all($0) }
    }

    /// Runs a daemon with this geocoder and the real clock's pace let through.
    private func run(
        _ namer: Namer,
        _ yaml: String = panel,
        _ body: @escaping (TopicRecorder) async throws -> Void
    ) async throws {
        let topics = try await TopicRecorder(installation.broker)
        let configuration = try installation.configuration("geocoder: \(namer.name)\n" + yaml, environment: secrets)
        try await installation.run(configuration) { _ in try await body(topics) }
    }

    @Test(arguments: Namer.all)
    func `the table's name is there at once, the upstream's after it, on widgets and position`(namer: Namer)
        async throws
    {
        installation.upstream.setHandler { [all] request in
            AllUpstreams.Question(request) == namer.question ? .held(all(request)) : all(request)
        }
        try await run(namer) { topics in
            try await topics.status("fresh", of: "p")
            for topic in ["weather/place", "conditions/place"] {
                try await topics.first(on: "kiatsu/p/\(topic)") { $0.text == "世田谷区" }
            }
            try await topics.text("世田谷区", on: "kiatsu/p/location")
            try await eventually { installation.upstream.count(namer.question) > 0 }
            installation.upstream.release()
            for topic in ["weather/place", "conditions/place"] {
                try await topics.first(on: "kiatsu/p/\(topic)") { $0.text == "オンライン" }
            }
            try await topics.text(#""n":"オンライン""#, on: "kiatsu/p/weather")
            try await topics.text("オンライン", on: "kiatsu/p/location")
            #expect(topics.all(on: "kiatsu/p/status", try await topics.settled()).last?.text == "fresh")
            #expect(installation.upstream.count(namer.question) == 1)
        }
    }

    @Test(arguments: [Namer.nominatim, .openWeather])
    func `a name is asked for once in half a year, over restarts`(namer: Namer) async throws {
        try await run(namer) { topics in try await topics.text("オンライン", on: "kiatsu/p/location") }
        for days in [1, 181] {
            try installation.broker.restart()
            installation.clock.advance(by: .seconds(days * 86_400))
            try await run(namer) { topics in
                try await topics.text("オンライン", on: "kiatsu/p/location")
                let locations = topics.all(on: "kiatsu/p/location", try await topics.settled())
                #expect(!locations.contains { $0.text.contains("世田谷区") }, "from the first on")
            }
        }
        #expect(installation.upstream.count(namer.question) == 1)
        try installation.broker.restart()
        installation.clock.advance(by: .seconds(2 * 86_400))
        var renamed = all
        renamed.names["ja"] = "新名"
        installation.upstream.setHandler { [renamed] in renamed($0) }
        try await run(namer) { topics in try await topics.text("新名", on: "kiatsu/p/location") }
        #expect(installation.upstream.count(namer.question) == 2)
    }

    @Test(arguments: Namer.all)
    func `a namer that fails changes nothing, and is asked again within half an hour`(namer: Namer) async throws {
        var faulty = all
        faulty.faults[namer.question] = .empty(status: 503)
        installation.upstream.setHandler { [faulty] in faulty($0) }
        try await run(namer) { topics in
            try await topics.status("fresh", of: "p")
            let line = try await installation.logs("keep their names from the table")
            #expect(line.contains("warning:") && line.contains("503"))
            #expect(installation.upstream.count(namer.question) == 1)
            try await topics.first(on: "kiatsu/p/weather/place") { $0.text == "世田谷区" }
            #expect(topics.all(on: "kiatsu/p/weather/place", try await topics.settled()).last?.text == "世田谷区")
            installation.upstream.setHandler { [all] in all($0) }
            let retry = installation.clock.now + .seconds(1740)
            installation.clock.set(to: await installation.clock.nextSleep { $0 == retry })
            try await topics.text("オンライン", on: "kiatsu/p/location")
            try await topics.first(on: "kiatsu/p/weather/place") { $0.text == "オンライン" }
        }
    }

    @Test func `what QWeather calls a place is not on disk, and asked for again after a restart`() async throws {
        try await run(.qWeather) { topics in
            try await topics.text("オンライン", on: "kiatsu/p/location")
            var mark = topics.mark
            try installation.broker.publish(set, "52.52,13.405")
            try await topics.text(#""ok":true"#, on: "kiatsu/p/location/response", since: mark)
            try await topics.text(#""lat":52.52,"lng":13.41,"n":"オンライン""#, on: "kiatsu/p/location", since: mark)
            mark = topics.mark
            // There and back, so that names that are known are shown at once.
            try installation.broker.publish(set, #"{"reset":true}"#)
            try await topics.text(#""src":"config""#, on: "kiatsu/p/location", since: mark)
            await installation.advanceToHourMark()
            try await topics.status("fresh", of: "p", since: mark)
        }
        let files = try FileManager.default.contentsOfDirectory(atPath: installation.directory.path)
        #expect(files.contains("kiatsu.db"))
        for file in files {
            let bytes = try Data(contentsOf: URL(filePath: installation.directory.path + "/" + file))
            #expect(bytes.range(of: Data("オンライン".utf8)) == nil, "\(file)")
        }
        let count = installation.upstream.count(.qWeatherName)
        try installation.broker.restart()
        try await run(.qWeather) { topics in try await topics.text("オンライン", on: "kiatsu/p/location") }
        #expect(installation.upstream.count(.qWeatherName) == count + 1)
    }

    @Test func `a name that may be kept is on disk`() async throws {
        try await run(.openWeather) { topics in try await topics.text("オンライン", on: "kiatsu/p/location") }
        let bytes = try Data(contentsOf: URL(filePath: installation.directory.path + "/kiatsu.db"))
        #expect(bytes.range(of: Data("オンライン".utf8)) != nil)
    }

    @Test(arguments: [Namer.openWeather, .qWeather])
    func `two widgets in two languages have each its own name, after a move as well`(namer: Namer) async throws {
        let two = panel.replacing("[weather, conditions]", with: "{weather: {}, conditions: {language: de}}")
        try await run(namer, two) { topics in
            for place in ["35.6465,139.6297", "52.52,13.405"] {
                let mark = topics.mark
                if place.hasPrefix("52") { try installation.broker.publish(set, place) }
                try await topics.first(on: "kiatsu/p/weather/place", since: mark) { $0.text == "オンライン" }
                try await topics.first(on: "kiatsu/p/conditions/place", since: mark) { $0.text == "Onlinestadt" }
            }
            try await eventually { installation.upstream.count(namer.question) >= 4 }
        }
    }

    @Test func `a place that comes while another is looked for is named without waiting for the hour`() async throws {
        installation.upstream.setHandler { [all] request in
            AllUpstreams.Question(request) == .openWeatherName ? .held(all(request)) : all(request)
        }
        try await run(.openWeather) { topics in
            try await topics.status("fresh", of: "p")
            try await eventually { installation.upstream.count(.openWeatherName) > 0 }
            try installation.broker.publish(set, "52.52,13.405")
            try await topics.text("ベルリン", on: "kiatsu/p/location")
            installation.upstream.setHandler { [all] in all($0) }
            installation.upstream.release()
            try await topics.text(#""lat":52.52,"lng":13.41,"n":"オンライン""#, on: "kiatsu/p/location")
        }
    }

    @Test func `a name that was given is nobody else's to change`() async throws {
        let named = panel.replacing("language: ja", with: "language: ja\n    name: Zuhause")
        try await run(.openWeather, named) { topics in
            try await topics.status("fresh", of: "p")
            let mark = topics.mark
            try installation.broker.publish(set, #"{"lat":52.52,"lng":13.405,"name":"Camp"}"#)
            try await topics.text("Camp", on: "kiatsu/p/location", since: mark)
            try installation.broker.publish(set, #"{"reset":true}"#)
            try await topics.text("Zuhause", on: "kiatsu/p/location", since: topics.mark)
        }
        #expect(installation.upstream.count(.openWeatherName) == 0)
    }
}
