import TestSupport
import Testing
import Time
import Timelines
import Weather
import Widgets

struct WidgetOptionsTests {
    private let mine = IconTheme(name: "mine", names: [UInt8(ascii: "?"): "na"])
    private var themes: [IconTheme] { [mine].compactMap(\.self) }

    private let pictures = [
        "pictures", "picture_size", "picture_colors", "picture_theme", "picture_rotation", "fonts",
        "background",
    ]

    private let catalogue = Catalogue(
        widgets: [
            DescribedWidget(
                name: "outside",
                families: [.large, .small],
                encodings: [.fields, .full, .compact],
                quantities: [.temperature, .wind],
                hasIcons: true
            ),
            DescribedWidget(
                name: "saying",
                subject: .panel,
                families: [.medium],
                encodings: [.full],
                options: [
                    OptionDescription(
                        name: "length",
                        summary: "the longest",
                        format: .integer(1...99),
                        fallback: "30",
                        shapesTimeline: true
                    ),
                    OptionDescription(
                        name: "words",
                        summary: "your own",
                        format: .text(mostCharacters: 5),
                        fallback: "",
                        shapesTimeline: true
                    ),
                    OptionDescription(
                        name: "collection",
                        summary: "your own",
                        format: .collection(required: ["text"], optional: []),
                        fallback: "",
                        shapesTimeline: true
                    ),
                ]
            ),
        ],
        sources: ["one", "two", "unused"].map { name in
            let widgets = name == "unused" ? [] : ["outside"]
            let description = SourceDescription(name: name, title: name, settings: [])
            return Catalogue.Source(description: description, serves: { widgets.contains($0.name) }) { _ in nil }
        }
    )

    private func options(_ name: String) throws -> [OptionDescription] {
        catalogue.options(of: try #require(catalogue.widget(name)), iconThemes: themes)
    }

    private func defaults(_ name: String) throws -> WidgetConfiguration {
        catalogue.defaults(for: try #require(catalogue.widget(name)))
    }

    @Test func `a widget has the common options that make a difference to it, then its own`() throws {
        #expect(
            try options("outside").map(\.name) == [
                "source", "language", "family", "encodings", "temperature_unit", "wind_unit", "icon_theme",
            ] + pictures
        )
        #expect(
            try options("saying").map(\.name)
                == ["language", "family", "encodings"] + pictures + ["length", "words", "collection"]
        )
    }

    @Test func `an option can have what the widget supports, and only the upstreams make another timeline`() throws {
        let options = Dictionary(uniqueKeysWithValues: try options("outside").map { ($0.name, $0) })
        #expect(options["source"]?.format == .choices(["one", "two"]))
        #expect(options["family"]?.format == .choice(["large", "small"]))
        #expect(options["encodings"]?.format == .choices(["fields", "full", "compact"]))
        #expect(options["wind_unit"]?.format == .choice(["m/s", "km/h", "mph", "kn", "Bft"]))
        #expect(options["icon_theme"]?.format == .choice(["none", "mine"]))
        #expect(options.values.filter(\.shapesTimeline).map(\.name) == ["source"])
    }

    @Test func `where nobody chose, it is the first of what is supported, in °C, hPa and m per s, in English`() throws {
        #expect(
            try defaults("outside")
                == WidgetConfiguration(
                    widget: "outside",
                    display: DisplaySettings(language: "en", units: .metric, family: .large),
                    encodings: [.compact, .fields],
                    sources: ["one"],
                    options: [:]
                )
        )
        #expect(
            try defaults("saying")
                == WidgetConfiguration(
                    widget: "saying",
                    display: DisplaySettings(language: "en", units: .metric, family: .medium),
                    encodings: [.full],
                    sources: [],
                    options: ["length": "30", "words": "", "collection": ""]
                )
        )
    }

    @Test(arguments: ["outside", "saying"])
    func `the default of each option is a value of it`(name: String) throws {
        let configuration = try defaults(name)
        for option in try options(name) {
            #expect(option.format.normalized(option.fallback) == option.fallback)
            #expect(catalogue.value(of: option.name, in: configuration) == option.fallback)
            var set = configuration
            try catalogue.set(option.name, to: option.fallback, in: &set, iconThemes: themes)
            #expect(set == configuration)
        }
    }

    @Test(arguments: [
        ("outside", "source", "two, one", "two,one"), ("outside", "language", "zh-TW", "zh-TW"),
        ("outside", "family", "small", "small"), ("outside", "encodings", "full,compact", "full,compact"),
        ("outside", "temperature_unit", "F", "F"), ("outside", "wind_unit", "Bft", "Bft"),
        ("outside", "icon_theme", "mine", "mine"), ("saying", "length", "07", "7"),
        ("saying", "words", "区区区区区", "区区区区区"), ("outside", "pictures", "strips , png", "strips,png"),
        ("outside", "pictures", "none", "none"), ("outside", "pictures", "label", "label"),
        ("saying", "picture_size", "0800x480", "800x480"), ("saying", "picture_size", "auto", "auto"),
        ("saying", "picture_colors", "bwr", "bwr"), ("saying", "picture_theme", "dark", "dark"),
        ("saying", "picture_rotation", "270", "270"),
        ("saying", "fonts", "Noto Serif, IPAexMincho", "Noto Serif, IPAexMincho"),
    ])
    func `what is set is what is there`(widget: String, option: String, text: String, value: String) throws {
        var configuration = try defaults(widget)
        try catalogue.set(option, to: text, in: &configuration, iconThemes: themes)
        #expect(catalogue.value(of: option, in: configuration) == value)
        for other in try options(widget) where other.name != option {
            #expect(catalogue.value(of: other.name, in: configuration) == other.fallback)
        }
    }

    @Test(arguments: [
        ("outside", "source", "one,unused", "source must be one or more of one, two; for example one"),
        ("outside", "source", "", "source must be one or more of one, two; for example one"),
        (
            "outside", "encodings", "full,full",
            "encodings must be one or more of fields, full, compact; for example compact,fields"
        ),
        ("outside", "family", "medium", "family must be large or small; for example large"),
        ("outside", "temperature_unit", "c", "temperature_unit must be C or F; for example C"),
        ("outside", "icon_theme", "hare", "icon_theme must be none or mine; for example none"),
        (
            "outside", "language", "EN",
            "language must be an ISO 639 code of two or three lower-case letters, perhaps with a region; for example ja"
        ),
        ("saying", "family", "large", "family must be medium; for example medium"),
        ("saying", "length", "100", "length must be a whole number in 1...99; for example 30"),
        ("saying", "words", "a\nb", "words must be one line of up to 5 characters; for example some words"),
        ("saying", "words", "区区区区区区", "words must be one line of up to 5 characters; for example some words"),
        (
            "saying", "pressure_unit", "hPa",
            "saying has no option “pressure_unit”; its options are language, family, encodings, "
                + "pictures, picture_size, picture_colors, picture_theme, picture_rotation, fonts, "
                + "background, length, words, "
                + "collection"
        ),
        (
            "saying", "collection", "/etc/passwd",
            "collection can only be emptied, for the built-in collection; name another file in the configuration"
        ),
        (
            "outside", "pictures", "png,none",
            "pictures must be none, or one or more of png, raw, deflate, packbits, strips, label; for example png"
        ),
        (
            "saying", "pictures", "label",
            "pictures must be none, or one or more of png, raw, deflate, packbits, strips; for example png"
        ),
        (
            "saying", "pictures", "png,png",
            "pictures must be none, or one or more of png, raw, deflate, packbits, strips; for example png"
        ),
        (
            "saying", "picture_size", "95x64",
            "picture_size must be auto, or width and height with an x between: a width of 96...1600 and a height of "
                + "64...1600 pixels, no larger than 1600x1200; for example 296x128"
        ),
        (
            "saying", "picture_colors", "red",
            "picture_colors must be bw, grey4, grey16, bwr, bwy or color; for example bw"
        ),
        ("saying", "picture_rotation", "45", "picture_rotation must be 0, 90, 180 or 270; for example 0"),
        ("nothing", "family", "large", "no such widget; there are outside, saying"),
    ])
    func `what is refused changes nothing and tells what is allowed`(
        widget: String,
        option: String,
        text: String,
        words: String
    ) throws {
        var configuration = try defaults(widget == "nothing" ? "saying" : widget)
        configuration.widget = widget
        let before = configuration
        let error = #expect(throws: OptionError.self) {
            try catalogue.set(option, to: text, in: &configuration, iconThemes: themes)
        }
        #expect(error?.description == words)
        #expect(configuration == before)
    }

    @Test func `a collection can stay as it is or be emptied`() throws {
        var configuration = try defaults("saying")
        configuration.options["collection"] = "/etc/kiatsu/sayings.yaml"
        try catalogue.set("collection", to: "/etc/kiatsu/sayings.yaml", in: &configuration, iconThemes: themes)
        #expect(configuration.options["collection"] == "/etc/kiatsu/sayings.yaml")
        try catalogue.set("collection", to: "", in: &configuration, iconThemes: themes)
        #expect(configuration.options["collection"]?.isEmpty == true)
    }

    @Test func `what a widget cannot have, it has no value of`() throws {
        let configuration = try defaults("saying")
        for option in ["source", "temperature_unit", "icon_theme", "nothing"] {
            #expect(catalogue.value(of: option, in: configuration) == nil)
        }
    }

    @Test func `the part that is supported keeps its order`() {
        let format = OptionDescription.Format.choices(["a", "b", "c"])
        #expect(format.supportedPart(of: "c,x,a") == "c,a")
        #expect(format.supportedPart(of: "x") == nil)
        #expect(OptionDescription.Format.choice(["a", "b"]).supportedPart(of: "c") == nil)
    }

    @Test(arguments: [
        ("296x128", true), ("96x64", true), ("1600x1200", true), ("1200x1600", true), ("1600x1201", false),
        ("1601x64", false), ("1600x63", false), ("296", false), ("296x", false), ("x128", false), ("296x128x1", false),
        ("296X128", false), ("296 x 128", false), ("-296x-128", false), ("", false), ("AUTO", false),
        ("99999999999999999999x64", false),
    ])
    func `a size is one that can be drawn`(text: String, isSize: Bool) {
        #expect((OptionDescription.Format.pictureSize.normalized(text) != nil) == isSize)
    }

    @Test func `what is drawn makes no other timeline`() throws {
        let before = try defaults("outside")
        var after = before
        try catalogue.set("pictures", to: "png,label", in: &after, iconThemes: themes)
        try catalogue.set("picture_size", to: "800x480", in: &after, iconThemes: themes)
        #expect(after.picture.formats == [.png, .label] && after.picture.size == PictureSize(width: 800, height: 480))
        let widget = try #require(catalogue.widget("outside"))
        #expect(widget.timelineSettings(of: before) == widget.timelineSettings(of: after))
        try catalogue.set("pictures", to: "none", in: &after, iconThemes: themes)
        try catalogue.set("picture_size", to: "auto", in: &after, iconThemes: themes)
        #expect(after == before)
    }
}
