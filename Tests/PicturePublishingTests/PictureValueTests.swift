import Foundation
import Messaging
import Pictures
import TestSupport
import Testing
import Time
import Topics
import Weather
import Widgets

@testable import PicturePublishing

private let noon = UTCInstant(unixSeconds: 1_774_699_200)

/// A picture of the poem widget that a panel wants.
struct SampleWish {
    var panel = "p"
    var hour = noon
    var isStale = false
    var expires = noon.addingHours(24)
    var picture = PictureSettings(formats: [.png, .raw])
    var place = "Tokyo"

    var settings: WidgetConfiguration {
        WidgetConfiguration(
            widget: "poem",
            display: DisplaySettings(language: "en", units: .metric, family: .medium),
            encodings: [.compact],
            sources: [],
            options: [:],
            picture: picture
        )
    }

    var room: PictureRoom { PictureRoom(settings, baseTopic: "kiatsu", panelID: panel, screen: nil, bufferBytes: nil) }

    var wanted: WantedPicture {
        let key = PictureKey(
            widget: "poem",
            context: DisplayContext(settings: settings.display, placeName: place, hour: hour, isStale: isStale),
            isExpired: false,
            size: room.size,
            colors: picture.colors,
            theme: picture.theme,
            rotation: picture.rotation,
            fonts: picture.fonts,
            forms: picture.formats.map(room.form),
            entry: AnyEntry(base: PoemWidget().sample(at: noon))
        )
        return WantedPicture(target: PictureTarget(panel: panel, widget: "poem"), key: key, expires: expires)
    }

    /// The picture that the drawer would give, with these pixels.
    func picture(id: UInt32) throws -> Picture { .drawn(for: try wanted.key.request(), id: id) }
}

@Suite struct PublishedPicturesTests {
    private func publish(
        _ wish: SampleWish,
        id: UInt32,
        at now: UTCInstant = noon,
        in published: inout PublishedPictures
    ) throws -> [String] {
        let picture = try wish.picture(id: id)
        return published.publish(picture, as: wish.wanted, in: wish.room, at: now).map(\.topic)
    }

    private let description = "kiatsu/image/p/poem"
    private let all = ["kiatsu/image/p/poem.png", "kiatsu/image/p/poem.1bpp", "kiatsu/image/p/poem"]

    @Test func `all forms go out together, and what tells of them comes last`() throws {
        var published = PublishedPictures()
        let wish = SampleWish()
        let messages = published.publish(try wish.picture(id: 7), as: wish.wanted, in: wish.room, at: noon)
        #expect(messages.map(\.topic) == all)
        #expect(messages.allSatisfy { $0.isRetained && $0.isPatient && $0.lifetime == .seconds(86_400) })
        #expect(published.has(wish.wanted))
        let told = try JSONDecoder().decode(ToldPicture.self, from: Data(messages[2].payload))
        #expect(told.id == 7 && told.ts == noon.unixSeconds && (told.w, told.h) == (296, 128))
        #expect(
            String(decoding: messages[2].payload, as: UTF8.self).hasPrefix(#"{"id":7,"ts":1774699200,"w":296,"h":128,"#)
        )
        #expect(told.c == "bw" && told.rot == 0 && told.strips == nil && told.rows == nil)
    }

    @Test func `pixels that are the same are not published again, only that they are of another hour`() throws {
        var published = PublishedPictures()
        #expect(try publish(SampleWish(), id: 7, in: &published) == all)
        #expect(try publish(SampleWish(isStale: true), id: 7, in: &published) == [])
        let later = SampleWish(hour: noon.addingHours(1), expires: noon.addingHours(25))
        #expect(try publish(later, id: 7, at: noon.addingHours(1), in: &published) == [description])
        #expect(try publish(later, id: 8, at: noon.addingHours(1), in: &published) == all)
    }

    @Test func `what would lapse is renewed before it does, and nothing else is`() throws {
        var published = PublishedPictures()
        var renewals: [Int] = []
        for hour in 0..<72 {
            let now = noon.addingHours(hour)
            let topics = try publish(
                SampleWish(hour: now, expires: now.addingHours(24)),
                id: 7,
                at: now,
                in: &published
            )
            if topics.count > 1 { renewals.append(hour) }
        }
        #expect(renewals == [0, 23, 46, 69])
    }

    @Test func `a picture that is to go at a fixed moment is not sent again before it`() throws {
        var published = PublishedPictures()
        for hour in 0..<24 {
            let now = noon.addingHours(hour)
            let topics = try publish(
                SampleWish(hour: now, expires: noon.addingHours(24)),
                id: 7,
                at: now,
                in: &published
            )
            #expect(topics == (hour == 0 ? all : [description]))
        }
    }

    @Test func `after the clock was set back pixels are sent again, as nobody knows when they lapse`() throws {
        var published = PublishedPictures()
        _ = try publish(SampleWish(), id: 7, in: &published)
        let earlier = noon.addingHours(-5)
        let back = SampleWish(hour: earlier, expires: earlier.addingHours(24))
        #expect(try publish(back, id: 7, at: earlier, in: &published) == all)
    }

    @Test func `other forms, colours, sizes and rotations have other messages, whatever the pixels`() throws {
        let settings: [PictureSettings] = [
            PictureSettings(formats: [.png]), PictureSettings(formats: [.png, .raw], colors: .fourGreys),
            PictureSettings(formats: [.png, .raw], size: PictureSize("400x300")),
            PictureSettings(formats: [.png, .raw], rotation: .half),
        ]
        for changed in settings {
            var published = PublishedPictures()
            _ = try publish(SampleWish(), id: 7, in: &published)
            #expect(try publish(SampleWish(picture: changed), id: 7, in: &published).contains(all[0]))
        }
    }

    @Test func `strips have a topic each, and the description counts them and their rows`() throws {
        var published = PublishedPictures()
        let wish = SampleWish(picture: PictureSettings(formats: [.strips], rotation: .quarter))
        let messages = published.publish(try wish.picture(id: 7), as: wish.wanted, in: wish.room, at: noon)
        let told = try JSONDecoder().decode(ToldPicture.self, from: Data(try #require(messages.last?.payload)))
        let rows = try #require(told.rows)
        let strips = try #require(told.strips)
        #expect((told.w, told.h, told.rot) == (128, 296, 90))
        #expect(strips == messages.count - 1 && strips == (296 + rows - 1) / rows)
        #expect(
            messages.prefix(2).map(\.topic) == ["kiatsu/image/p/poem/strips/000", "kiatsu/image/p/poem/strips/001"]
        )
    }

    @Test func `a label is published when it changes, and nothing is told of it`() throws {
        var published = PublishedPictures()
        let wish = SampleWish(picture: PictureSettings(formats: [.png, .label]))
        #expect(try publish(wish, id: 7, in: &published).sorted() == [all[2], all[0], "kiatsu/p/poem/label"])
        let renamed = SampleWish(picture: wish.picture, place: "Tōkyō")
        var picture = try renamed.picture(id: 7)
        picture.parts[1].bytes = [8, 8, 1]
        let changed = published.publish(picture, as: renamed.wanted, in: renamed.room, at: noon)
        #expect(changed.map(\.topic) == ["kiatsu/p/poem/label"] && changed.map(\.payload) == [[8, 8, 1]])
        // A name without room for it leaves no other place's behind.
        picture.parts.removeLast()
        let gone = published.publish(picture, as: wish.wanted, in: wish.room, at: noon)
        #expect(gone.map(\.topic) == ["kiatsu/p/poem/label"] && gone.map(\.payload) == [[]])
    }

    @Test func `a label alone has no description`() throws {
        var published = PublishedPictures()
        let wish = SampleWish(picture: PictureSettings(formats: [.label]))
        #expect(try publish(wish, id: 7, in: &published) == ["kiatsu/p/poem/label"])
    }

    @Test func `what was cleared, or lost with the broker, is published again`() throws {
        var published = PublishedPictures()
        _ = try publish(SampleWish(), id: 7, in: &published)
        published.forget(SampleWish().wanted.target)
        #expect(try publish(SampleWish(), id: 7, in: &published) == all)
        published.forgetAll()
        #expect(try publish(SampleWish(), id: 7, in: &published) == all)
        published.keep { _ in false }
        #expect(published.count == 0)
    }

    @Test(arguments: [
        ("kiatsu/image/p/weather.1bpp.z", "p", "weather"), ("kiatsu/image/p/poem/strips/004", "p", "poem"),
        ("kiatsu/image/p/day", "p", "day"), ("kiatsu/p/weather/label", "p", "weather"),
    ])
    func `a topic of a picture tells the widget`(topic: String, panel: String, widget: String) {
        let target = PictureTarget(topic: topic, in: Topics(base: "kiatsu"))
        #expect(target == PictureTarget(panel: panel, widget: widget))
    }

    @Test(arguments: ["kiatsu/p/weather", "kiatsu/p/weather/frame", "other/image/p/day", "kiatsu/image", "kiatsu", ""])
    func `other topics are of no picture`(topic: String) {
        #expect(PictureTarget(topic: topic, in: Topics(base: "kiatsu")) == nil)
    }
}

@Suite struct PictureCacheTests {
    private func picture(_ bytes: Int) -> Picture {
        Picture(id: 1, parts: [.init(form: 0, bytes: Array(repeating: 0, count: bytes))], missing: [])
    }

    private func key(_ place: String, _ hour: UTCInstant = noon) -> PictureKey {
        SampleWish(hour: hour, place: place).wanted.key
    }

    @Test func `what was not used for longest gives way, and what is too large is not kept`() {
        var cache = PictureCache(mostBytes: 10_000)
        for place in ["a", "b"] { cache.keep(picture(3000), for: key(place)) }
        #expect(cache.picture(for: key("a")) != nil)
        cache.keep(picture(3000), for: key("c"))
        #expect(cache.picture(for: key("b")) == nil && cache.picture(for: key("a")) != nil)
        cache.keep(picture(10_000), for: key("d"))
        #expect(cache.picture(for: key("d")) == nil && cache.count == 2)
    }

    @Test func `another hour's pictures are forgotten`() {
        var cache = PictureCache(mostBytes: 10_000)
        cache.keep(picture(3000), for: key("a"))
        cache.keep(picture(3000), for: key("a", noon.addingHours(1)))
        cache.keep(only: noon.addingHours(1))
        #expect(cache.count == 1 && cache.picture(for: key("a")) == nil)
        for place in ["b", "c"] { cache.keep(picture(3000), for: key(place)) }
        #expect(cache.count == 2)
    }
}
