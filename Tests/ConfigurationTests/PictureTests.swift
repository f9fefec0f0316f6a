import Configuration
import Testing
import Widgets

/// The settings of pictures in a file.
struct PictureTests {
    private let places = [
        "pictures: [png, label]\npicture_size: 400x300\npanels: [{id: a, location: '0,0', widgets: [weather, day]}]",
        "panels: [{id: a, location: '0,0', pictures: 'png,label', picture_size: 400x300, widgets: [weather, day]}]",
        "widgets: {weather: {pictures: [png, label]}, day: {pictures: png}}\npicture_size: 400x300\n"
            + "panels: [{id: a, location: '0,0', widgets: [weather, day]}]",
        "panels: [{id: a, location: '0,0', picture_size: 400x300, widgets: {weather: {pictures: [png, label]}, "
            + "day: {pictures: [png]}}}]",
    ]

    @Test func `pictures can be chosen wherever options can, as far as a widget has them`() throws {
        for place in places {
            let configuration = try parse(place).configuration
            let weather = try #require(configuration.widget("weather")?.picture)
            let day = try #require(configuration.widget("day")?.picture)
            #expect(weather.formats == [.png, .label] && weather.size?.text == "400x300", "\(place)")
            #expect(day.formats == [.png] && day.size?.text == "400x300", "only what shows a place has a label")
        }
    }

    @Test func `variables and the panel's own choices stand over the common ones`() throws {
        let environment = home.merging(["KIATSU_PICTURES": "raw", "KIATSU_WIDGETS_DAY_PICTURE_ROTATION": "90"]) { $1 }
        let yaml = """
            pictures: png
            panels:
              - {id: a, location: '0,0', widgets: [weather, day], picture_theme: dark, fonts: 'Noto Serif, Noto Sans'}
              - {id: b, location: '0,0', pictures: none, picture_colors: bwr}
            """
        let (configuration, warnings) = try parse(yaml, environment: environment)
        #expect(warnings == [])
        let fonts = "Noto Serif, Noto Sans"
        #expect(
            configuration.widget("weather")?.picture == PictureSettings(formats: [.raw], theme: .dark, fonts: fonts)
        )
        #expect(
            configuration.widget("day")?.picture
                == PictureSettings(formats: [.raw], theme: .dark, rotation: .quarter, fonts: fonts)
        )
        let other = try #require(configuration.panels.last?.widgets.first)
        #expect(other.picture == PictureSettings(colors: .blackWhiteRed))
    }

    @Test(arguments: [
        (
            "pictures: [png, ①none]", "pictures: “none” stands in a list with others; remove it, or all others"
        ),
        (
            "pictures: ①png,none",
            "pictures: expected none, or one or more of png, raw, deflate, packbits, strips, label, found “png,none”; "
                + "write for example `pictures: png`"
        ),
        (
            "pictures: [①gif]",
            "pictures[0]: expected none, png, raw, deflate, packbits, strips or label, found “gif”; "
                + "write for example `png`"
        ),
        (
            "picture_size: ①64x48",
            "picture_size: expected auto, or width and height with an x between: a width of 96...1600 and a height of "
                + "64...1600 pixels, no larger than 1600x1200, found “64x48”; write for example `picture_size: 296x128`"
        ),
        (
            "picture_colors: ①gray4",
            "picture_colors: expected bw, grey4, grey16, bwr, bwy or color, found “gray4”; "
                + "did you mean `picture_colors: grey4`?"
        ),
        (
            "picture_rotation: ①45",
            "picture_rotation: expected 0, 90, 180 or 270, found “45”; write for example `picture_rotation: 0`"
        ),
    ])
    func `what is wrong is told with what is right`(line: String, words: String) {
        let marked = MarkedText(line + "\n" + panel)
        #expect(issues(marked.text) == marked.placed(["①: " + words]))
    }

    @Test func `a label for widgets without a place is refused`() {
        let lines = issues("panels: [{id: a, location: '0,0', pictures: label, widgets: [day, poem]}]")
        #expect(lines.count == 1 && lines.first?.contains("none of the panel's widgets can have") == true, "\(lines)")
    }

    @Test func `a form without room is refused with what to choose instead`() {
        let yaml = "panels: [{id: a, location: '0,0', pictures: [png, strips, label]}]"
        let lines = issues(yaml) { base, panel, widget, form in
            form == .picture(.strips) || form == .picture(.label)
                ? "\(base)/\(panel)/\(widget.widget) as \(form.name)" : nil
        }
        #expect(
            lines == [
                "kiatsu.yaml:1:15: panels[0].id: no room for strips: kiatsu/a/weather as strips; "
                    + "choose a smaller `picture_size` or fewer `picture_colors`, or leave strips out of `pictures`",
                "kiatsu.yaml:1:15: panels[0].id: no room for label: kiatsu/a/weather as label; "
                    + "shorten `mqtt.base_topic` or the id, or leave label out of `pictures`",
            ]
        )
    }
}
