import Drawing
import Foundation
import Pictures
import TestSupport
import Testing
import Time
import Weather
import Widgets

@Suite(.oneAtATime)
struct DraughtsmanFormTests {
    private static let everyForm: [PictureRequest.Form] = [
        .strips(mostBytes: 200), .png, .raw, .svg, .deflate, .packbits, .label(mostBytes: 208), .pixels,
    ]

    private static func request(
        _ widget: String,
        _ colors: PictureColors,
        _ forms: [PictureRequest.Form],
        rotation: PictureRotation = .none,
        name: String = "世田谷区"
    ) throws -> PictureRequest {
        let hour = UTCInstant(unixSeconds: 1_644_048_000)
        let entry: any WidgetEntry =
            switch widget {
            case "weather": WeatherWidget().sample(at: hour)
            case "conditions": ConditionsWidget().sample(at: hour)
            case "day": DayWidget().sample(at: hour)
            default: PoemWidget().sample(at: hour)
            }
        return PictureRequest(
            widget: widget,
            entry: Array(try JSONEncoder().encode(entry)),
            context: DisplayContext(
                settings: DisplaySettings(language: "ja", units: .metric, family: .large),
                placeName: name,
                hour: hour,
                isStale: false
            ),
            isExpired: false,
            size: .standard,
            colors: colors,
            theme: .light,
            rotation: rotation,
            fonts: "",
            forms: forms
        )
    }

    private static func bytes(_ picture: Picture, _ form: PictureRequest.Form) throws -> [[UInt8]] {
        let index = try #require(everyForm.firstIndex(of: form))
        return picture.parts.filter { $0.form == index }.map(\.bytes)
    }

    @Test(arguments: ["weather", "conditions", "day", "poem"], PictureColors.allCases)
    func `all forms show the same pixels`(widget: String, colors: PictureColors) throws {
        let rotation: PictureRotation = colors == .blackAndWhite ? .quarter : .half
        let request = try Self.request(widget, colors, Self.everyForm, rotation: rotation)
        let picture = try Draughtsman().draw(request)
        #expect(picture.parts.map(\.form) == picture.parts.map(\.form).sorted())
        let pixels = try #require(try Self.bytes(picture, .pixels).first)
        let size = request.size
        let framebuffer = Framebuffer(
            Pixels(width: size.width, height: size.height, bytes: pixels),
            colors,
            rotation
        )
        #expect(picture.id == framebuffer.id)
        let isRaw = try Self.bytes(picture, .raw) == [framebuffer.bytes]
        #expect(isRaw)
        let packed = try #require(try Self.bytes(picture, .packbits).first)
        let isPacked = try PackBitsReader.unpacked(packed) == framebuffer.bytes
        #expect(isPacked)
        let deflated = try #require(try Self.bytes(picture, .deflate).first)
        let isDeflated = try Inflater.inflated(deflated, window: 4096) == framebuffer.bytes
        #expect(isDeflated)
        let strips = try Self.bytes(picture, .strips(mostBytes: 200))
        #expect(strips == framebuffer.strips(mostBytes: 200))
        let png = try DecodedPNG(try #require(try Self.bytes(picture, .png).first))
        #expect((png.pixels.width, png.pixels.height) == (size.width, size.height))
        if colors != .full {
            let isSame = png.pixels.bytes == pixels
            #expect(isSame)
        }
    }

    @Test func `equal requests have equal bytes, whatever was drawn before`() throws {
        for colors in PictureColors.allCases {
            let request = try Self.request("weather", colors, Self.everyForm)
            let draughtsman = Draughtsman()
            let first = try draughtsman.draw(request)
            _ = try draughtsman.draw(try Self.request("poem", .full, [.svg, .png], name: "München"))
            let isEqual = try first == draughtsman.draw(request) && first == Draughtsman().draw(request)
            #expect(isEqual)
        }
    }

    @Test func `a drawing for printers is as large as the picture and needs no fonts`() throws {
        let picture = try Draughtsman().draw(try Self.request("weather", .blackAndWhite, [.svg]))
        let svg = String(decoding: try #require(picture.parts.first?.bytes), as: UTF8.self)
        #expect(svg.contains("width=\"296px\" height=\"128px\" viewBox=\"0 0 296 128\""))
        #expect(svg.contains("<path"))
        #expect(!svg.contains("<text") && !svg.contains("surface") && !svg.contains("<image"))
    }

    @Test func `each drawing tells which characters no font has`() throws {
        // One for private use, which no font has.
        let request = try Self.request("weather", .blackAndWhite, [.label(mostBytes: 208)], name: "A\u{E123}B")
        let draughtsman = Draughtsman()
        for _ in 0..<3 {
            let missing = try draughtsman.draw(request).missing
            #expect(missing == [MissingGlyph(scalar: 0xE123, package: "")])
        }
        let other = try Self.request("weather", .blackAndWhite, [.label(mostBytes: 208)])
        #expect(try draughtsman.draw(other).missing == [])
    }

    @Test func `no more characters are told than a log should have`() throws {
        let name = String(String.UnicodeScalarView((0xE100..<0xE180).compactMap { Unicode.Scalar($0 as UInt32) }))
        let request = try Self.request("weather", .fourGreys, [.label(mostBytes: 208), .svg], name: name)
        let missing = try Draughtsman().draw(request).missing
        #expect(1...32 ~= missing.count)
        #expect(Set(missing).count == missing.count)
    }

    @Test func `fonts are opened anew after many drawings, and nothing changes`() throws {
        let draughtsman = Draughtsman(drawingsPerRenewal: 2)
        let request = try Self.request("day", .blackAndWhite, Self.everyForm)
        let picture = try Draughtsman().draw(request)
        for _ in 0..<7 {
            let isSame = try draughtsman.draw(request) == picture
            #expect(isSame)
        }
    }

    @Test func `a widget without a drawing is not understood`() throws {
        let request = try Self.request("weather", .full, [.png])
        var unknown = request
        unknown.widget = "tides"
        #expect(throws: PictureError.notUnderstood("there is no drawing of the widget tides")) {
            try Draughtsman().draw(unknown)
        }
        var unreadable = request
        unreadable.entry = Array("{}".utf8)
        #expect(throws: PictureError.self) { try Draughtsman().draw(unreadable) }
    }
}
