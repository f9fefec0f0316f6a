import Text

/// The meaning of each key of the configuration but the options of widgets, which bring theirs.
enum SettingSummaries {
    /// The summary for the way to a key, such as `mqtt.host`; nil where there is none.
    ///
    /// The summary of a setting of sources holds for each of them, as do those of widgets and icon themes.
    static func summary(of path: String) -> String? {
        let path = path.replacing(substring: "[0]", with: "")
        let levels = path.split(separator: ".").map(String.init)
        return summaries[path]
            ?? (levels.count > 1 && plurals.contains(levels[levels.count - 2])
                ? summaries[levels[levels.count - 2] + ".*"] : nil)
            ?? (levels.count > 2 && plurals.contains(levels[0]) ? summaries["\(levels[0]).*.\(levels[2])"] : nil)
    }

    private static let plurals = ["sources", "widgets", "icon_themes"]

    private static let summaries = [
        "mqtt": "the broker, and how to reach it",
        "mqtt.host": "the broker's name or address, or the path of a socket",
        "mqtt.port": "the broker's port; with tls 8883",
        "mqtt.tls": "true to encrypt the connection, or keys that say how",
        "mqtt.tls.ca_file": "the certificate of the authority that signed the broker's; else the system's authorities",
        "mqtt.tls.certificate_file": "the client's certificate, for a broker that asks for one",
        "mqtt.tls.key_file": "the key of the client's certificate",
        "mqtt.tls.key_password_file": "a file with the password of that key",
        "mqtt.tls.psk_identity": "the name of a key that the broker has, too",
        "mqtt.tls.psk_file": "a file with that key in hexadecimal digits",
        "mqtt.tls.insecure": "true to take whoever answers for the broker",
        "mqtt.tls.server_name": "the name that the broker's certificate is for; else the host",
        "mqtt.tls.alpn": "the protocol that is asked for by ALPN",
        "mqtt.protocol": "the version of MQTT; without it 5, and 3.1.1 with a broker that has no 5",
        "mqtt.client_id": "the client id; else kiatsu, with another base topic kiatsu and its name",
        "mqtt.username": "the user to log in as",
        "mqtt.password_file": "a file with the password, beside this one, or a systemd credential",
        "mqtt.base_topic": "the first levels of all topics; else kiatsu",
        "mqtt.keep_alive": "seconds between signs of life",
        "mqtt.response_prefixes": "topics outside of the base topic to which requesters may have replies sent",
        "contact": "an e-mail address or a URL that tells upstreams whom to write to",
        "sources": "the services for forecasts, quotes and names of places",
        "sources.*": "how this service is reached, and how often",
        "sources.*.base_url": "the service's address",
        "sources.*.path": "the path below the address",
        "sources.*.air_quality_base_url": "the address of the service for air quality",
        "sources.*.air_quality_path": "the path of the service for air quality",
        "sources.*.air_path": "the path of the service for air quality",
        "sources.*.api_key_file": "a file with the key of your account",
        "sources.*.api_host": "the host of your account",
        "sources.*.generation": "the interface of the service",
        "sources.*.credential_id": "the id of your credential",
        "sources.*.project_id": "the id of your project",
        "sources.*.private_key_file": "a file with the private key of your credential",
        "sources.*.contact": "whom the service may write to; else the common contact",
        "sources.*.daily_budget": "the most requests a day (UTC), as the service counts them, or unlimited",
        "sources.*.monthly_budget": "the most requests a month (UTC), as the service counts them, or unlimited",
        "geocoder": "the service that names places; geonames needs no network",
        "icon_themes": "the names of your firmware's pictures, by the letter of the weather",
        "icon_themes.*": "a theme, by the letters of the weather; ? is any other",
        "widgets": "the options of each kind of widget, for all panels",
        "widgets.*": "the options of this kind of widget",
        "store": "where things are remembered",
        "store.path": "the database; else in the state directory",
        "schedule": "when entries are published",
        "schedule.lead": "seconds by which entries are published before their hour",
        "privacy": "how much of a position others may read",
        "privacy.decimals": "decimals of published positions; 2 is about 1 km",
        "location": "what positions a panel accepts; a limit of 0 is none",
        "location.max_accuracy": "metres; worse positions are refused",
        "location.min_distance": "metres from the position in use; nearer fixes change nothing",
        "location.min_interval": "seconds after the last position; the newest fix waits",
        "location.max_speed": "km/h from one fix to the next; two in a row that agree are believed",
        "location.null_island": "what becomes of 0,0, which a device without a fix reports",
        "location.out_of_order": "what becomes of fixes older than the newest one known",
        "location.commands_per_minute": "positions a minute for each panel; the newest waits",
        "homeassistant": "what Home Assistant is told of the panels",
        "homeassistant.discovery": "one message a panel, one an entity for Home Assistant before 2024.11, or none",
        "homeassistant.prefix": "the first levels of the topics of discovery; else homeassistant",
        "log": "what is logged",
        "log.level": "the least severe messages that are written",
        "panels": "the panels, at least one",
        "panels.id": "the panel's level in topics",
        "panels.location": "latitude and longitude, as 35.6465,139.6297",
        "panels.location.latitude": "degrees north",
        "panels.location.longitude": "degrees east",
        "panels.name": "a name in place of the place's own",
        "panels.follow": "the topics that positions come from; + and # are wildcards",
        "panels.widgets": "the widgets: a list, or keys with options",
    ]
}
