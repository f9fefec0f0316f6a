import Payloads
import Pictures
import TestSupport
import Testing
import Widgets

/// A widget that is drawn so, on a panel called `kitchen`.
private func room(
    _ picture: PictureSettings,
    widget: String = "weather",
    buffer: Int? = nil,
    screen: (Int, Int)? = nil,
    baseTopic: String = "kiatsu"
) throws -> PictureRoom {
    let catalogue = Catalogue(widgets: .kiatsu, sources: [])
    var settings = catalogue.defaults(for: try #require(catalogue.widget(widget)))
    settings.picture = picture
    return PictureRoom(
        settings,
        baseTopic: baseTopic,
        panelID: "kitchen",
        screen: screen.flatMap { PictureSize(width: $0.0, height: $0.1) },
        bufferBytes: buffer
    )
}

@Suite struct PictureRoomTests {
    @Test func `a size is what is configured, else what the panel said, else the standard`() throws {
        let configured = PictureSettings(size: PictureSize(width: 400, height: 300))
        #expect(try room(configured, screen: (800, 480)).size.text == "400x300")
        #expect(try room(PictureSettings(), screen: (800, 480)).size.text == "800x480")
        #expect(try room(PictureSettings()).size == .standard)
        #expect(try room(PictureSettings(), screen: (64, 48)).size == .standard, "what cannot be drawn")
    }

    @Test func `topics are those of the forms, with the one that tells of all`() throws {
        let all = PictureSettings(formats: PictureFormat.allCases, colors: .blackWhiteRed)
        let topics = try room(all).topics
        let image = "kiatsu/image/kitchen/weather"
        let whole = ["", ".png", ".2x1bpp", ".2x1bpp.z", ".2x1bpp.pb"].map { image + $0 }
        // 256 rows of 37 bytes, 5 a strip of 200 bytes.
        let strips = (0..<52).map { image + (($0 < 10) ? "/strips/00\($0)" : "/strips/0\($0)") }
        #expect(Set(topics) == Set(whole + strips + ["kiatsu/kitchen/weather/label"]))
        #expect(topics.count == Set(topics).count)
        #expect(try room(PictureSettings(formats: [.label])).topics == ["kiatsu/kitchen/weather/label"])
        #expect(try room(PictureSettings()).topics == [])
    }

    @Test(arguments: UInt64(0)..<300)
    func `no strip and no label is larger than its panel takes, and one byte less would have been less`(
        seed: UInt64
    ) throws {
        var random = SeededGenerator(seed: seed)
        let width = Int.random(in: 96...1600, using: &random)
        let size = PictureSize(width: width, height: Int.random(in: 64...1200, using: &random))
        let colors = PictureColors.allCases.randomElement(using: &random) ?? .full
        let buffer = Bool.random(using: &random) ? nil : Int.random(in: 64...5000, using: &random)
        let base = String(repeating: "b", count: Int.random(in: 1...64, using: &random))
        let rotation = PictureRotation.allCases.randomElement(using: &random) ?? .none
        let picture = PictureSettings(formats: [.strips, .label], size: size, colors: colors, rotation: rotation)
        let room = try room(picture, buffer: buffer, baseTopic: base)
        // Firmware writes a zero behind a payload.
        let limit = min(buffer.map { $0 - 1 } ?? 255, 4096)
        let strips = room.topics(of: .strips)
        #expect(strips.count == room.layout.stripCount(mostBytes: room.stripBytes))
        #expect((room.problem(of: .strips) == nil) == !strips.isEmpty)
        let row = room.layout.bytesPerRow
        let rows = room.layout.rowsPerStrip(mostBytes: room.stripBytes)
        for topic in strips {
            let bytes = PacketBudget.packetSize(topicBytes: topic.utf8.count, payloadBytes: 8 + rows * row)
            #expect(bytes <= limit)
        }
        if let longest = strips.last {
            let more = PacketBudget.packetSize(topicBytes: longest.utf8.count, payloadBytes: 8 + (rows + 1) * row)
            #expect(more > limit || rows >= room.layout.height * room.layout.planes)
            #expect(room.largestPacketBytes(of: .strips).map { $0 <= limit } == true)
        } else {
            #expect(room.problem(of: .strips)?.contains(" bytes, over the \(limit) that ") == true)
        }
        let label = room.labelTopic.utf8.count
        let most = min(limit, 255)
        if room.labelBytes >= 0 {
            #expect(PacketBudget.packetSize(topicBytes: label, payloadBytes: room.labelBytes) <= most)
        }
        #expect((room.problem(of: .label) == nil) == (room.labelBytes >= 32))
    }

    @Test func `what has no room is told with the arithmetic`() throws {
        let wide = PictureSettings(size: PictureSize(width: 800, height: 480), colors: .sixteenGreys)
        #expect(
            try room(wide).problem(of: .strips)
                == "kiatsu/image/kitchen/weather/strips/000 is 39 bytes: with header, topic length, topic and packet "
                + "id a strip with a row of 800 pixels in grey16 is 3 + 2 + 39 + 2 + 8 + 400 = 454 bytes, "
                + "over the 255 that a client takes that has told of no buffer"
        )
        #expect(
            try room(wide, buffer: 454).problem(of: .strips)?.hasSuffix("the 453 that the panel has room for") == true
        )
        #expect(try room(wide, buffer: 455).problem(of: .strips) == nil)
        #expect(try room(PictureSettings(), buffer: 64).problem(of: .label)?.contains("the smallest label") == true)
        for format in [PictureFormat.png, .raw, .deflate, .packbits] {
            #expect(try room(wide, buffer: 64).problem(of: format) == nil, "nobody subscribes to them unawares")
        }
    }

    @Test func `from a thousand strips on topics have a digit more, which the strips leave room for`() throws {
        let tall = PictureSettings(
            formats: [.strips],
            size: PictureSize(width: 1200, height: 1600),
            colors: .blackWhiteYellow
        )
        let strips = try room(tall).topics(of: .strips)
        #expect(strips.count == 3200 && strips.last == "kiatsu/image/kitchen/weather/strips/3199")
    }

    @Test func `the largest packet is known of what is as large as it is, and bounded for most others`() throws {
        let room = try room(PictureSettings())
        // 4736 bytes on 33 of topic, with a header of 3 and 4 more.
        #expect(room.largestPacketBytes(of: .raw) == 4736 + 33 + 7)
        #expect(room.largestPacketBytes(of: .strips) == 8 + 5 * 37 + 39 + 7)
        #expect(room.largestPacketBytes(of: .png) == nil)
        #expect(room.largestPacketBytes(of: .packbits).map { $0 > 4736 } == true)
        #expect(room.largestPacketBytes(of: .deflate).map { $0 > 4736 } == true)
        #expect(room.largestPacketBytes(of: .label) == 255)
    }

    @Test(arguments: PictureFormat.allCases)
    func `each format is asked for with its limit where it is cut to fit, and has topics`(format: PictureFormat) throws
    {
        let room = try room(PictureSettings(formats: [format]))
        let form = room.form(of: format)
        #expect(form.format == format && form.name == format.rawValue)
        #expect(room.topics(ofForm: form) == room.topics(of: format) && !room.topics(of: format).isEmpty)
        guard case .published(_, let mostBytes) = form else { return }
        #expect((mostBytes != nil) == format.isCutToFit)
    }
}
