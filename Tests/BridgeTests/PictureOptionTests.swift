import Configuration
import Foundation
import HomeAssistant
import Messaging
import Storage
import TestSupport
import Testing
import Time
import Widgets

@testable import Bridge

private let noon = UTCInstant(unixSeconds: 1_774_699_200)
private let file = """
    encodings: [compact]
    panels:
      - {id: p, location: "35.6465,139.6297", widgets: [weather, day]}
      - {id: q, location: "35.6465,139.6297", pictures: [png, strips], picture_size: 400x300}
    """
private let image = "kiatsu/image/p/weather"

private func running(_ yaml: String = file, stored: StoredState = StoredState()) async throws -> Rehearsal {
    var bridge = try await Rehearsal(yaml, at: noon + .seconds(600), stored: stored)
    bridge.run(until: noon + .seconds(600))
    bridge.published = []
    return bridge
}

extension Rehearsal {
    /// The answer to a panel's hello.
    mutating func greet(_ payload: String, of panel: String = "p") throws -> [String: Any] {
        let mark = published.count
        send(payload, to: "kiatsu/\(panel)/hello")
        let answer = try #require(published.dropFirst(mark).last { $0.topic.hasSuffix("response") })
        return try #require(try JSONSerialization.jsonObject(with: Data(answer.payload)) as? [String: Any])
    }

    fileprivate mutating func choose(_ options: String, of widget: String = "weather") throws -> [String: Any] {
        try ask("panel/options", "{\"panel\":\"p\",\"widget\":\"\(widget)\",\"options\":{\(options)}}")
    }

    fileprivate func picture(of widget: String, _ panel: String = "p") -> PictureSettings? {
        state.panels[panel]?.configuration.widgets.first { $0.widget == widget }?.picture
    }

    /// The topics that were cleared since the mark.
    fileprivate func cleared(since mark: Int = 0) -> Set<String> {
        Set(published.dropFirst(mark).filter { $0.isRetained && $0.payload.isEmpty }.map(\.topic))
    }
}

/// The pictures that requests and hellos ask for.
@Suite struct PictureOptionTests {
    @Test func `what is not drawn any more is cleared`() async throws {
        var bridge = try await running()
        #expect(try bridge.choose(#""pictures":["png","raw","strips","label"]"#).isOK)
        let settings = try #require(bridge.state.panels["p"]?.configuration.widgets.first)
        let before = Set(bridge.state.presenter.pictureTopics(of: "p", settings))
        #expect(before.count == 26 + 4 && bridge.cleared().isEmpty)
        var mark = bridge.published.count
        #expect(try bridge.choose(#""picture_size":"296x64""#).isOK)
        #expect(bridge.cleared(since: mark) == Set((13...25).map { "\(image)/strips/0\($0)" }), "fewer strips")
        mark = bridge.published.count
        #expect(try bridge.choose(#""picture_colors":"grey4""#).isOK)
        #expect(bridge.cleared(since: mark) == ["\(image).1bpp"], "as many strips, of other rows")
        mark = bridge.published.count
        #expect(try bridge.ask("panel/options", #"{"panel":"p","widget":"weather","reset":true}"#).isOK)
        let left = bridge.cleared(since: mark)
        #expect(left.isSuperset(of: [image, "\(image).png", "\(image).2bpp", "kiatsu/p/weather/label"]))
        #expect(left.filter { $0.contains("/strips/") }.count == 32)
        #expect(ManifestState.topics(of: "p", in: bridge.state.presenter).allSatisfy { !$0.contains("/image/") })
    }

    @Test func `what has no room is refused with the arithmetic and a way out, and nothing changes`() async throws {
        var bridge = try await running()
        let answer = try bridge.choose(#""pictures":"png,strips","picture_size":"800x480","picture_colors":"color""#)
        let words = try #require(answer.error)
        #expect(words.hasPrefix("no room for strips: kiatsu/image/p/weather/strips/000 is 33 bytes: "), "\(words)")
        #expect(words.contains("8 + 2400 = 2448 bytes, over the 255"))
        #expect(
            words.hasSuffix(
                "choose a smaller `picture_size` or fewer `picture_colors`, or leave strips out of `pictures`"
            )
        )
        #expect(bridge.picture(of: "weather") == PictureSettings() && bridge.state.choices.chosen.isEmpty)
        #expect(try bridge.choose(#""pictures":"label""#, of: "day").error?.contains("pictures must be none") == true)
        _ = try bridge.greet(#"{"buf":4096}"#)
        let now = try bridge.choose(#""pictures":"png,strips","picture_size":"800x480","picture_colors":"color""#)
        #expect(now.isOK, "with a buffer that takes a row: \(now)")
    }

    @Test func `options are listed, and so are pictures in the answer to panels and in bridge info`() async throws {
        var bridge = try await running()
        _ = try bridge.choose(#""pictures":"raw,png","picture_rotation":90"#)
        let values = try bridge.values(of: "weather")
        #expect(values["pictures"] == "raw,png" && values["picture_rotation"] == "90")
        #expect(values["picture_size"] == "auto" && values["fonts"]?.isEmpty == true)
        let listed = try #require(
            try bridge.ask("panels", #"{"panel":"p"}"#).listed.first?["widgets"] as? [[String: Any]]
        )
        let pictures = try #require(listed[0]["pictures"] as? [String: Any])
        let forms = try #require(pictures["forms"] as? [String: Any])
        #expect(pictures["size"] as? String == "296x128" && pictures["colors"] as? String == "bw")
        #expect(forms["raw"] as? Int == 4736 + 27 + 7 && forms["png"] is NSNull)
        #expect(listed[1]["pictures"] == nil)
        let information = try #require(bridge.last("kiatsu/bridge/info"))
        let told = #""pictures":{"colors":"bw","forms":["raw","png"],"size":"296x128"}"#
        #expect(information.contains(told), "\(information)")
    }

    @Test func `a panel with pictures is added by a request, and leaves nothing when it goes`() async throws {
        var bridge = try await running()
        let wide = try bridge.ask(
            "panel/add",
            #"{"id":"r","location":"1,2","pictures":"strips","picture_colors":"color"}"#
        )
        #expect(wide.error?.contains("no room for strips") == true)
        #expect(try bridge.ask("panel/add", #"{"id":"r","location":"1,2","pictures":["strips","png"]}"#).isOK)
        let mark = bridge.published.count
        #expect(try bridge.ask("panel/remove", #"{"panel":"r"}"#).isOK)
        let pictures = bridge.cleared(since: mark).filter { $0.hasPrefix("kiatsu/image/r/weather") }
        #expect(pictures.count == 26 + 2)
    }

    // MARK: Hello

    @Test func `a panel gets the pictures that it asks for, of its size and in its colours`() async throws {
        var bridge = try await running()
        let answer = try bridge.greet(#"{"buf":256,"pic":["strips","label"],"col":"bwr","w":250,"h":122,"id":7}"#)
        #expect(answer["ok"] as? Bool == true && answer["id"] as? Int == 7)
        #expect(answer["pictures"] as? [String] == ["strips", "label"] && answer["size"] as? String == "250x122")
        #expect(bridge.picture(of: "weather") == PictureSettings(formats: [.strips, .label], colors: .blackWhiteRed))
        #expect(bridge.picture(of: "day") == PictureSettings(formats: [.strips], colors: .blackWhiteRed))
        let settings = try #require(bridge.state.panels["p"]?.configuration.widgets.first)
        #expect(bridge.state.presenter.pictureSize(of: "p", settings).text == "250x122")
        #expect(bridge.state.choices.chosen["p"]?["weather"]?["pictures"] == "strips,label")
        let mark = bridge.published.count
        let again = try bridge.greet(#"{"buf":256,"pic":"none","w":250,"h":122}"#)
        #expect(again["pictures"] == nil && bridge.picture(of: "weather")?.formats == [])
        #expect(bridge.cleared(since: mark).contains("kiatsu/p/weather/label"))
        #expect(bridge.state.choices.chosen["p"]?["weather"]?["pictures"] == nil, "as the file has it")
    }

    @Test func `another screen or buffer clears the strips that are not any more`() async throws {
        var bridge = try await running(file.replacing(", picture_size: 400x300", with: ""))
        _ = try bridge.greet(#"{"buf":256,"w":400,"h":300}"#, of: "q")
        var mark = bridge.published.count
        _ = try bridge.greet(#"{"buf":256,"w":296,"h":128}"#, of: "q")
        #expect(bridge.cleared(since: mark) == Set((26...74).map { "kiatsu/image/q/weather/strips/0\($0)" }))
        mark = bridge.published.count
        _ = try bridge.greet(#"{"buf":1024,"w":296,"h":128}"#, of: "q")
        #expect(bridge.cleared(since: mark).count == 26 - 5, "larger ones")
        mark = bridge.published.count
        let small = try bridge.greet(#"{"buf":90,"enc":"fields","w":296,"h":128}"#, of: "q")
        #expect(small["error"] as? String == "does_not_fit", "the fields do not fit")
        #expect(bridge.cleared(since: mark).isEmpty)
    }

    @Test func `what does not fit any more is left out, and is there again with another buffer and word`() async throws
    {
        var bridge = try await running(file.replacing(", picture_size: 400x300", with: ", picture_size: 1200x64"))
        let mark = bridge.published.count
        #expect(bridge.picture(of: "weather", "q")?.formats == [.png, .strips])
        let answer = try bridge.greet(#"{"buf":150}"#, of: "q")
        #expect(answer["pictures"] as? [String] == ["png"], "\(answer)")
        #expect(bridge.picture(of: "weather", "q")?.formats == [.png])
        #expect(bridge.cleared(since: mark).contains("kiatsu/image/q/weather/strips/000"))
        #expect(try bridge.ask("panel/options", #"{"panel":"q","widget":"weather","options":{"language":"de"}}"#).isOK)
        #expect(try bridge.ask("panel/options", #"{"panel":"q","widget":"weather","reset":true}"#).isOK)
        #expect(bridge.picture(of: "weather", "q")?.formats == [.png], "a small buffer is no choice of options")
        _ = try bridge.greet(#"{"buf":256}"#, of: "q")
        #expect(bridge.picture(of: "weather", "q")?.formats == [.png, .strips])
    }

    @Test func `a hello that is silent about pictures leaves what somebody chose`() async throws {
        var bridge = try await running()
        _ = try bridge.choose(#""pictures":"png","picture_colors":"grey16""#)
        let answer = try bridge.greet(#"{"buf":256}"#)
        #expect(answer["pictures"] as? [String] == ["png"])
        #expect(bridge.picture(of: "weather") == PictureSettings(formats: [.png], colors: .sixteenGreys))
    }

    @Test(arguments: [
        (#"{"buf":256,"pic":"gif"}"#, "malformed", "no form gif of pictures"),
        (#"{"buf":256,"pic":"png,none"}"#, "malformed", "no form none"),
        (#"{"buf":256,"col":"red"}"#, "malformed", "no colors red, but bw"),
        (#"{"buf":256,"pic":"png","w":64,"h":48}"#, "does_not_fit", "weather: nothing is drawn for 64x48 pixels"),
        (#"{"buf":256,"pic":"raw"}"#, "does_not_fit", "weather: raw takes 4770 bytes a packet, the buffer has 256"),
        (
            #"{"buf":256,"pic":"strips","col":"color"}"#, "does_not_fit",
            "weather: strips takes at least 936 bytes a packet, the buffer has room for 255"
        ),
        (#"{"buf":64,"enc":"frame"}"#, "does_not_fit", ""),
    ])
    func `what cannot be is refused, and nothing changes`(hello: String, code: String, words: String) async throws {
        var bridge = try await running()
        let answer = try bridge.greet(hello)
        #expect(answer["error"] as? String == code)
        let message = answer["message"] as? String ?? ""
        #expect(words.isEmpty || message.hasPrefix(words), "\(message)")
        #expect(bridge.picture(of: "weather") == PictureSettings() && bridge.state.choices.displays.isEmpty)
    }

    @Test func `a panel whose widgets have no such picture is told so`() async throws {
        var bridge = try await running(file.replacing("[weather, day]", with: "[day]"))
        let answer = try bridge.greet(#"{"buf":256,"pic":"label"}"#)
        #expect(answer["error"] as? String == "does_not_fit")
        #expect(answer["message"] as? String == "none of the panel's widgets is drawn as label")
    }

    @Test func `png, deflate and packbits are taken on trust`() async throws {
        var bridge = try await running()
        let answer = try bridge.greet(#"{"buf":256,"pic":["png","deflate","packbits"]}"#)
        #expect(answer["pictures"] as? [String] == ["png", "deflate", "packbits"])
    }

    // MARK: After a restart

    @Test func `what a panel said and what was chosen is in force after a restart`() async throws {
        var stored = StoredState()
        stored.options = ["p": ["weather": ["pictures": "strips", "picture_colors": "color"]]]
        stored.displays = ["p": StoredDisplay(bufferBytes: 2048, width: 250, height: 122)]
        let bridge = try await running(stored: stored)
        #expect(bridge.picture(of: "weather") == PictureSettings(formats: [.strips], colors: .full))
        #expect(bridge.state.notices.isEmpty)
    }

    @Test func `pictures of a new file that the panel has no room for are left out with a notice`() async throws {
        var stored = StoredState()
        stored.displays = ["q": StoredDisplay(bufferBytes: 80, width: 400, height: 300)]
        let bridge = try await running(stored: stored)
        #expect(bridge.picture(of: "weather", "q")?.formats == [.png])
        #expect(bridge.state.notices.count == 1)
        #expect(
            bridge.state.notices.first?.contains("of the pictures of weather one is left out: kiatsu/image/q") == true
        )
        #expect(bridge.picture(of: "weather", "p") == PictureSettings())
    }
}
