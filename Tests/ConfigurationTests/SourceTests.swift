import Configuration
import Foundation
import Testing
import Widgets

/// The upstreams' settings, and what is told where they are not enough.
struct SourceTests {
    private let end =
        "openweather needs an API key; set `sources.openweather.api_key_file` or KIATSU_OPENWEATHER_API_KEY"

    @Test func `every setting can be set`() throws {
        let yaml = """
            contact: me@example.org
            geocoder: nominatim
            sources:
              open-meteo:
                {base_url: 'https://a.example/', path: /x, air_quality_base_url: 'https://b.example', \
            air_quality_path: /y,
                daily_budget: 5, monthly_budget: 100000000}
              openweather: {daily_budget: unlimited}
              qweather: {api_host: q.example, generation: v7, credential_id: K1}
            """
        let configuration = try parse(yaml + "\n" + panel).configuration
        #expect(
            configuration.sources["open-meteo"]
                == SourceSettings(
                    values: [
                        "base_url": "https://a.example", "path": "/x",
                        "air_quality_base_url": "https://b.example", "air_quality_path": "/y",
                    ],
                    dailyBudget: 5,
                    monthlyBudget: 100_000_000
                )
        )
        #expect(configuration.sources["openweather"]?.dailyBudget == nil)
        #expect(
            configuration.sources["qweather"]
                == SourceSettings(
                    values: ["api_host": "q.example", "generation": "v7", "credential_id": "K1"],
                    monthlyBudget: 50_000
                )
        )
        #expect(configuration.sources["met-norway"]?.values["contact"] == "me@example.org")
        #expect(configuration.geocoder == "nominatim")
    }

    @Test func `an upstream's own contact comes before the common one`() throws {
        let yaml = "contact: a@b.c\nsources: {met-norway: {contact: me@example.org}}\n" + panel
        #expect(try parse(yaml).configuration.sources["met-norway"]?.values["contact"] == "me@example.org")
    }

    @Test(arguments: [
        Case(
            "sources:\n  openweather: {daily_budget: ①0, monthly_budget: ②unlimted}",
            "①: sources.openweather.daily_budget: expected a whole number in 1...100000000 or the word unlimited, "
                + "found “0”; write for example `daily_budget: 1000`",
            "②: sources.openweather.monthly_budget: expected a whole number in 1...100000000 or the word unlimited, "
                + "found “unlimted”; did you mean `monthly_budget: unlimited`?"
        ),
        Case(
            "sources:\n  qweather: {generation: ①7, credential_id: ②\"hunter2\\n\", ③private_key: hunter2}",
            "①: sources.qweather.generation: expected v1 or v7, found “7”; did you mean `generation: v7`?",
            "②: sources.qweather.credential_id: expected one line of up to 1000 bytes; "
                + "write for example `credential_id: some-words`",
            "③: sources.qweather.private_key: a secret must not stand in this file; write it into a file of its own "
                + "and name that with `private_key_file`, or set KIATSU_QWEATHER_PRIVATE_KEY"
        ),
        Case("sources: {①openmeteo: {}}", "①: sources.openmeteo: unknown key; did you mean `open-meteo`?"),
        Case(
            "geocoder: ①open-meteo",
            "①: geocoder: expected geonames, openweather, qweather or nominatim, found “open-meteo”; "
                + "write for example `geocoder: geonames`"
        ),
        Case(
            "sources: {met-norway: {contact: ①名前}}",
            "①: sources.met-norway.contact: expected an e-mail address or a URL, up to 200 printable ASCII "
                + "characters, found “名前”; write for example `contact: me@example.org`"
        ),
    ])
    func `a setting of the wrong form is refused`(fault: Case) {
        let marked = MarkedText(fault.yaml)
        #expect(issues(marked.text) == marked.placed(fault.expected))
    }

    @Test(arguments: [
        Case(
            "contact: ①名前\nsource: met-norway",
            "①: contact: expected an e-mail address or a URL, up to 200 printable ASCII characters, found “名前”; "
                + "write for example `contact: me@example.org`"
        ),
        Case(
            "sources: {qweather: {private_key_file: ①nothing}}\ngeocoder: qweather",
            "①: sources.qweather.private_key_file: ./nothing cannot be read: No such file or directory; "
                + "correct the path or the file's permissions"
        ),
    ])
    func `no second fault is made of what a faulty setting leaves out`(fault: Case) {
        let marked = MarkedText(fault.yaml)
        #expect(issues(marked.text) == marked.placed(fault.expected))
    }

    @Test func `an upstream that lacks something is refused where it is chosen, and there once`() {
        let marked = MarkedText(
            """
            source: ①[hitokoto, openweather]
            geocoder: ②openweather
            widgets: {conditions: {source: ③qweather}}
            panels:
              - {id: a, location: "0,0", widgets: [weather, conditions]}
              - {id: b, location: "0,0", widgets: [weather, conditions]}
              - {id: c, location: "0,0", source: ④met-norway}
              - {id: d, location: "0,0", widgets: {weather: {source: [open-meteo, openweather]}}}
              - {id: e, location: "0,0", source: open-meteo}
            """.replacing("source: [open-", with: "source: ⑤[open-")
        )
        let lines = issues(marked.text)
        #expect(
            lines
                == marked.placed([
                    "①: source: \(end)", "②: geocoder: \(end)",
                    """
                    ③: widgets.conditions.source: qweather needs a private key; \
                    set `sources.qweather.private_key_file`
                    """,
                    "④: panels[2].source: met-norway refuses clients that do not tell who runs them; set `contact`",
                    "⑤: panels[3].widgets.weather.source: \(end)",
                ])
        )
    }

    @Test func `an upstream that nobody uses may lack anything`() {
        #expect(issues("widgets: {conditions: {source: qweather}}\nsource: [open-meteo, hitokoto]\n" + panel) == [])
    }

    @Test(arguments: [
        ("widgets: ①[conditions]", "①: panels[0].widgets[0]: "),
        ("widgets: {①conditions: }", "①: panels[0].widgets.conditions: "),
        ("widgets: ①conditions", "①: panels[0].widgets: "),
    ])
    func `a default upstream that lacks something is refused where the widget is chosen`(
        lines: String,
        beginning: String
    ) throws {
        let sources = Catalogue.test.sources.filter { $0.description.name != "open-meteo" }
        let catalogue = Catalogue(widgets: Catalogue.test.widgets, sources: sources)
        let marked = MarkedText(
            "panels:\n  - id: a\n    location: 0,0\n    " + lines.replacing("①[", with: "[①") + "\n"
        )
        let error = #expect(throws: ConfigurationErrors.self) {
            try parse(marked.text, catalogue: catalogue)
        }
        #expect(error?.issues.map(\.description) == marked.placed([beginning + end]))
    }

    @Test func `a choice made later is judged by the same settings`() throws {
        let configuration = try parse(panel).configuration
        var widget = try #require(configuration.widget("weather"))
        #expect(configuration.problems(of: widget, catalogue: .test) == [])
        widget.sources = ["open-meteo", "openweather", "met-norway"]
        #expect(
            configuration.problems(of: widget, catalogue: .test) == [
                end.replacing(";", with: ":"),
                "met-norway refuses clients that do not tell who runs them: set `contact`",
            ]
        )
    }

    @Test func `a key in several lines is taken whole, from a file or a variable`() throws {
        let key = "-----BEGIN PRIVATE KEY-----\nMC4C\n-----END PRIVATE KEY-----"
        try withDirectory { directory in
            try directory.write(key + "\n", to: "key.pem")
            let yaml = "sources: {qweather: {private_key_file: key.pem}}\n" + panel
            let path = directory.path + "/kiatsu.yaml"
            let fromFile = try parse(yaml, fileName: path).configuration
            #expect(fromFile.sources["qweather"]?.secrets["private_key"]?.reveal() == key)
            let environment = home.merging(["KIATSU_QWEATHER_PRIVATE_KEY": key]) { $1 }
            let fromVariable = try parse(panel, environment: environment).configuration
            #expect(fromVariable.sources["qweather"]?.secrets["private_key"]?.reveal() == key)
            for text in ["a\u{1B}hunter2", "hunter2\nhunter2", key + "\u{0}"] {
                try directory.write(text, to: "key.pem")
                #expect(
                    issues(yaml, fileName: path) == [
                        "\(path):1:40: sources.qweather.private_key_file: \(directory.path)/key.pem is "
                            + "neither one line of text nor a key in PEM; write nothing but the secret into it"
                    ]
                )
            }
        }
    }
}
