import Configuration
import FifthWidget
import Payloads
import Testing
import Time
import Upstreams
import Weather
import Widgets

/// The fifth widget's payloads, as their reader finds them.
@Suite struct TideTests {
    private let entry = TideEntry(
        date: noon,
        level: -123,
        highWater: noon.addingHours(3),
        obtained: noon,
        source: "harbour"
    )

    private func payload(_ encoding: Encoding, options: [String: String] = [:], name: String = "Husum") throws
        -> [UInt8]
    {
        let display = DisplaySettings(language: "de", units: .metric, family: .medium)
        let context = DisplayContext(
            settings: display,
            options: options,
            placeName: name,
            hour: noon,
            isStale: false
        )
        let bounds = EncodingBounds(of: TideWidget(), display: display, encoding: encoding)
        let room = try TopicRoom(bounds, baseTopic: "kiatsu", panelID: "p")
        let content = entry.content(in: context)
        return try #require(room.payloads(of: content, placeName: DisplayText(name), isStale: false).first).bytes
    }

    @Test(arguments: [("m", "-1.23"), ("ft", "-4.04")])
    func `a level is in the unit that its option says`(unit: String, level: String) throws {
        let text = String(decoding: try payload(.compact, options: ["height_unit": unit]), as: UTF8.self)
        #expect(text == "{\"ts\":1774699200,\"n\":\"Husum\",\"h\":\(level),\"hw\":1774710000}")
    }

    @Test func `the frame is what its comment says`() throws {
        let frame = try payload(.frame)
        let body = Array(frame.dropLast(2))
        #expect(Array(body.prefix(8)) == [2, 0, 0xC0, 0xC2, 0xC7, 0x69, 0x85, 0xFF])
        #expect(String(decoding: body.dropFirst(8), as: UTF8.self) == "Husum")
        let check = CyclicRedundancyCheck.ccittFalse(body)
        #expect(Array(frame.suffix(2)) == [UInt8(check & 0xFF), UInt8(check >> 8)])
    }

    @Test func `a frame is read back in words, and what is damaged is not`() throws {
        let frames = FrameCatalogue(Catalogue.five.widgets)
        let rendering = TerminalRendering(usesColor: false)
        var frame = try payload(.frame)
        #expect(try frames.text(of: frame, rendering) == "Husum  2026-03-28T12:00:00Z\n-123 cm\n")
        frame[6] += 1
        #expect(throws: FrameError.self) { try frames.text(of: frame, rendering) }
        #expect(throws: FrameError.tooShort(byteCount: 3, atLeast: 10)) { try frames.text(of: [2, 0, 0], rendering) }
        #expect(try FrameCatalogue(Catalogue.kiatsu.widgets).text(of: frame, rendering) == nil)
        #expect(frames.summary == "weather (first byte 1), tide (first byte 2)")
    }

    @Test func `a frame takes as much of a long name as there is room for`() throws {
        let frame = try payload(.frame, name: String(repeating: "岸", count: 100))
        let size = PacketBudget.packetSize(topicBytes: "kiatsu/p/tide/frame".utf8.count, payloadBytes: frame.count)
        #expect((126...128).contains(size))
        #expect(String(validating: frame.dropFirst(8).dropLast(2), as: UTF8.self) != nil)
    }

    @Test func `options have their defaults in one place`() {
        #expect(TideOptions([:]) == TideOptions(["height_unit": "m", "offset": "0"]))
        let chosen = TideOptions(["height_unit": "ft", "offset": "-20"])
        #expect(chosen.unit == .feet && chosen.offset == -20)
    }

    @Test func `a value that the option does not take is refused by name`() throws {
        let yaml = "widgets: {tide: {height_unit: fathoms}}\npanels: [{id: p, location: \"1,2\", widgets: [tide]}]\n"
        let error = #expect(throws: ConfigurationErrors.self) {
            try Configuration.parse(
                yaml: Array(yaml.utf8),
                fileName: "test.yaml",
                environment: ["HOME": "/nonexistent"],
                catalogue: .five,
                topicRoom: { _, _, _, _ in nil }
            )
        }
        #expect(error?.issues.first.map { "\($0)".contains("widgets.tide.height_unit") } == true)
    }
}
