import Configuration
import Foundation
import Glibc
import Payloads
import PictureProgram
import Pictures
import TestSupport
import Testing
import Time
import Widgets

@testable import Bridge

private let noon = Installation.noon
private let image = "kiatsu/image/p/weather"

private func yaml(_ pictures: String, discovery: String = "off") -> String {
    """
    homeassistant: {discovery: \(discovery)}
    panels:
      - id: p
        location: "35.6465,139.6297"
        language: ja
        encodings: [compact, frame, fields]
        widgets: {weather: {pictures: \(pictures)}}
    """
}

/// The description of a picture as a whole, as a display reads it.
private struct Description: Decodable {
    var id: UInt32
    var ts: Int
    var w: Int
    var h: Int
    var c: String
    var rot: Int
    var strips: Int?
    var rows: Int?
}

private let everyForm = "[png, raw, deflate, packbits, strips, label]"

/// Pictures from the forecast to the broker: the daemon, the program that draws, and a broker.
@Suite(.timeLimit(.minutes(4)))
struct PictureEndToEndTests {
    private let drawer = ObservedDrawer()
    private let installation: Installation

    init() throws { installation = try Installation(drawer: drawer) }

    /// Waits until the first picture with the real place is on the broker, and returns all that is there then.
    private func first(_ topics: TopicRecorder) async throws -> [String: ObservedMessage] {
        try await retained(topics) { $0.context.placeName == "世田谷区" }
    }

    /// Sets the clock, waits until the picture that is drawn then is on the broker, and returns all that is there then.
    private func advance(to instant: UTCInstant, _ topics: TopicRecorder) async throws -> [String: ObservedMessage] {
        let mark = drawer.drawings.mark
        installation.clock.set(to: instant)
        return try await retained(topics, since: mark) { $0.context.hour == instant.hourStart }
    }

    private func retained(
        _ topics: TopicRecorder,
        since mark: Int = 0,
        where condition: @escaping @Sendable (PictureRequest) -> Bool
    ) async throws -> [String: ObservedMessage] {
        let drawing = try await drawer.drawings.first(since: mark) { condition($0.request) }
        let (id, hour) = (drawing.picture.id, drawing.request.context.hour)
        // It comes last of all that is of a picture.
        try await topics.first(on: image) { message in
            (try? message.picture).map { $0.id == id && $0.ts == hour.unixSeconds } ?? false
        }
        return try await BrokerObserver.retained(in: installation.broker)
    }

    /// The times of a picture of another hour, or, after another request for the weather, of another forecast.
    private static let news = [noon.addingHours(1), noon.addingHours(1) + .seconds(400), noon.addingHours(2)]

    @Test func `after the first forecast a picture is there in all forms, and at each hour the next`() async throws {
        let topics = try await TopicRecorder(installation.broker)
        try await installation.run(installation.configuration(yaml(everyForm))) { _ in
            var framebuffers: Set<[UInt8]> = []
            framebuffers.insert(try check(try await first(topics), noon))
            for instant in Self.news {
                let retained = try await advance(to: instant, topics)
                #expect(try retained["kiatsu/p/weather"]?.weather.date == instant.hourStart)
                framebuffers.insert(try check(retained, instant.hourStart))
            }
            #expect(framebuffers.count == 1 + Self.news.count)
        }
        for message in topics.all(try await topics.echoed()) where message.topic.hasPrefix("kiatsu/p/") {
            #expect(message.packetBytes <= 255, "\(message.topic)")
        }
        #expect(drawer.studio.identifiers.count == 1)
    }

    /// That all forms are of one picture; returns its framebuffer.
    private func check(_ retained: [String: ObservedMessage], _ date: UTCInstant) throws -> [UInt8] {
        func payload(_ suffix: String) throws -> [UInt8] { try #require(retained[image + suffix]).payload }
        let png = try PNGFile(payload(".png"))
        #expect(png.width == 296 && png.height == 128 && png.bitDepth == 1)
        let raw = try payload(".1bpp")
        #expect(raw.count == 4736 && Set(raw).count > 10)
        #expect(try Inflater.inflated(payload(".1bpp.z"), window: 4096) == raw)
        #expect(try PackBitsReader.unpacked(payload(".1bpp.pb")) == raw)

        let description = try #require(retained[image]).picture
        #expect(description.id == Checksum.crc32(raw) && description.ts == date.unixSeconds)
        #expect(description.w == 296 && description.h == 128 && description.c == "bw" && description.rot == 0)
        let strips = retained.values.filter { $0.topic.hasPrefix(image + "/strips/") }
        #expect(strips.count == description.strips)
        #expect(try framebuffer(of: strips.map(\.payload).shuffled(), description) == raw)
        for strip in strips { #expect(strip.packetBytes <= 255) }

        let label = try #require(retained["kiatsu/p/weather/label"])
        #expect(label.packetBytes <= 255)
        #expect(label.payload.count == 2 + Int(label.payload[1]) * ((Int(label.payload[0]) + 7) / 8))
        #expect(label.payload[0] > 40 && label.payload[1] >= 12, "four characters to be read")

        let below = retained.keys.filter { $0.hasPrefix("kiatsu/image/") && !$0.contains("/strips/") }
        #expect(below.sorted() == ["", ".1bpp", ".1bpp.pb", ".1bpp.z", ".png"].map { image + $0 })
        return raw
    }

    /// The framebuffer of a display that has taken all strips as they came.
    private func framebuffer(of strips: [[UInt8]], _ description: Description) throws -> [UInt8] {
        let bytesPerRow = (description.w + 7) / 8
        var bytes = [UInt8](repeating: 0, count: bytesPerRow * description.h)
        for strip in strips {
            func number(_ at: Range<Int>) -> Int { at.reversed().reduce(0) { $0 << 8 | Int(strip[$1]) } }
            #expect(number(0..<4) == Int(description.id) && number(6..<8) == description.strips)
            let first = number(4..<6)
            let rows = (strip.count - 8) / bytesPerRow
            #expect(rows == description.rows || first + rows == description.h)
            try #require(first + rows <= description.h)
            bytes.replaceSubrange(first * bytesPerRow..<(first + rows) * bytesPerRow, with: strip[8...])
        }
        return bytes
    }

    @Test func `who asks for a picture draws the one that is published, and learns no position`() async throws {
        let topics = try await TopicRecorder(installation.broker)
        try await installation.run(installation.configuration(yaml("[png]"))) { _ in
            let published = try await first(topics)
            try installation.broker.publish("kiatsu/bridge/request/panel/picture", #"{"panel":"p","transaction":"x"}"#)
            let answer = try await topics.first(on: "kiatsu/bridge/response/panel/picture")
            #expect(!answer.isRetained && answer.text.hasSuffix(#""transaction":"x"}"#))
            #expect(!answer.text.contains("35.6") && !answer.text.contains("139.6"))
            let request = try JSONDecoder().decode(Answer.self, from: Data(answer.payload)).data.picture
            let picture = try await drawer.studio.program.draw(request)
            #expect(picture.parts.map(\.bytes) == [published[image + ".png"]?.payload])
        }
    }

    private struct Answer: Decodable {
        var data: PanelPicture
    }

    // MARK: A program that ends

    @Test func `the next hour's picture comes though kiatsu-draw was killed, while it rested or while it drew`()
        async throws
    {
        let topics = try await TopicRecorder(installation.broker)
        try await installation.run(installation.configuration(yaml("[png, label]"))) { _ in
            _ = try await first(topics)
            let resting = try await drawer.studio.identifier()
            kill(resting, SIGKILL)
            try await drawer.studio.logs("kiatsu-draw \(resting) has ended by itself")
            for instant in Self.news.dropLast() { _ = try await advance(to: instant, topics) }
            let drawing = try #require(drawer.studio.identifiers.last)
            #expect(drawing != resting)

            let (hour, mark) = (noon.addingHours(2), installation.log.mark)
            kill(drawing, SIGSTOP)
            installation.clock.set(to: hour)
            _ = try await drawer.requests.first { $0.context.hour == hour }
            try await topics.entry(for: hour, on: "p")
            kill(drawing, SIGKILL)
            let line = try await installation.logs("the picture p/weather is not drawn", since: mark)
            #expect(line.contains("kiatsu-draw was ended by signal 9 (Killed) while it drew the widget weather"))
            #expect(line.contains("what was drawn before stays, next try at 2026-03-28T14:01:00Z"))
            _ = try await advance(to: hour + .seconds(60), topics)
            try await installation.logs("all pictures are drawn again, after ", since: mark)
        }
    }

    // MARK: Home Assistant, and the end of pictures

    @Test(arguments: [true, false])
    func `Home Assistant is told of the picture while there is one, and pictures that are off leave nothing`(
        isReloaded: Bool
    ) async throws {
        let topics = try await TopicRecorder(installation.broker)
        let device = "homeassistant/device/kiatsu_p/config"
        try await installation.run(installation.configuration(yaml(everyForm, discovery: "device"))) { daemon in
            let before = try await first(topics)
            let pictures = before.keys.filter(Self.isOfPictures)
            #expect(pictures.count == 6 + 26)
            let document = try JSONSerialization.jsonObject(with: Data(try #require(before[device]).payload))
            let entities = (document as? [String: Any])?["cmps"] as? [String: [String: Any]]
            let entity = try #require(entities?["picture_weather"])
            #expect(entity["p"] as? String == "image" && entity["cont_type"] as? String == "image/png")
            let topic = try #require(entity["img_t"] as? String)
            #expect(try PNGFile(try #require(before[topic]).payload).width == 296)

            // What is being drawn when pictures end is not published any more.
            kill(try #require(drawer.studio.identifiers.last), SIGSTOP)
            installation.clock.set(to: noon.addingHours(1))
            _ = try await drawer.requests.first { $0.context.hour == noon.addingHours(1) }
            let mark = topics.mark
            if isReloaded {
                daemon.reload(try installation.configuration(yaml("none", discovery: "device")))
            } else {
                let options = #"{"panel":"p","widget":"weather","options":{"pictures":"none"}}"#
                try installation.broker.publish("kiatsu/bridge/request/panel/options", options)
            }
            for topic in pictures { try await topics.first(on: topic, since: mark) { $0.text.isEmpty } }
            try await topics.first(on: device, since: mark) { !$0.text.contains("picture_weather") }
            if !isReloaded {
                kill(try #require(drawer.studio.identifiers.last), SIGCONT)
                _ = try await drawer.drawings.first { $0.request.context.hour == noon.addingHours(1) }
            }
            installation.clock.set(to: noon.addingHours(2))
            try await topics.entry(for: noon.addingHours(2), on: "p")
        }
        let left = try await BrokerObserver.retained(in: installation.broker).keys.filter(Self.isOfPictures)
        #expect(left.isEmpty)
        #expect(!drawer.requests.elements.contains { $0.context.hour == noon.addingHours(2) })
    }

    private static func isOfPictures(_ topic: String) -> Bool {
        topic.hasPrefix("kiatsu/image/") || topic.hasSuffix("/label")
    }

    // MARK: Small readers

    @Test(arguments: [UInt8(0), 1])
    func `readers of 256 bytes lose nothing of the panel, nor of its strips`(quality: UInt8) async throws {
        let topics = try await TopicRecorder(installation.broker)
        let filters = ["kiatsu/p/#", image + "/strips/+"]
        var readers: [SmallReader] = []
        for filter in filters {
            let session = SmallReader.Session(filter: filter, qualityOfService: quality)
            readers.append(try await SmallReader(installation.broker, bufferBytes: 256, session))
        }
        try await installation.run(installation.configuration(yaml("[strips, label]"))) { _ in
            _ = try await first(topics)
            for instant in Self.news { _ = try await advance(to: instant, topics) }
        }
        for (reader, prefix) in zip(readers, ["kiatsu/p/", image + "/strips/"]) {
            try installation.broker.publish(prefix + "end", "")
            try await topics.first(on: prefix + "end")
            try await reader.first(on: prefix + "end")
            let sent = topics.all(try await topics.echoed()).filter { $0.topic.hasPrefix(prefix) }
            #expect(reader.faults.isEmpty)
            #expect(reader.messages.map(\.topic) == sent.map(\.topic))
            #expect(reader.messages.map(\.payload) == sent.map(\.payload))
        }
        #expect(readers[1].messages.count > Self.news.count * 26, "whole pictures")
    }
}

extension ObservedMessage {
    /// The description of a picture as a whole.
    fileprivate var picture: Description {
        get throws { try JSONDecoder().decode(Description.self, from: Data(payload)) }
    }

    /// Of the whole packet, as it comes to who subscribed at QoS 1.
    fileprivate var packetBytes: Int {
        PacketBudget.packetSize(topicBytes: topic.utf8.count, payloadBytes: payload.count)
    }
}
