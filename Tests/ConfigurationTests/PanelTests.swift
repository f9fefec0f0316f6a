import Configuration
import Testing
import Weather
import Widgets

struct PanelTests {
    @Test(arguments: [
        Case(
            "①panels:",
            "①: panels: expected a list, found nothing; "
                + "write for example `panels: [{id: panel1, location: \"35.6465,139.6297\"}]`"
        ),
        Case(
            "①mqtt: {base_topic: panels}",
            "①: panels: missing; add for example `panels: [{id: panel1, location: \"35.6465,139.6297\"}]`"
        ),
        Case(
            "panels:\n  - id: a\n    location: 1,2\n  - location: 1,2\n    id: ①a",
            "①: panels[1].id: the panel in line 2 has the id “a” already; give each panel an id of its own"
        ),
        Case(
            "panels:\n  - {id: a, location: '0,0', ①colour: red}",
            """
            ①: panels[0].colour: unknown key; \
            remove it; the keys here are `id`, `location`, `name`, `follow`, `source`, `language`, `family`, \
            `encodings`, `temperature_unit`, `pressure_unit`, `wind_unit`, `icon_theme`, `pictures`, \
            `picture_size`, `picture_colors`, `picture_theme`, `picture_rotation`, `fonts`, `background`, \
            `widgets`
            """
        ),
        Case("panels:\n  - ①location: 1,2", "①: panels[0].id: missing; add for example `id: panel1`"),
        Case("panels:\n  - ①id: a", "①: panels[0].location: missing; add for example `location: 35.6465,139.6297`"),
        Case(
            "panels:\n  - ①panel1",
            "①: panels[0]: expected keys with values, found a single value; "
                + "write each as `key: value` in a line of its own, indented below"
        ),
        Case(
            "panels:\n  - {id: a, location: {latitude: ①139.6297, longitude: 35.6465}}",
            "①: panels[0].location.latitude: expected degrees in −90...90; write for example `latitude: 35.6465`"
        ),
        Case(
            "panels:\n  - {id: a, location: ①{latitude: 1}}",
            "①: panels[0].location.longitude: missing; add for example `longitude: 139.6297`"
        ),
        Case(
            "panels:\n  - {id: a, location: \"0,0\", name: ①\"a\\nb\", ②nmae: x, encodings: [③raw]}",
            "①: panels[0].name: expected up to 200 characters without line breaks and control characters, "
                + "found “a\\u{A}b”; write for example `name: 世田谷区`",
            "②: panels[0].nmae: unknown key; did you mean `name`?",
            "③: panels[0].encodings[0]: expected compact, full, fields or frame, found “raw”; "
                + "write for example `compact`"
        ),
    ])
    func `a panel that lacks or repeats something is refused`(fault: Case) {
        let marked = MarkedText(fault.yaml)
        #expect(issues(marked.text) == marked.placed(fault.expected))
    }

    @Test(arguments: ["", "Panel", "-a", "_a", "a.b", "a/b", "é", "bridge", "image", String(repeating: "a", count: 25)])
    func `an id that the topics could not carry is refused`(id: String) {
        let lines = issues("panels: [{id: \"\(id)\", location: \"0,0\"}]")
        #expect(lines.count == 1)
        #expect(lines.first?.hasPrefix("kiatsu.yaml:1:15: panels[0].id: expected 1 to 24 of the characters") == true)
    }

    @Test(arguments: ["a", "0", "a-b_c", "bridges", "1", String(repeating: "z", count: 24)])
    func `an id of the contract's form is taken`(id: String) throws {
        let configuration = try parse("panels: [{id: \(id), location: \"0,0\"}]").configuration
        #expect(configuration.panels.map(\.id) == [id])
    }

    @Test(arguments: [
        "35.6465,139.6297", "35.6465, 139.6297", "'35.6465 139.6297'", "{latitude: 35.6465, longitude: 139.6297}",
        "' +35.64650 , 139.6297 '",
    ])
    func `a location is a pair or a section`(written: String) throws {
        let configuration = try parse("panels:\n  - id: a\n    location: \(written)\n").configuration
        #expect(configuration.panels.first?.location == Coordinate(latitude: 35.6465, longitude: 139.6297))
    }

    @Test(arguments: [
        "139.6297,35.6465", "35.6465", "35.6465,139.6297,10", "nan,0", "0x10,0", "1e1,0", "35.6465;139.6297", "Tokyo",
        "-90.1,0", "0,180.5", ",", "1,,2",
    ])
    func `what is no location is refused and not repeated`(written: String) {
        let lines = issues("panels:\n  - id: a\n    location: '\(written)'\n")
        #expect(
            lines == [
                "kiatsu.yaml:3:15: panels[0].location: expected latitude in −90...90 and longitude in −180...180, "
                    + "in this order; write for example `location: 35.6465,139.6297`"
            ]
        )
    }

    @Test func `what a panel leaves out comes from the common settings`() throws {
        let configuration = try parse(
            """
            language: ja
            encodings: [full]
            panels:
              - {id: a, location: "1,2"}
              - {id: b, location: "1,2", language: zh-TW, encodings: [frame, fields], name: Tokyo}
            """
        ).configuration
        let location = try #require(Coordinate(latitude: 1, longitude: 2))
        func widgets(_ language: String, _ encodings: [Encoding]) -> [WidgetConfiguration] {
            [
                WidgetConfiguration(
                    widget: "weather",
                    display: DisplaySettings(language: language, units: .metric, family: .large),
                    encodings: encodings,
                    sources: ["open-meteo"],
                    options: [:]
                )
            ]
        }
        #expect(
            configuration.panels == [
                PanelConfiguration(
                    id: "a",
                    location: location,
                    name: nil,
                    language: "ja",
                    widgets: widgets("ja", [.full])
                ),
                PanelConfiguration(
                    id: "b",
                    location: location,
                    name: "Tokyo",
                    language: "zh-TW",
                    widgets: widgets("zh-TW", [.frame, .fields])
                ),
            ]
        )
    }

    @Test func `a topic that leaves no room is refused with the arithmetic`() {
        let marked = MarkedText(
            """
            mqtt: {base_topic: home/weather}
            encodings: [compact, frame]
            panels:
              - {id: a, location: "0,0"}
              - {id: ①long, location: "0,0"}
              - {id: other, location: "0,0", encodings: [compact]}
            """
        )
        let lines = issues(marked.text) { baseTopic, panelID, widget, form in
            panelID.count > 3 && form == .encoding(.frame)
                ? "\(baseTopic)/\(panelID)/\(widget.widget)/frame makes 131 of 128 bytes" : nil
        }
        #expect(
            lines
                == marked.placed([
                    "①: panels[1].id: no room for frame: home/weather/long/weather/frame makes 131 of 128 bytes; "
                        + "shorten `mqtt.base_topic` or the id, or leave frame out of `encodings`"
                ])
        )
    }

    @Test func `openweather without a key is refused once where it is chosen`() {
        let marked = MarkedText(
            """
            source: ①openweather
            panels:
              - {id: a, location: "0,0"}
              - {id: b, location: "0,0"}
              - {id: c, location: "0,0", source: ②openweather}
              - {id: d, location: "0,0", source: open-meteo}
            """
        )
        let end =
            "openweather needs an API key; set `sources.openweather.api_key_file` or KIATSU_OPENWEATHER_API_KEY"
        #expect(issues(marked.text) == marked.placed(["①: source: \(end)", "②: panels[2].source: \(end)"]))
        #expect(issues(marked.text, environment: home.merging(["KIATSU_OPENWEATHER_API_KEY": "k"]) { $1 }) == [])
        #expect(
            issues(panel, environment: home.merging(["KIATSU_SOURCE": "openweather"]) { $1 }) == [
                "KIATSU_SOURCE: source: \(end)"
            ]
        )
    }
}
