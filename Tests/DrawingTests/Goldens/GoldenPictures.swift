import Drawing
import Pictures
import Testing
import Widgets

@Suite(.oneAtATime)
struct GoldenPictures {
    @Test(arguments: GoldenCase.all)
    func `a picture is as it was looked at`(golden: GoldenCase) throws {
        try GoldenPicture.expect(try Draughtsman().pixels(of: golden.request()), golden.name)
    }

    @Test func `the front page shows what is drawn`() throws {
        try GoldenPicture.expect(try FrontPage.pixels(), "front-page")
    }

    @Test(arguments: [("icon", "128x128"), ("logo", "250x100")])
    func `Home Assistant shows the app with what is drawn`(name: String, size: String) throws {
        let request = try PictureRequest.drawing(
            "weather",
            WeatherEntry.front,
            size,
            .full,
            language: "en",
            family: .large,
            placeName: "Kiatsu"
        )
        try GoldenPicture.expect(try Draughtsman().pixels(of: request), name, in: GoldenPicture.app)
    }
}

/// The four widgets, as the front page shows them.
private enum FrontPage {
    private static let size = PictureSize.of("400x300")
    private static let margin = 16
    private static let background = Color(grey: 160)

    static func pixels() throws -> Pixels {
        let quote = Quote(text: "うつくしきもの。瓜にかきたるちごの顔。", from: "清少納言『枕草子』")
        let poem = PoemEntry.poem(["古池や", "蛙飛びこむ", "水の音"], "松尾芭蕉")
        let pictures = try [
            Draughtsman().pixels(of: .drawing("weather", WeatherEntry.front, size.text, .full, family: .large)),
            Draughtsman().pixels(of: .drawing("conditions", ConditionsEntry.evening, size.text, .full, .dark)),
            Draughtsman().pixels(of: .drawing("day", DayEntry.saturday(quote), size.text, .blackWhiteRed)),
            Draughtsman().pixels(of: .drawing("poem", poem, size.text, .full)),
        ]
        var page = Pixels(
            width: 2 * size.width + 3 * margin,
            height: 2 * size.height + 3 * margin,
            filledWith: background
        )
        for (index, picture) in pictures.enumerated() {
            let left = margin + index % 2 * (size.width + margin)
            let top = margin + index / 2 * (size.height + margin)
            for y in 0..<size.height {
                for x in 0..<size.width { page[left + x, top + y] = picture[x, y] }
            }
        }
        return page
    }
}
