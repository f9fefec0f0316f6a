/// Keys that other programs have, with the keys that stand for them here.
enum ForeignKeys {
    /// A key with what to write in its place.
    private struct Foreign {
        var keys: [String]
        /// The key that must be known in the section; nil for advice that needs none.
        var own: String?
        var advice: String

        init(_ keys: [String], own: String? = nil, _ advice: String) {
            self.keys = keys
            self.own = own
            self.advice = advice
        }
    }

    private static let brokers = ["broker", "server", "hostname", "address", "broker_host", "mqtt_host", "url", "uri"]
    private static let users = ["user", "user_name", "login", "mqtt_user"]
    private static let latitudes = ["lat", "latitude"]
    private static let longitudes = ["lon", "lng", "long", "longitude"]
    private static let secrets = ["pass", "passwd", "passphrase", "pwd", "password"]
    private static let apiKeys = ["apikey", "api_key", "api-key", "appid", "app_id", "key", "token"]

    /// The first that fits counts.
    private static let all: [Foreign] = [
        Foreign(brokers, own: "host", "the broker’s name is `host`"),
        Foreign(users, own: "username", "the user’s name is `username`"),
        Foreign(
            secrets,
            own: "password_file",
            "write the password into a file of its own and name that with `password_file`"
        ),
        Foreign(["clientid", "client", "id"], own: "client_id", "write `client_id`"),
        Foreign(["version", "protocol_version"], own: "protocol", "write `protocol`"),
        Foreign(["ssl", "use_tls", "secure", "mqtts"], own: "tls", "write `tls: {}`"),
        Foreign(
            ["topic", "topic_prefix", "prefix", "root_topic", "base"],
            own: "base_topic",
            "the topics begin with `base_topic`"
        ),
        Foreign(["ca", "cafile", "ca_cert", "ca_certs", "certificate_authority"], own: "ca_file", "write `ca_file`"),
        Foreign(apiKeys, own: "api_key_file", "write the key into a file of its own and name that with `api_key_file`"),
        Foreign(["url", "server", "host", "endpoint"], own: "base_url", "write `base_url`"),
        Foreign(["url", "server", "host", "endpoint", "base_url"], own: "api_host", "write `api_host`"),
        // A section of the two has keys of its own.
        Foreign(latitudes, own: "latitude", "write `latitude`"),
        Foreign(longitudes, own: "longitude", "write `longitude`"),
        Foreign(
            latitudes + longitudes + ["coordinates", "position", "gps", "coords", "place"],
            own: "location",
            "write both in one, the latitude first: `location: 35.6465,139.6297`"
        ),
        Foreign(["lang", "locale"], own: "language", "write `language`"),
        Foreign(["title", "label", "friendly_name"], own: "name", "write `name`"),
        Foreign(
            ["timezone", "time_zone", "tz"],
            own: "location",
            "remove it: the time zone follows from the location"
        ),
        Foreign(["size", "resolution"], own: "picture_size", "write `picture_size`"),
        Foreign(["theme"], own: "picture_theme", "write `picture_theme`"),
        Foreign(["provider", "service"], own: "source", "write `source`"),
        Foreign(
            ["units", "unit", "unit_system"],
            own: "temperature_unit",
            "write `temperature_unit`, `pressure_unit` and `wind_unit`"
        ),
        Foreign(["loglevel", "log_level", "verbosity", "debug"], own: "log", "write `log: {level: debug}`"),
        Foreign(["email", "mail", "user_agent"], own: "contact", "write `contact`"),
    ]

    /// The remedies for keys at the top of the file that belong into a section.
    private static let atTop: [Foreign] = [
        Foreign(brokers + ["host"], "the broker belongs into a section: `mqtt: {host: …}`"),
        Foreign(["port"], "the broker’s port belongs into a section: `mqtt: {port: …}`"),
        Foreign(users + ["username"], "the user’s name belongs into a section: `mqtt: {username: …}`"),
        Foreign(
            secrets + ["password_file"],
            "write the password into a file of its own and name that in a section: `mqtt: {password_file: …}`"
        ),
        Foreign(["topic", "topic_prefix", "base_topic", "prefix"], "write `mqtt: {base_topic: …}`"),
        Foreign(
            apiKeys + ["api_key_file"],
            "write the key into a file of its own and name that: `sources: {openweather: {api_key_file: …}}`"
        ),
        Foreign(
            latitudes + longitudes + ["coordinates", "position", "gps"],
            "each panel has its own: `panels: [{id: panel1, location: \"35.6465,139.6297\"}]`"
        ),
        Foreign(["devices", "displays", "screens"], "write `panels`"),
        Foreign(["hass", "home_assistant", "discovery"], "write `homeassistant: {discovery: device}`"),
    ]

    /// The remedy for an unknown key that another program has; nil for any other.
    ///
    /// `known` are the section's own keys.
    static func remedy(for key: String, isAtTop: Bool, among known: [String]) -> String? {
        let name = key.lowercased()
        if isAtTop, let foreign = atTop.first(where: { $0.keys.contains(name) }) { return foreign.advice }
        return all.first { foreign in
            foreign.keys.contains(name) && foreign.own.map(known.contains) == true
        }?.advice
    }
}
