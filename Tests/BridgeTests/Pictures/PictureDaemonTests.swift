import Configuration
import Foundation
import Pictures
import TestSupport
import Testing
import Time
import Widgets

@testable import Bridge

private let noon = Installation.noon
private let tokyo = "35.6465,139.6297"

/// A panel whose weather is drawn.
private func file(_ panels: String, pictures: String = "[png]") -> String {
    "encodings: [compact]\npictures: \(pictures)\npanels: [\(panels)]"
}

private let onePanel = file("{id: p, location: \"\(tokyo)\"}")

extension ObservedMessage {
    /// What is told of a picture.
    fileprivate var picture: ToldPicture? {
        try? JSONDecoder().decode(ToldPicture.self, from: Data(payload))
    }
}

extension TopicRecorder {
    /// What tells of the picture of this hour, which comes last of all that is published of it.
    @discardableResult
    fileprivate func picture(
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
    fileprivate var isSample: Bool { context.placeName == Words.sampleName(language: context.settings.language) }
}

@Suite(.timeLimit(.minutes(4)))
struct PictureDaemonTests {
    private let drawer = ScriptedDrawer()
    private let installation: Installation

    init() throws {
        installation = try Installation(drawer: drawer)
    }

    /// Waits until a panel has a picture of real data, and gives what tells of it.
    @discardableResult
    private func drawn(_ panel: String, _ topics: TopicRecorder) async throws -> ToldPicture {
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

    private func retained() async throws -> [String: ObservedMessage] {
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
                #expect(retained["kiatsu/image/p/weather" + PictureTopics.strip(strip)] != nil)
            }
            #expect(drawer.requests.mark == count)
        }
    }

    // MARK: Beside the rest

    @Test func `a drawer that hangs delays neither the hour nor a command nor the end`() async throws {
        let topics = try await TopicRecorder(installation.broker)
        try await installation.run(installation.configuration(onePanel)) { _ in
            try await drawn("p", topics)
            drawer.follow { $0.context.hour == noon ? .draw : .hang }
            await installation.advanceToHourMark()
            let hour = noon.addingHours(1)
            try await topics.entry(for: hour, on: "p")
            try await drawer.request { $0.context.hour == hour }
            try installation.broker.publish("kiatsu/p/location/set", "43.0621,141.3544")
            let answer = try await topics.first(on: "kiatsu/p/location/response")
            #expect(answer.text.hasPrefix(#"{"ok":true"#))
            try await topics.first(on: "kiatsu/p/weather") { $0.text.contains("Sapporo") }
            // The one that hung is of a place that the panel has left.
            let mark = topics.mark
            drawer.follow { _ in .draw }
            drawer.goOn()
            try await topics.picture(for: hour, of: "p", since: mark)
            let last = try #require(drawer.requests.elements.last)
            #expect(last.context.placeName.contains("Sapporo"))
            let images = topics.all(on: "kiatsu/image/p/weather.png", try await topics.settled())
            let image = try #require(images.last)
            #expect(image.text == "png \(ScriptedDrawer.id(of: last))")
            // The bridge ends while this one hangs.
            drawer.follow { $0.context.placeName.contains("Berlin") ? .hang : .draw }
            try installation.broker.publish("kiatsu/p/location/set", "52.5251,13.3894")
            try await drawer.request { $0.context.placeName.contains("Berlin") }
        }
    }

    @Test func `the hour's entries of all panels go before any of its pictures`() async throws {
        let panels = (0..<300).map { "{id: p\($0), location: \"\(tokyo)\"}" }.joined(separator: ", ")
        let topics = try await TopicRecorder(installation.broker)
        try await installation.run(installation.configuration(file(panels))) { _ in
            for panel in 0..<300 { try await topics.status("fresh", of: "p\(panel)") }
            let before = try await drawn("p299", topics)
            let mark = topics.mark
            await installation.advanceToHourMark()
            let hour = noon.addingHours(1)
            for panel in 0..<300 { try await topics.picture(for: hour, of: "p\(panel)", since: mark) }
            let since = topics.all(since: mark, try await topics.settled())
            let firstPicture = try #require(
                since.firstIndex { $0.topic.hasSuffix(".png") && $0.text != "png \(before.id)" }
            )
            let lastEntry = try #require(since.lastIndex { $0.topic.hasSuffix("/weather") && $0.isEntry(for: hour) })
            #expect(lastEntry < firstPicture)
        }
    }

    @Test func `a panel that is moved is drawn before the hour of others`() async throws {
        let panels = (0..<30).map { "{id: p\($0), location: \"\($0),10\"}" }.joined(separator: ", ")
        let topics = try await TopicRecorder(installation.broker)
        try await installation.run(installation.configuration(file(panels))) { _ in
            for panel in 0..<30 { try await topics.status("fresh", of: "p\(panel)") }
            let hour = noon.addingHours(1)
            drawer.follow { $0.context.hour == noon ? .draw : .hang }
            await installation.advanceToHourMark()
            try await drawer.request { $0.context.hour == hour }
            try installation.broker.publish("kiatsu/p29/location/set", "43.0621,141.3544")
            try await topics.first(on: "kiatsu/p29/weather") { $0.text.contains("Sapporo") }
            let mark = drawer.requests.mark
            drawer.follow { _ in .draw }
            drawer.goOn()
            let next = try await drawer.request(since: mark) { _ in true }
            #expect(next.context.placeName.contains("Sapporo"))
            for panel in 0..<30 { try await topics.picture(for: hour, of: "p\(panel)") }
        }
    }

    // MARK: Troubles

    @Test func `a drawer that fails is told of once and asked again after a while, and the last picture stays`()
        async throws
    {
        let topics = try await TopicRecorder(installation.broker)
        try await installation.run(installation.configuration(onePanel)) { _ in
            let told = try await drawn("p", topics)
            drawer.follow { _ in .fail(.unavailable("kiatsu-draw is gone")) }
            await installation.advanceToHourMark()
            let hour = noon.addingHours(1)
            try await installation.logs("pictures are not drawn: kiatsu-draw is gone; what was drawn before stays")
            for minutes in [1, 3] {
                let mark = drawer.requests.mark
                let next = hour + .seconds(minutes * 60)
                installation.clock.set(to: await installation.clock.nextSleep { $0 == next })
                try await drawer.request(since: mark) { $0.context.hour == hour }
            }
            #expect(try await retained()["kiatsu/image/p/weather"]?.picture == told)
            drawer.follow { _ in .draw }
            await installation.advance(to: hour + .seconds(7 * 60))
            try await topics.picture(for: hour, of: "p")
            try await installation.logs("all pictures are drawn again, after 7 min, 3 times")
            #expect(installation.log.elements.count { $0.contains("warning:") && $0.contains("not drawn") } == 1)
        }
    }

    @Test func `a picture that ends the drawer keeps no other from being drawn`() async throws {
        let panels = "{id: p, location: \"\(tokyo)\"}, {id: bad, location: \"\(tokyo)\", name: bad}"
        drawer.follow { $0.context.placeName == "bad" ? .fail(.failed("kiatsu-draw ended")) : .draw }
        let topics = try await TopicRecorder(installation.broker)
        try await installation.run(installation.configuration(file(panels))) { _ in
            try await drawer.request { $0.context.placeName == "bad" }
            let request = try await drawer.request { !$0.isSample && $0.context.placeName != "bad" }
            let id = ScriptedDrawer.id(of: request)
            try await topics.first(on: "kiatsu/image/p/weather") { $0.picture?.id == id }
            try await installation.logs("the picture bad/weather is not drawn: kiatsu-draw ended")
            await installation.advance(to: noon.addingHours(1))
            try await topics.picture(for: noon.addingHours(1), of: "p")
            try await drawer.request { $0.context.placeName == "bad" && $0.context.hour > noon }
            #expect(installation.log.elements.count { $0.contains("warning:") && $0.contains("not drawn") } == 1)
        }
    }

    @Test func `a character without a font is told of once, with its package`() async throws {
        drawer.follow { _ in .drawWithout([MissingGlyph(scalar: 0x30EDE, package: "fonts-noto-cjk-extra")]) }
        let topics = try await TopicRecorder(installation.broker)
        try await installation.run(installation.configuration(onePanel)) { _ in
            try await drawn("p", topics)
            await installation.advanceToHourMark()
            try await topics.picture(for: noon.addingHours(1), of: "p")
        }
        let lines = installation.log.elements.filter { $0.contains("no font") }
        #expect(lines.count == 1)
        #expect(lines[0].contains("no font for 𰻞 (U+30EDE), a box with a number is drawn instead: install fonts-noto"))
    }

    @Test func `a picture that can never wait for the broker is told of once, and all else goes on`() async throws {
        drawer.follow { _ in .drawBytes(count: 40_000_000) }
        let topics = try await TopicRecorder(installation.broker)
        try await installation.run(installation.configuration(onePanel)) { _ in
            try await installation.logs("the picture is 40.0 MB, more than may wait for the broker; what was published")
            try await topics.status("fresh", of: "p")
            await installation.advanceToHourMark()
            try await drawer.request { $0.context.hour > noon }
            drawer.follow { _ in .draw }
            await installation.advance(to: noon.addingHours(2))
            try await topics.picture(for: noon.addingHours(2), of: "p")
            #expect(installation.log.elements.count { $0.contains("error:") && $0.contains("40.0 MB") } == 1)
        }
    }

    @Test func `without a drawer the log says so once, and all else goes on`() async throws {
        let installation = try Installation()
        let topics = try await TopicRecorder(installation.broker)
        try await installation.run(installation.configuration(onePanel)) { _ in
            try await installation.logs("pictures are not drawn")
            try await topics.entry(for: noon, on: "p")
        }
        #expect(installation.log.elements.count { $0.contains("warning:") && $0.contains("not drawn") } == 1)
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
    fileprivate func advance(to end: UTCInstant) async {
        while clock.now < end {
            let now = clock.now
            clock.set(to: await clock.nextSleep { $0 > now })
        }
    }
}
