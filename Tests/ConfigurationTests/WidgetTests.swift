import Configuration
import Testing
import Weather
import Widgets

/// The widgets of panels, and the origins of their options.
struct WidgetTests {
    /// A panel with these lines of its own, below the common settings.
    private func yaml(_ common: String = "", panel lines: String) -> String {
        common + "\npanels:\n  - id: a\n    location: 0,0\n"
            + lines.split(separator: "\n").map { "    \($0)\n" }.joined()
    }

    @Test(arguments: [
        ("widgets: [day, weather]", ["day", "weather"]), ("widgets: poem", ["poem"]),
        ("widgets: {day: , conditions: {family: small}}", ["day", "conditions"]), ("", ["weather"]),
        ("widgets:\n  - conditions\n  - day", ["conditions", "day"]),
    ])
    func `a panel carries the widgets it names, in their order, else the catalogue's first`(
        lines: String,
        names: [String]
    ) throws {
        let configuration = try parse(yaml(panel: lines)).configuration
        #expect(configuration.panels.first?.widgets.map(\.widget) == names)
    }

    @Test func `the nearer of four places wins`() throws {
        let places = [
            ("family: small", ""), ("widgets: {weather: {family: medium}}", ""), ("", "family: small"),
            ("", "widgets: {weather: {family: medium}}"),
        ]
        let families: [Family] = [.large, .small, .medium, .small, .medium]
        for (count, family) in families.enumerated() {
            let common = places.prefix(count).map(\.0).joined(separator: "\n")
            let lines = places.prefix(count).map(\.1).joined(separator: "\n")
            #expect(try parse(yaml(common, panel: lines)).configuration.widget("weather")?.display.family == family)
        }
    }

    @Test func `what is inherited applies as far as the widget supports it`() throws {
        let common = """
            encodings: [frame, full]
            source: [hitokoto, openweather, open-meteo]
            family: large
            wind_unit: kn
            icon_theme: hare
            widgets: {poem: {encodings: [compact]}}
            """
        let lines = "widgets: [weather, day, poem, conditions]\nencodings: [frame]"
        let environment = home.merging(["KIATSU_OPENWEATHER_API_KEY": "k"]) { $1 }
        let configuration = try parse(yaml(common, panel: lines), environment: environment).configuration
        let widgets = try #require(configuration.panels.first?.widgets)
        #expect(widgets.map(\.encodings) == [[.frame], [.full], [.compact], [.full]])
        #expect(
            widgets.map(\.sources) == [
                ["openweather", "open-meteo"], ["hitokoto"], [], ["openweather", "open-meteo"],
            ]
        )
        #expect(widgets.map(\.display.family) == [.large, .medium, .medium, .medium])
        #expect(widgets.map(\.display.units.wind) == [.metresPerSecond, .metresPerSecond, .metresPerSecond, .knots])
        #expect(widgets.map { $0.display.iconTheme?.name } == ["hare", nil, nil, "hare"])
    }

    @Test func `a widget that can have nothing of what is inherited has its default`() throws {
        let common = "encodings: [frame]\nsource: open-meteo\nfamily: large"
        let day = try #require(try parse(yaml(common, panel: "widgets: [day]")).configuration.widget("day"))
        #expect(day.encodings == [.compact, .fields])
        #expect(day.sources == ["hitokoto"])
        #expect(day.display.family == .medium)
        #expect(
            day.options == ["slogan": "", "categories": "auto", "quote_length": "30", "collection": ""]
        )
    }

    @Test(arguments: [
        ("family: large", "[day]", "day has medium or small"),
        ("encodings: [frame]", "[day, conditions]", "day has one or more of compact, full, fields"),
        ("source: hitokoto", "[weather]", "weather has one or more of open-meteo, openweather, met-norway"),
        ("temperature_unit: F", "[poem]", "remove it"),
    ])
    func `what a panel chooses and none of its widgets can have is refused with the list`(
        choice: String,
        widgets: String,
        remedy: String
    ) throws {
        let found = issues(yaml(panel: "widgets: \(widgets)\n\(choice)"))
        #expect(found.count == 1)
        let issue = try #require(found.first)
        let key = try #require(choice.split(separator: ":").first)
        #expect(issue.contains(": panels[0].\(key): found"))
        #expect(issue.contains("none of the panel's widgets can have"))
        #expect(issue.contains(remedy))
    }

    @Test func `what one of a panel's widgets can have is no fault of the others`() {
        #expect(issues(yaml(panel: "widgets: [weather, day]\nfamily: large\nencodings: [frame]")).isEmpty)
    }

    @Test func `every option of a widget can be chosen`() throws {
        let lines = """
            widgets:
              weather: {source: [open-meteo], temperature_unit: F, pressure_unit: mmHg, encodings: "full, frame"}
              conditions: {wind_unit: Bft, language: de, icon_theme: none, family: small}
              day: {slogan: Carpe diem, categories: [k, a], quote_length: 0100}
            """
        let configuration = try parse(yaml("icon_theme: hare", panel: lines)).configuration
        let weather = try #require(configuration.widget("weather"))
        #expect(
            weather.display.units
                == Units(temperature: .fahrenheit, pressure: .millimetresOfMercury, wind: .metresPerSecond)
        )
        #expect(weather.encodings == [.full, .frame])
        #expect(weather.display.iconTheme?.name == "hare")
        let conditions = try #require(configuration.widget("conditions"))
        #expect(
            conditions.display
                == DisplaySettings(
                    language: "de",
                    units: Units(temperature: .celsius, pressure: .hectopascals, wind: .beaufort),
                    family: .small
                )
        )
        let day = try #require(configuration.widget("day"))
        #expect(day.options["slogan"] == "Carpe diem")
        #expect(day.options["categories"] == "k,a")
        #expect(day.options["quote_length"] == "100")
    }

    @Test(arguments: [
        Case(
            "panels: [{id: a, location: '0,0', widgets: [weather, ①dya]}]",
            "①: panels[0].widgets[1]: expected weather, conditions, day or poem, found “dya”; did you mean `day`?"
        ),
        Case(
            "panels: [{id: a, location: '0,0', widgets: [day, ①day, ②{poem: }]}]",
            "①: panels[0].widgets[1]: “day” is in the list twice; remove one",
            "②: panels[0].widgets[2]: expected weather, conditions, day or poem, found keys with values; "
                + "write for example `widgets: [weather]`"
        ),
        Case(
            "panels: [{id: a, location: '0,0', widgets: ①[]}]",
            "①: panels[0].widgets: expected a list, found an empty one; write for example `widgets: [weather]`"
        ),
        Case(
            "panels: [{id: a, location: '0,0', widgets: ①{}}]",
            "①: panels[0].widgets: expected one or more of weather, conditions, day, poem, found none; "
                + "write for example `widgets: [weather]`"
        ),
        Case(
            "panels: [{id: a, location: '0,0', ①widgets: }]",
            "①: panels[0].widgets: expected one or more of weather, conditions, day, poem, found nothing; "
                + "write for example `widgets: weather`"
        ),
        Case(
            "panels: [{id: a, location: '0,0', widgets: {①wether: {}}}]",
            "①: panels[0].widgets.wether: unknown key; did you mean `weather`?"
        ),
        Case("widgets: {①wether: {}}", "①: widgets.wether: unknown key; did you mean `weather`?"),
    ])
    func `a widget that there is not is refused`(fault: Case) {
        let marked = MarkedText(fault.yaml)
        #expect(issues(marked.text) == marked.placed(fault.expected))
    }

    @Test(arguments: [
        Case(
            "widgets: {weather: {encodings: [compact, ①farme], family: ②huge}, poem: {family: ③small}}",
            "①: widgets.weather.encodings[1]: expected compact, full, fields or frame, found “farme”; "
                + "did you mean `frame`?",
            "②: widgets.weather.family: expected large, medium or small, found “huge”; "
                + "write for example `family: large`",
            "③: widgets.poem.family: expected medium, found “small”; write for example `family: medium`"
        ),
        Case(
            "widgets: {day: {encodings: ①frame, source: ②open-meteo, ③wind_unit: kn, quote_length: ④0}}",
            "①: widgets.day.encodings: expected one or more of compact, full, fields, found “frame”; "
                + "write for example `encodings: compact,fields`",
            "②: widgets.day.source: expected hitokoto, found “open-meteo”; write for example `source: hitokoto`",
            "③: widgets.day.wind_unit: unknown key; ",
            "④: widgets.day.quote_length: expected a whole number in 1...1000, found “0”; "
                + "write for example `quote_length: 30`"
        ),
        Case(
            "panels: [{id: a, location: '0,0', widgets: {poem: {①source: hitokoto, ②slogan: x}}}]",
            "①: panels[0].widgets.poem.source: unknown key; remove it; the keys here are `language`, `family`, "
                + "`encodings`, `pictures`, `picture_size`, `picture_colors`, `picture_theme`, `picture_rotation`, "
                + "`fonts`, `background`, `collection`",
            "②: panels[0].widgets.poem.slogan: unknown key; remove it"
        ),
        Case(
            "panels: [{id: a, location: '0,0', temperature_unit: ①K, icon_theme: ②haer}]",
            "①: panels[0].temperature_unit: expected C or F, found “K”; write for example `temperature_unit: C`",
            "②: panels[0].icon_theme: expected none or hare, found “haer”; did you mean `icon_theme: hare`?"
        ),
        Case(
            "widgets: {day: {slogan: ①\"a\\nb\", categories: [a, ②z]}}",
            "①: widgets.day.slogan: expected one line of up to 100 characters, found “a\\u{A}b”; "
                + "write for example `slogan: some words`",
            "②: widgets.day.categories[1]: expected auto, a, b, d, i or k, found “z”; write for example `a`"
        ),
    ])
    func `what is written for a widget and not supported is refused with what is`(fault: Case) {
        let marked = MarkedText(fault.yaml)
        let lines = issues(marked.text)
        let expected = marked.placed(fault.expected)
        #expect(lines.count == expected.count)
        for (line, beginning) in zip(lines, expected) { #expect(line.hasPrefix(beginning)) }
    }

    @Test func `a variable stands over each option that is common`() throws {
        let environment = home.merging(["KIATSU_WIDGETS_DAY_SLOGAN": "Carpe diem", "KIATSU_FAMILY": "small"]) { $1 }
        let text = yaml("family: large\nwidgets: {day: {slogan: x}}", panel: "widgets: [day]")
        let (configuration, warnings) = try parse(text, environment: environment)
        #expect(configuration.widget("day")?.options["slogan"] == "Carpe diem")
        #expect(configuration.widget("day")?.display.family == .small)
        #expect(warnings == [])
        let wrong = home.merging(["KIATSU_ENCODINGS": "compact,farme"]) { $1 }
        #expect(
            issues(panel, environment: wrong) == [
                "KIATSU_ENCODINGS: encodings: expected one or more of compact, full, fields, frame, "
                    + "found “compact,farme”; write for example `KIATSU_ENCODINGS=compact,frame,fields`"
            ]
        )
    }

    @Test(arguments: Catalogue.test.widgets.map(\.name))
    func `what is accepted at the start is accepted later, and nothing else`(name: String) throws {
        let widget = try #require(Catalogue.test.widget(name))
        let themes = [try #require(IconTheme.hare)]
        let texts = [
            "C", "F", "c", "compact", "compact,full", " frame , full", "full,full", ",", "open-meteo", "en", "zh-TW",
            "EN", "5", "05", "+5", "0", "1001", "5.0", "large", "small", "hare", "none", "m/s", "mmHg", "a,b", "b,a,z",
            String(repeating: "区", count: 100), String(repeating: "区", count: 101), "a\nb",
        ]
        for option in Catalogue.test.options(of: widget, iconThemes: themes) where option.name != "collection" {
            for text in texts {
                let variable = "KIATSU_WIDGETS_\(name)_\(option.name)".uppercased()
                let environment = home.merging([variable: text]) { $1 }
                var later = Catalogue.test.defaults(for: widget)
                let isAccepted = (try? Catalogue.test.set(option.name, to: text, in: &later, iconThemes: themes)) != nil
                let start = try? parse(yaml(panel: "widgets: [\(name)]"), environment: environment).configuration
                #expect((start != nil) == isAccepted, "\(option.name): \(text)")
                if isAccepted { #expect(start?.widget(name) == later) }
            }
        }
    }

    @Test func `panels that carry the same share it`() throws {
        let text =
            "panels:\n" + (0..<100).map { "  - {id: p\($0), location: '0,0', widgets: [weather, day]}\n" }.joined()
        let panels = try parse(text).configuration.panels
        let addresses = Set(panels.map { panel in panel.widgets.withUnsafeBufferPointer { $0.baseAddress } })
        #expect(panels.count == 100)
        #expect(addresses.count == 1)
    }
}
