import Configuration
import Support
import Testing
import Weather
import Widgets

struct ValueTests {
    @Test func `a file of panels alone has every default`() throws {
        let configuration = try parse(panel).configuration
        #expect(configuration.mqtt.host == "localhost")
        #expect(configuration.mqtt.port == 1883)
        #expect(configuration.mqtt.protocol == .mqtt5)
        #expect(configuration.mqtt.clientID == "kiatsu")
        #expect(configuration.mqtt.username == nil)
        #expect(configuration.mqtt.password == nil)
        #expect(configuration.mqtt.baseTopic == "kiatsu")
        #expect(configuration.mqtt.keepAlive == .seconds(60))
        #expect(configuration.mqtt.responsePrefixes == [])
        let described = Catalogue.test.sources.map { ($0.description.name, SourceSettings(defaultsOf: $0.description)) }
        #expect(configuration.sources == Dictionary(uniqueKeysWithValues: described))
        #expect(configuration.sources["open-meteo"]?.values["base_url"] == "https://api.open-meteo.com")
        #expect(configuration.sources["qweather"]?.monthlyBudget == 50_000)
        #expect(configuration.geocoder == "geonames")
        #expect(configuration.iconThemes == [try #require(IconTheme.hare)])
        #expect(Array(configuration.collections.keys.sorted()) == ["builtin:day", "builtin:poem"])
        #expect(
            configuration.panels.map(\.widgets) == [
                [
                    WidgetConfiguration(
                        widget: "weather",
                        display: DisplaySettings(language: "en", units: .metric, family: .large),
                        encodings: [.compact, .frame, .fields],
                        sources: ["open-meteo"],
                        options: [:]
                    )
                ]
            ]
        )
        #expect(configuration.schedule.lead == .zero)
        #expect(configuration.privacy.decimals == 2)
        #expect(configuration.location.maxAccuracyMetres == 5000)
        #expect(configuration.location.minDistanceMetres == 500)
        #expect(configuration.location.minInterval == .seconds(300))
        #expect(configuration.location.maxSpeedKmh == 1200)
        #expect(configuration.location.nullIsland == .refuse)
        #expect(configuration.location.outOfOrder == .refuse)
        #expect(configuration.location.commandsPerMinute == 30)
        #expect(configuration.homeAssistant.discovery == .device)
        #expect(configuration.homeAssistant.prefix == "homeassistant")
        #expect(configuration.log.level == .info)
        #expect(configuration.contact == nil)
    }

    @Test(arguments: ["broker", "broker.lan", "mqtt_broker", "192.0.2.1", "2001:db8::1", "fe80::1%eth0", "::1"])
    func `a host is a name or an address`(host: String) throws {
        #expect(try parse("mqtt: {host: '\(host)'}\n" + panel).configuration.mqtt.host == host)
    }

    @Test func `a host that is a path is a socket and has no port`() throws {
        let configuration = try parse("mqtt: {host: /run/mosquitto.sock, port: 1883}\n" + panel).configuration
        #expect(configuration.mqtt.host == "/run/mosquitto.sock")
        #expect(configuration.mqtt.port == 0)
    }

    @Test(arguments: ["a b", "a..b", ".", "mqtt://a", "a:1883", "user@a", "[::1]", "::1%", "-%eth0", ""])
    func `what is neither name nor address is refused`(host: String) {
        #expect(issues("mqtt: {host: '\(host)'}\n" + panel).count == 1)
    }

    @Test(arguments: [
        ("https://a.example", "https://a.example"), ("http://127.0.0.1:8080/", "http://127.0.0.1:8080"),
        ("https://a.example/proxy/x", "https://a.example/proxy/x"), ("http://[::1]", "http://[::1]"),
    ])
    func `a base URL loses the slash at its end`(written: String, baseURL: String) throws {
        let yaml = "sources: {open-meteo: {base_url: '\(written)'}}\n" + panel
        #expect(try parse(yaml).configuration.sources["open-meteo"]?.values["base_url"] == baseURL)
    }

    @Test(arguments: [
        "a.example", "ftp://a", "https://", "https:///x", "https://a b", "https://a:0", "https://a:65536", "https://a:",
        "https://u@a", "https://a/?q", "https://a#f", "https://[a]", "https://[::1", "https://::1", "https://a]:1",
    ])
    func `what is no base URL is refused`(written: String) {
        #expect(issues("sources: {open-meteo: {base_url: '\(written)'}}\n" + panel).count == 1)
    }

    @Test(arguments: ["en", "no", "yue", "zh-TW"])
    func `a language is its code`(language: String) throws {
        let configuration = try parse("language: \(language)\n" + panel).configuration
        #expect(configuration.panels.map(\.language) == [language])
        #expect(configuration.widget("weather")?.display.language == language)
    }

    @Test(arguments: ["e", "EN", "engl", "zh-tw", "zh_TW", "zh-", "-TW", "zh-TW-x", "日本"])
    func `what is no code of a language is refused`(language: String) {
        #expect(issues("language: \(language)\n" + panel).count == 1)
    }

    @Test(arguments: ["a", "home/weather", String(repeating: "a", count: 64)])
    func `a base topic is levels`(topic: String) throws {
        #expect(try parse("mqtt: {base_topic: \(topic)}\n" + panel).configuration.mqtt.baseTopic == topic)
    }

    @Test(arguments: ["", "/a", "a/", "a//b", "$SYS", "a/#", "+", "a b", "é", String(repeating: "a", count: 65)])
    func `a topic that brokers or clients could trip over is refused`(topic: String) {
        #expect(issues("mqtt: {base_topic: '\(topic)'}\n" + panel).count == 1)
    }

    @Test(
        arguments: [
            ("[]", []), ("[answers]", ["answers"]), ("[answers, home/räume]", ["answers", "home/räume"]), ("''", nil),
            ("answers", ["answers"]), ("'a, b/c'", ["a", "b/c"]), ("'a,'", nil), ("[a, '']", nil), ("[/a]", nil),
            ("[a/]", nil), ("[a/#]", nil), ("[+]", nil), ("[$SYS]", nil), ("[[a]]", nil), ("[~]", nil), ("{a: b}", nil),
        ] as [(String, [String]?)]
    )
    func `response prefixes are topics without wildcards`(written: String, prefixes: [String]?) throws {
        let yaml = "mqtt: {response_prefixes: \(written)}\n" + panel
        guard let prefixes else {
            #expect(issues(yaml).count == 1)
            return
        }
        #expect(try parse(yaml).configuration.mqtt.responsePrefixes == prefixes)
    }

    @Test(arguments: [("kiatsu", 1), ("kiatsu/desk/location/set", 1), ("kiatsu2", 0), ("home", 0)])
    func `no response prefix is of our own topics`(prefix: String, count: Int) {
        #expect(issues("mqtt: {response_prefixes: [\(prefix)]}\n" + panel).count == count)
        #expect(issues("mqtt: {base_topic: home/k, response_prefixes: [\(prefix), home/k/x]}\n" + panel).count == 1)
    }

    @Test func `a name is counted in characters`() throws {
        let family = "👨‍👩‍👧‍👦"
        let longest = String(repeating: family, count: 160) + String(repeating: "区", count: 10)
        func yaml(_ name: String) -> String { "panels: [{id: a, location: '0,0', name: '\(name)'}]" }
        #expect(try parse(yaml(longest)).configuration.panels.map(\.name) == [longest])
        #expect(issues(yaml(String(repeating: "区", count: 201))).count == 1)
    }

    @Test func `two readings of one file are equal`() throws {
        #expect(try parse(shippedText()).configuration == parse(shippedText()).configuration)
    }
}
