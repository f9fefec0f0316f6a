import Configuration
import Foundation
import Pictures
import TestSupport
import Testing
import Time
import Topics
import Widgets

@testable import Bridge

private let noon = Installation.noon
private let tokyo = "35.6465,139.6297"

extension ObservedMessage {
    /// The description of a picture.
    fileprivate var picture: ToldPicture? { try? JSONDecoder().decode(ToldPicture.self, from: Data(payload)) }
}

extension TopicRecorder {
    /// The description of this hour's picture, which is published last, after all of its forms.
    @discardableResult
    func picture(
        for hour: UTCInstant,
        of panel: String,
        _ widget: String = "weather",
        since mark: Int = 0
    ) async throws -> ToldPicture {
        let topic = "kiatsu/image/\(panel)/\(widget)"
        let message = try await first(on: topic, since: mark) { $0.picture?.ts == hour.unixSeconds }
        return try #require(message.picture)
    }
}

extension PictureRequest {
    var isSample: Bool { context.placeName == Words.sampleName(language: context.settings.language) }
}

@Suite(.timeLimit(.minutes(4)))
struct PictureDaemonTests {
    let drawer = ScriptedDrawer()
    let installation: Installation

    var onePanel: String { file("{id: p, location: \"\(tokyo)\"}") }

    init() throws {
        installation = try Installation(drawer: drawer)
    }

    /// A panel whose weather is drawn.
    func file(_ panels: String, pictures: String = "[png]") -> String {
        "encodings: [compact]\npictures: \(pictures)\npanels: [\(panels)]"
    }

    /// Waits until a panel has a picture of real data, and gives what tells of it.
    @discardableResult
    func drawn(_ panel: String, _ topics: TopicRecorder) async throws -> ToldPicture {
        try await topics.status("fresh", of: panel)
        let request = try await drawer.request { !$0.isSample }
        let id = ScriptedDrawer.id(of: request)
        let message = try await topics.first(on: "kiatsu/image/\(panel)/weather") { $0.picture?.id == id }
        return try #require(message.picture)
    }

    /// Without a transaction, so that no two requests are the same one.
    private func ask(_ verb: String, _ payload: String, _ topics: TopicRecorder) async throws {
        let mark = topics.mark
        try installation.broker.publish("kiatsu/bridge/request/\(verb)", payload)
        let answer = try await topics.first(on: "kiatsu/bridge/response/\(verb)", since: mark)
        #expect(answer.text.hasPrefix(#"{"status":"ok""#), "\(answer.text)")
    }

    private func choose(_ options: String, _ topics: TopicRecorder) async throws {
        try await ask("panel/options", #"{"panel":"p","widget":"weather","options":{\#(options)}}"#, topics)
    }

    func retained() async throws -> [String: ObservedMessage] {
        try await BrokerObserver.retained(in: installation.broker)
    }

    // MARK: What is drawn

    @Test func `a picture is retained, of its hour, and expires with its entry`() async throws {
        let topics = try await TopicRecorder(installation.broker)
        try await installation.run(installation.configuration(onePanel)) { _ in
            let told = try await drawn("p", topics)
            #expect(told.ts == noon.unixSeconds && (told.w, told.h) == (296, 128))
        }
        let retained = try await retained()
        let image = try #require(retained["kiatsu/image/p/weather.png"])
        #expect(image.text == "png \(try #require(retained["kiatsu/image/p/weather"]?.picture).id)")
        #expect((86_200...86_400).contains(try #require(image.expirySeconds)))
    }

    @Test func `an hour of a thousand panels in ten places is drawn ten times`() async throws {
        let panels = (0..<1000).map { "{id: p\($0), location: \"\(35 + $0 % 10),139.63\"}" }.joined(separator: ", ")
        let topics = try await TopicRecorder(installation.broker, filter: "kiatsu/image/#")
        let configuration = try installation.configuration(file(panels))
        try await installation.run(configuration) { _ in
            try await topics.picture(for: noon, of: "p0")
            // Until the forecasts come, all show the same sample.
            let samples = Set(drawer.requests.elements.filter(\.isSample).map(ScriptedDrawer.id))
            for panel in 0..<1000 {
                try await topics.first(on: "kiatsu/image/p\(panel)/weather") { message in
                    message.picture.map { !samples.contains($0.id) } ?? false
                }
            }
            let mark = topics.mark
            await installation.advanceToHourMark()
            let hour = noon.addingHours(1)
            for panel in 0..<1000 { try await topics.picture(for: hour, of: "p\(panel)", since: mark) }
            let requests = drawer.requests.elements.filter { $0.context.hour == hour }
            #expect(requests.count == 10 && Set(requests).count == 10)
            let forecasts = drawer.requests.elements.filter { $0.context.hour == noon && !$0.isSample }
            #expect(forecasts.count == 10)
        }
    }

    @Test func `another language has a picture of its own, the same one has not`() async throws {
        let panels = ["ja", "ja", "de"].enumerated().map { "{id: p\($0), location: \"\(tokyo)\", language: \($1)}" }
        let topics = try await TopicRecorder(installation.broker)
        let configuration = try installation.configuration(file(panels.joined(separator: ", ")))
        try await installation.run(configuration) { _ in
            for panel in ["p0", "p1", "p2"] { try await topics.status("fresh", of: panel) }
            let mark = topics.mark
            await installation.advanceToHourMark()
            let hour = noon.addingHours(1)
            var ids: [UInt32] = []
            for panel in ["p0", "p1", "p2"] {
                ids.append(try await topics.picture(for: hour, of: panel, since: mark).id)
            }
            #expect(ids[0] == ids[1] && ids[1] != ids[2])
            #expect(drawer.requests.elements.count { $0.context.hour == hour } == 2)
        }
    }

    @Test func `pixels that are the same are not published, only that they are of this hour`() async throws {
        drawer.follow { _ in .drawSame(id: 7) }
        let topics = try await TopicRecorder(installation.broker)
        try await installation.run(installation.configuration(onePanel)) { _ in
            try await topics.picture(for: noon, of: "p")
            try await topics.status("fresh", of: "p")
            await installation.advanceToHourMark()
            try await topics.picture(for: noon.addingHours(1), of: "p")
            #expect(topics.all(on: "kiatsu/image/p/weather.png", try await topics.settled()).count == 1)
            drawer.follow { _ in .drawSame(id: 8) }
            let mark = topics.mark
            await installation.advance(to: noon.addingHours(2))
            try await topics.picture(for: noon.addingHours(2), of: "p", since: mark)
            #expect(try await topics.first(on: "kiatsu/image/p/weather.png", since: mark).text == "png 8")
        }
    }

    @Test func `an empty broker gets every picture again, without drawing`() async throws {
        let configuration = try installation.configuration(
            file("{id: p, location: \"\(tokyo)\"}", pictures: "[png, strips]")
        )
        try await installation.run(configuration) { _ in
            let topics = try await TopicRecorder(installation.broker)
            let told = try await drawn("p", topics)
            let count = drawer.requests.mark
            installation.broker.kill()
            try await installation.logs("connection to the broker was lost")
            try installation.broker.restart()
            let after = try await TopicRecorder(installation.broker)
            #expect(try await after.picture(for: noon, of: "p") == told)
            let retained = try await retained()
            #expect(retained["kiatsu/image/p/weather.png"] != nil)
            for strip in 0..<(try #require(told.strips)) {
                #expect(retained["kiatsu/image/p/weather" + Topics.stripSuffix(strip)] != nil)
            }
            #expect(drawer.requests.mark == count)
        }
    }

    // MARK: Changes

    @Test func `an option that is chosen is drawn, and what is not drawn any more is gone`() async throws {
        let topics = try await TopicRecorder(installation.broker)
        try await installation.run(installation.configuration(onePanel)) { _ in
            let told = try await drawn("p", topics)
            let chosen = topics.mark
            try await choose(#""picture_theme":"dark""#, topics)
            try await topics.first(on: "kiatsu/image/p/weather", since: chosen) {
                ($0.picture?.id ?? told.id) != told.id
            }
            #expect(drawer.requests.elements.last?.theme == .dark)
            try await choose(#""pictures":"raw","picture_colors":"grey4""#, topics)
            try await topics.first(on: "kiatsu/image/p/weather.2bpp")
            try await topics.first(on: "kiatsu/image/p/weather.png") { $0.text.isEmpty }
            try await topics.first(on: "kiatsu/image/p/weather") { $0.picture?.c == "grey4" }
            try await choose(#""pictures":"none""#, topics)
            try await topics.first(on: "kiatsu/image/p/weather") { $0.text.isEmpty }
            let left = try await retained().keys.filter { $0.hasPrefix("kiatsu/image/") }
            #expect(left == [])
            // What was gone meanwhile is published again, whoever still has it in mind.
            let mark = topics.mark
            try await choose(#""pictures":"raw","picture_colors":"grey4""#, topics)
            try await topics.first(on: "kiatsu/image/p/weather.2bpp", since: mark) { !$0.text.isEmpty }
        }
    }

    @Test func `a panel that comes is drawn, and one that goes leaves no picture behind`() async throws {
        let topics = try await TopicRecorder(installation.broker)
        try await installation.run(installation.configuration(onePanel)) { _ in
            try await drawn("p", topics)
            for _ in 0..<2 {
                let mark = topics.mark
                try await ask("panel/add", #"{"id":"hall","location":"52.5251,13.3894","pictures":"png"}"#, topics)
                try await topics.first(on: "kiatsu/image/hall/weather", since: mark) { $0.picture != nil }
                try await topics.first(on: "kiatsu/image/hall/weather.png", since: mark) { !$0.text.isEmpty }
                try await ask("panel/remove", #"{"panel":"hall"}"#, topics)
                try await topics.first(on: "kiatsu/image/hall/weather", since: mark) { $0.text.isEmpty }
                let left = try await retained().keys.filter { $0.contains("/hall/") }
                #expect(left == [])
            }
        }
    }

    @Test func `a panel is drawn as large as its hello says`() async throws {
        let topics = try await TopicRecorder(installation.broker)
        try await installation.run(installation.configuration(onePanel)) { _ in
            try await drawn("p", topics)
            try installation.broker.publish("kiatsu/p/hello", #"{"buf":8192,"w":400,"h":300}"#)
            try await topics.first(on: "kiatsu/image/p/weather") { ($0.picture?.w, $0.picture?.h) == (400, 300) }
        }
    }
}

extension Installation {
    /// Goes on from deadline to deadline, up to the first that is not before a moment.
    func advance(to end: UTCInstant) async {
        while clock.now < end {
            let now = clock.now
            clock.set(to: await clock.nextSleep { $0 > now })
        }
    }
}
