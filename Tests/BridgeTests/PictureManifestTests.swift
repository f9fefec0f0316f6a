import Configuration
import HomeAssistant
import Messaging
import Storage
import TestSupport
import Testing
import Time
import Widgets

@testable import Bridge

private let noon = UTCInstant(unixSeconds: 1_774_699_200)

/// The manifest's rows for pictures, and the topics that are cleared because of them.
@Suite(.timeLimit(.minutes(4)))
struct PictureManifestTests {
    private func state(_ yaml: String) async throws -> BridgeState {
        await Rehearsal(try Rehearsal.configuration(yaml), at: noon).state
    }

    @Test(arguments: UInt64(0)..<100)
    func `two rows a widget stand for all topics of its pictures, however many strips there are`(
        seed: UInt64
    ) async throws {
        var random = SeededGenerator(seed: seed)
        var state = try await state("panels: [{id: p, location: \"1,2\", widgets: [weather]}]")
        var settings = try #require(state.panels["p"]?.configuration.widgets.first)
        let count = Int.random(in: 0...6, using: &random)
        settings.picture.formats = Array(PictureFormat.allCases.shuffled(using: &random).prefix(count))
        settings.picture.colors = [.blackAndWhite, .blackWhiteYellow].randomElement(using: &random) ?? .full
        settings.picture.size = PictureSize(
            width: Int.random(in: 96...1000, using: &random),
            height: Int.random(in: 64...1600, using: &random)
        )
        let bare = Set(ManifestState.topics(of: "p", in: state.presenter))
        state.panels["p"]?.configuration.widgets = [settings]
        let rows = PictureManifest.rows(of: settings, panel: "p", in: state.presenter)
        #expect(rows.count <= 2 && rows.flatMap(Self.suffixes).count <= 8)
        let topics = ManifestState.topics(of: "p", in: state.presenter)
        #expect(Set(topics).subtracting(bare) == Set(state.presenter.pictureTopics(of: "p", settings)))
        #expect(topics.count == Set(topics).count)
    }

    @Test func `rows that nobody wrote end nothing but what they say`() {
        for count in [0, -1, .min] {
            let row = ManifestRow.Picture(baseTopic: "k", panel: "p", widget: "day", suffixes: [], stripCount: count)
            #expect(ManifestState.topics(of: [.picture(row)]) == [])
        }
    }

    private static func suffixes(of row: ManifestRow) -> [String] {
        switch row {
        case .encoding(let row): row.suffixes
        case .picture(let row): row.suffixes
        default: []
        }
    }

    @Test func `what is not drawn any more is cleared at the next start, whatever it was and wherever`() async throws {
        let drawn = """
            pictures: [png, strips, label]
            panels: [{id: p, location: "1,2"}, {id: q, location: "1,2"}]
            """
        let before = try await state(drawn)
        let rows = ManifestState.retainedTopics(of: before.presenter)
        let pictures = Set(ManifestState.topics(of: rows).filter { $0.contains("/image/") || $0.hasSuffix("/label") })
        #expect(pictures.count == 2 * (26 + 3))
        func cleared(_ yaml: String) async throws -> Set<String> {
            let manifest = ManifestState(try await state(yaml).presenter, before: rows)
            return Set(manifest.clearing.map(\.topic)).intersection(pictures)
        }
        #expect(try await cleared(drawn).isEmpty)
        #expect(try await cleared(drawn.replacing("strips, ", with: "")) == pictures.filter { $0.contains("/strips/") })
        #expect(
            try await cleared("picture_size: 296x64\n" + drawn)
                == pictures.filter { $0.contains("/strips/") && ($0.suffix(3) >= "013") }
        )
        #expect(try await cleared(drawn.replacing("id: q", with: "id: r")) == pictures.filter { $0.contains("/q/") })
        #expect(try await cleared("mqtt: {base_topic: other}\n" + drawn) == pictures)
        #expect(
            try await cleared(drawn.replacing("{id: q,", with: "{id: q, widgets: [day], pictures: png,"))
                == pictures.filter { $0.contains("/q/weather") }
        )
    }

    // MARK: Home Assistant

    private let announced = "homeassistant: {discovery: device}\npanels: [{id: p, location: \"1,2\"}]"

    @Test(arguments: ["device", "component"])
    func `an image comes with a PNG and goes with it`(style: String) async throws {
        var bridge = try await Rehearsal(announced.replacing("device", with: style), at: noon)
        bridge.run(until: noon)
        let topic =
            style == "device"
            ? "homeassistant/device/kiatsu_p/config" : "homeassistant/image/kiatsu_p/picture_weather/config"
        let ask = #"{"panel":"p","options":{"pictures":"#
        #expect(try bridge.ask("panel/options", ask + #""png"}}"#).isOK)
        let config = try #require(bridge.last(topic))
        #expect(config.contains(#""img_t":"kiatsu/image/p/weather.png","cont_type":"image/png""#))
        #expect(bridge.state.homeAssistant.retired.isEmpty)
        #expect(try bridge.ask("panel/options", ask + #""raw"}}"#).isOK)
        let after = try #require(bridge.last(topic))
        if style == "device" {
            #expect(after.contains(#""picture_weather":{"p":"image"}"#))
            #expect(bridge.state.homeAssistant.retired == ["kiatsu_p": [Entity.Identity(.image, "picture_weather")]])
        } else {
            #expect(after.isEmpty)
        }
        let mark = bridge.published.count
        #expect(try bridge.ask("panel/options", ask + #""png,raw"}}"#).isOK)
        #expect(bridge.published.dropFirst(mark).contains { $0.topic == topic && $0.payload == Array(config.utf8) })
    }
}
