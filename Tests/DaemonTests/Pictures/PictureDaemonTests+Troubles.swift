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

extension PictureDaemonTests {
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
        // A name that is found later would let its panel go before others, too.
        let named = (0..<29).map { "{id: p\($0), location: \"\($0),10\", name: \"\($0)\"}" }
        let panels = (named + [#"{id: p29, location: "29,10"}"#]).joined(separator: ", ")
        let topics = try await TopicRecorder(installation.broker)
        try await installation.run(installation.configuration(file(panels))) { _ in
            // All show real data: samples are of the same hour.
            for panel in 0..<29 { try await drawer.request { $0.context.placeName == "\(panel)" } }
            try await drawer.request { !$0.isSample && Int($0.context.placeName) == nil }
            let hour = noon.addingHours(1)
            drawer.follow { $0.context.hour == noon ? .draw : .hang }
            await installation.advanceToHourMark()
            try await drawer.request { $0.context.hour == hour }
            let moving = topics.mark
            try installation.broker.publish("kiatsu/p29/location/set", "43.0621,141.3544")
            try await topics.first(on: "kiatsu/p29/weather") { $0.text.contains("Sapporo") }
            // Until its forecast is there, a moved panel wants no picture.
            try await topics.status("fresh", of: "p29", since: moving)
            let mark = drawer.requests.mark
            drawer.follow { _ in .draw }
            drawer.goOn()
            try await drawer.request { $0.context.placeName.contains("Sapporo") }
            let moved = try #require(
                drawer.requests.elements.firstIndex { $0.context.placeName.contains("Sapporo") }
            )
            // In the order of panels it would be the last of thirty.
            #expect(moved == mark)
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
}
