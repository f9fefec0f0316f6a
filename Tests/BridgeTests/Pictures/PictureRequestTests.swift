import Commands
import Foundation
import Messaging
import Pictures
import Testing
import Time
import Widgets

@testable import Bridge

private let noon = UTCInstant(unixSeconds: 1_774_699_200)
private let panel = """
    panels:
      - id: p
        location: "35.6465,139.6297"
        language: ja
        widgets:
          weather: {picture_size: 400x300, picture_colors: grey4}
          conditions: {language: de}
          day: {}
          poem: {picture_theme: dark, pictures: [png]}
      - {id: q, location: "52.52,13.405"}
    """

/// The request `panel/picture`.
@Suite struct PictureRequestTests {
    private func running() async throws -> Rehearsal {
        var bridge = try await Rehearsal(panel, at: noon + .seconds(600))
        bridge.run(until: noon + .seconds(600))
        bridge.published = []
        return bridge
    }

    @Test(arguments: ["weather", "conditions", "day", "poem"])
    func `what a widget shows is told with all a drawing takes, and no position`(widget: String) async throws {
        var bridge = try await running()
        let answer = try bridge.ask("panel/picture", "{\"panel\":\"p\",\"widget\":\"\(widget)\",\"transaction\":7}")
        #expect(answer["status"] as? String == "ok" && answer["transaction"] as? Int == 7)
        let data = try #require(answer["data"] as? [String: Any])
        #expect(Set(data.keys) == ["picture", "entry"])
        let entry = try #require(data["entry"] as? String)
        #expect((try JSONSerialization.jsonObject(with: Data(entry.utf8)) as? [String: Any])?.isEmpty == false)
        let picture = try #require(data["picture"] as? [String: Any])
        #expect(picture["widget"] as? String == widget)

        let payload = try #require(bridge.published.last?.payload)
        let text = String(decoding: payload, as: UTF8.self).lowercased()
        for trace in ["35.6", "139.6", "latitude", "longitude", #"lat\""#, #"lng\""#, #"lon\""#, "coordinate"] {
            #expect(!text.contains(trace), "\(trace)")
        }
        #expect(payload.count < 16_384)
        #expect(bridge.published.count == 1, "an answer, and nothing for the panel")
    }

    @Test func `a panel's settings are told, and its first widget where none is named`() async throws {
        var bridge = try await running()
        func picture(_ request: String) throws -> PictureRequest {
            _ = try bridge.ask("panel/picture", request)
            let payload = try #require(bridge.published.last?.payload)
            return try JSONDecoder().decode(Answer.self, from: Data(payload)).data.picture
        }
        let weather = try picture(#"{"panel":"p"}"#)
        #expect(weather.widget == "weather" && weather.size.text == "400x300" && weather.colors == .fourGreys)
        #expect(weather.context.settings.language == "ja" && weather.context.hour == noon)
        #expect(weather.context.placeName == "世田谷区" && weather.forms.isEmpty)
        let conditions = try picture(#"{"panel":"p","widget":"conditions"}"#)
        #expect(conditions.context.settings.language == "de" && conditions.context.placeName == "Setagaya")
        let poem = try picture(#"{"panel":"p","widget":"poem"}"#)
        #expect(poem.theme == .dark && poem.forms == [.png] && poem.size == .standard)
        #expect(try JSONDecoder().decode(PoemEntry.self, from: Data(poem.entry)).date == noon)
        // As others would draw it.
        #expect(try picture(#"{"panel":"p"}"#) == weather)
        #expect(try picture(#"{"panel":"q"}"#).context.placeName == "Berlin")
    }

    private struct Answer: Decodable {
        var data: PanelPicture
    }

    @Test(arguments: [
        ("{}", #"name a panel, such as {"panel":"kitchen"}"#), (#"{"widget":"weather"}"#, "name a panel"),
        (#"{"panel":"x"}"#, "no panel “x”; `kiatsu panel list`"), (#"{"panel":"+"}"#, "no panel “+”"),
        (#"{"panel":"q","widget":"day"}"#, "panel q has no widget “day”, but weather"),
        (#"{"panel":"p","widget":"clock"}"#, "no widget “clock”, but weather, conditions, day, poem"),
    ])
    func `what is not there is answered with what there is`(request: String, error: String) async throws {
        var bridge = try await running()
        let answer = try bridge.ask("panel/picture", request)
        #expect(answer["status"] as? String == "error" && answer["data"] == nil)
        #expect((answer["error"] as? String)?.contains(error) == true, "\(answer)")
    }

    @Test func `more than it may be asked for within a minute is refused, until when is told`() async throws {
        var bridge = try await running()
        let request = #"{"panel":"p"}"#
        for _ in 0..<Requests.mostReadings {
            #expect(try bridge.ask("panel/picture", request)["status"] as? String == "ok")
        }
        let refused = try bridge.ask("panel/picture", request)
        #expect(refused["status"] as? String == "error")
        #expect(
            refused["error"] as? String
                == "120 such requests within a minute; send it again at 2026-03-28T12:11:00Z"
        )
        bridge.now = bridge.now + .seconds(60)
        #expect(try bridge.ask("panel/picture", request)["status"] as? String == "ok")
    }
}
