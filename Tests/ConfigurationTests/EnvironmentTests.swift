import Configuration
import Support
import Testing
import Weather
import Widgets

struct EnvironmentTests {
    @Test func `a variable overrides the file`() throws {
        let environment = [
            "HOME": "/home/k", "KIATSU_MQTT_HOST": "broker.lan", "KIATSU_MQTT_PORT": "8883",
            "KIATSU_MQTT_PROTOCOL": "3.1.1", "KIATSU_MQTT_CLIENT_ID": "two", "KIATSU_MQTT_USERNAME": "me",
            "KIATSU_MQTT_BASE_TOPIC": "home/k", "KIATSU_MQTT_KEEP_ALIVE": "30", "KIATSU_STORE_PATH": "here.db",
            "KIATSU_SCHEDULE_LEAD": "20", "KIATSU_PRIVACY_DECIMALS": "4", "KIATSU_LOCATION_MAX_ACCURACY": "100",
            "KIATSU_LOCATION_MIN_DISTANCE": "0", "KIATSU_LOCATION_MIN_INTERVAL": "60",
            "KIATSU_LOCATION_MAX_SPEED": "130",
            "KIATSU_LOCATION_NULL_ISLAND": "accept", "KIATSU_LOCATION_OUT_OF_ORDER": "accept",
            "KIATSU_MQTT_RESPONSE_PREFIXES": "answers, home/replies",
            "KIATSU_LOCATION_COMMANDS_PER_MINUTE": "5", "KIATSU_LOG_LEVEL": "debug", "KIATSU_LANGUAGE": "ja",
            "KIATSU_SOURCE": "openweather", "KIATSU_CONTACT": "me@example.org", "KIATSU_OPENWEATHER_API_KEY": "k",
            "KIATSU_OPEN_METEO_BASE_URL": "http://[::1]:8080/", "KIATSU_QWEATHER_MONTHLY_BUDGET": "unlimited",
            "KIATSU_ENCODINGS": "full, fields", "KIATSU_TEMPERATURE_UNIT": "F", "KIATSU_GEOCODER": "nominatim",
            "KIATSU_WIDGETS_WEATHER_PRESSURE_UNIT": "inHg", "KIATSU_ICON_THEME": "hare",
            "KIATSU_HOMEASSISTANT_DISCOVERY": "component", "KIATSU_HOMEASSISTANT_PREFIX": "home/ha",
        ]
        let (configuration, warnings) = try parse("mqtt: {host: a, port: wrong}\n" + panel, environment: environment)
        #expect(warnings == [])
        #expect(configuration.mqtt.host == "broker.lan")
        #expect(configuration.mqtt.port == 8883)
        #expect(configuration.mqtt.protocol == .mqtt311)
        #expect(configuration.mqtt.clientID == "two")
        #expect(configuration.mqtt.username == "me")
        #expect(configuration.mqtt.baseTopic == "home/k")
        #expect(configuration.mqtt.keepAlive == .seconds(30))
        #expect(configuration.store.path == "here.db")
        #expect(configuration.schedule.lead == .seconds(20))
        #expect(configuration.privacy.decimals == 4)
        #expect(configuration.location.maxAccuracyMetres == 100)
        #expect(configuration.location.minDistanceMetres == 0)
        #expect(configuration.location.minInterval == .seconds(60))
        #expect(configuration.location.maxSpeedKmh == 130)
        #expect(configuration.location.nullIsland == .accept)
        #expect(configuration.location.outOfOrder == .accept)
        #expect(configuration.mqtt.responsePrefixes == ["answers", "home/replies"])
        #expect(configuration.location.commandsPerMinute == 5)
        #expect(configuration.homeAssistant.discovery == .component)
        #expect(configuration.homeAssistant.prefix == "home/ha")
        #expect(configuration.log.level == .debug)
        #expect(configuration.contact == "me@example.org")
        #expect(configuration.sources["open-meteo"]?.values["base_url"] == "http://[::1]:8080")
        #expect(configuration.sources["qweather"]?.monthlyBudget == nil)
        #expect(configuration.geocoder == "nominatim")
        #expect(configuration.panels.map(\.language) == ["ja"])
        let widget = try #require(configuration.widget("weather"))
        #expect(widget.sources == ["openweather"])
        #expect(widget.encodings == [.full, .fields])
        #expect(widget.display.language == "ja")
        #expect(widget.display.units.temperature == .fahrenheit)
        #expect(widget.display.units.pressure == .inchesOfMercury)
        #expect(widget.display.iconTheme == .hare)
    }

    @Test func `a fault in a variable names the variable, after the file's faults`() {
        let environment = home.merging(["KIATSU_MQTT_PORT": "99x", "KIATSU_LOG_LEVEL": "inof"]) { $1 }
        #expect(
            issues("privacy: {decimals: 6}\n" + panel, environment: environment) == [
                "kiatsu.yaml:1:21: privacy.decimals: expected a whole number in 0...5, found “6”; "
                    + "write for example `decimals: 2`",
                "KIATSU_LOG_LEVEL: log.level: expected error, warning, info or debug, found “inof”; "
                    + "did you mean `KIATSU_LOG_LEVEL=info`?",
                "KIATSU_MQTT_PORT: mqtt.port: expected a whole number in 1...65535, found “99x”; "
                    + "write for example `KIATSU_MQTT_PORT=1883`",
            ]
        )
    }

    @Test func `a variable that means nothing is a warning with the nearest that does`() throws {
        let environment = home.merging(["KIATSU_MQTT_PROT": "1", "KIATSU_UTTERLY_DIFFERENT": "2", "OTHER": "3"]) { $1 }
        #expect(
            try parse(panel, environment: environment).warnings == [
                "KIATSU_MQTT_PROT has no meaning; did you mean KIATSU_MQTT_PORT?",
                "KIATSU_UTTERLY_DIFFERENT has no meaning; unset it",
            ]
        )
    }

    @Test func `an empty variable counts for nothing`() throws {
        let environment = home.merging(["KIATSU_MQTT_PORT": "", "KIATSU_MQTT_PASSWORD": ""]) { $1 }
        let (configuration, warnings) = try parse("mqtt: {port: 8883}\n" + panel, environment: environment)
        #expect(configuration.mqtt.port == 8883)
        #expect(configuration.mqtt.password == nil)
        #expect(warnings == [])
    }

    @Test(arguments: [
        (["STATE_DIRECTORY": "/var/lib/kiatsu", "HOME": "/h"], "/var/lib/kiatsu/kiatsu.db"),
        (["STATE_DIRECTORY": "/var/lib/a:/var/lib/b"], "/var/lib/a/kiatsu.db"),
        (["XDG_STATE_HOME": "/h/state", "HOME": "/h"], "/h/state/kiatsu/kiatsu.db"),
        (["XDG_STATE_HOME": "state", "HOME": "/h"], "/h/.local/state/kiatsu/kiatsu.db"),
        (["HOME": "/h"], "/h/.local/state/kiatsu/kiatsu.db"),
    ])
    func `the store is where the system keeps state`(environment: [String: String], path: String) throws {
        #expect(try parse(panel, environment: environment).configuration.store.path == path)
    }

    @Test(arguments: [
        ("/a/b.db", "/a/b.db"), ("b.db", "/etc/kiatsu/b.db"), ("~/b.db", "/home/k/b.db"),
    ])
    func `a path is relative to the file it stands in`(written: String, path: String) throws {
        let yaml = "store: {path: \(written)}\n" + panel
        #expect(try parse(yaml, fileName: "/etc/kiatsu/kiatsu.yaml").configuration.store.path == path)
    }

    @Test func `without a home a path must be told`() {
        #expect(
            issues(panel, environment: [:]) == [
                "kiatsu.yaml:1:1: store.path: missing, and neither STATE_DIRECTORY, XDG_STATE_HOME nor HOME is set; "
                    + "add for example `path: /var/lib/kiatsu/kiatsu.db`"
            ]
        )
        #expect(
            issues("store: {path: ~/a.db}\n" + panel, environment: [:]) == [
                "kiatsu.yaml:1:15: store.path: `~` has no meaning here, as HOME is not set; write the whole path"
            ]
        )
    }
}
