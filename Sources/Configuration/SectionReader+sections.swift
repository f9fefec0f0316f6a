import JSON
import Topics
import Weather

extension SectionReader {
    mutating func mqtt() -> Configuration.MQTT {
        let host = value("host", .host) ?? "localhost"
        let tls = tls(host: host)
        let port = integer("port", in: 1...65_535, default: tls == nil ? 1883 : 8883)
        let named: Configuration.ProtocolVersion? = value("protocol", .choice(example: .mqtt5))
        let version = named ?? .mqtt5
        let clientID = value("client_id", .clientID)
        let username = value("username", .userName)
        let password = secret("password")
        let baseTopic = value("base_topic", .topicLevels(example: "kiatsu")) ?? "kiatsu"
        if version == .mqtt311, password != nil, username == nil {
            let problem = "MQTT 3.1.1 has no password without a user name"
            let remedy = "set `mqtt.username` or KIATSU_MQTT_USERNAME as well"
            let key = origin(of: "password").isVariable ? "password" : "password_file"
            report(origin(of: key), key, problem, remedy)
        }
        return Configuration.MQTT(
            host: host,
            port: host.hasPrefix("/") ? 0 : port,
            protocol: version,
            isProtocolNamed: named != nil,
            clientID: clientID ?? Configuration.MQTT.defaultClientID(baseTopic: baseTopic),
            username: username,
            password: password,
            tls: tls,
            baseTopic: baseTopic,
            keepAlive: .seconds(integer("keep_alive", in: 5...3600, default: 60)),
            responsePrefixes: responsePrefixes(outside: baseTopic)
        )
    }

    /// The prefixes of further topics for replies; topics below the base topic are refused.
    private mutating func responsePrefixes(outside baseTopic: String) -> [String] {
        let key = "response_prefixes"
        let prefixes = topics(key)
        for prefix in prefixes where Topics.isTopic(prefix, atOrBelow: baseTopic) {
            let problem = "\(quoted(prefix)) is of Kiatsu's own topics, where replies have their places already"
            report(origin(of: key), key, problem, "name a topic of yours, as in `\(key): [answers]`")
        }
        return prefixes
    }

    /// A list of topics, which may be empty; in a variable with commas between them.
    private mutating func topics(_ key: String) -> [String] {
        let format = Format.topic
        guard case .sequence(let nodes)? = node(key)?.content, !origin(of: key).isVariable else {
            return value(key, format.list) ?? []
        }
        ask(for: key)
        var topics: [String] = []
        for (index, node) in nodes.enumerated() where node.content != .refused {
            let itemKey = "\(key)[\(index)]"
            guard case .scalar(let text, let isPlain) = node.content, !node.isNull else {
                let problem = "expected \(format.expected), found \(node.foundWords)"
                report(at(node.position), itemKey, problem, "write for example `\(key): [\(format.example)]`")
                continue
            }
            let topic = parse(text, isPlain: isPlain, at: at(node.position), itemKey, format)
            if let topic { topics.append(topic) }
        }
        return topics
    }

    mutating func store() -> Configuration.Store {
        let example = "/var/lib/kiatsu/kiatsu.db"
        if let path = path("path", example: example) { return Configuration.Store(path: path) }
        let environment = context.environment
        if let directory = environment["STATE_DIRECTORY"]?.split(separator: ":").first {
            return Configuration.Store(path: directory + "/kiatsu.db")
        }
        // The XDG specification has relative paths ignored.
        if let directory = environment["XDG_STATE_HOME"], directory.hasPrefix("/") {
            return Configuration.Store(path: directory + "/kiatsu/kiatsu.db")
        }
        if let home = environment["HOME"], !home.isEmpty {
            return Configuration.Store(path: home + "/.local/state/kiatsu/kiatsu.db")
        }
        if findings.issues.isEmpty {
            let remedy = "add for example `path: \(example)`"
            report(origin, "path", "missing, and neither STATE_DIRECTORY, XDG_STATE_HOME nor HOME is set", remedy)
        }
        return Configuration.Store(path: "")
    }

    mutating func homeAssistant() -> Configuration.HomeAssistant {
        Configuration.HomeAssistant(
            discovery: choice("discovery", default: Configuration.Discovery.device),
            prefix: value("prefix", .topicLevels(example: "homeassistant")) ?? "homeassistant"
        )
    }

    mutating func locationLimits() -> Configuration.Location {
        Configuration.Location(
            maxAccuracyMetres: integer("max_accuracy", in: 0...1_000_000, default: 5000),
            minDistanceMetres: integer("min_distance", in: 0...100_000, default: 500),
            minInterval: .seconds(integer("min_interval", in: 0...86_400, default: 300)),
            maxSpeedKmh: integer("max_speed", in: 0...100_000, default: 1200),
            nullIsland: choice("null_island", default: Configuration.Treatment.refuse),
            outOfOrder: choice("out_of_order", default: Configuration.Treatment.refuse),
            commandsPerMinute: integer("commands_per_minute", in: 1...6000, default: 30)
        )
    }

    /// A position, `latitude,longitude` or a section of the two.
    mutating func coordinate(_ key: String) -> Coordinate? {
        describe(key, isRequired: true, inEach: [{ _ = $0.required(key, .coordinate) }, { _ = $0.degrees(key) }])
        if case .mapping? = node(key)?.content { return degrees(key) }
        if let number = numberCutOff(from: key) {
            ask(for: key)
            _ = remove(number)
            let problem = "a comma ends the value within braces"
            let remedy = "put quotation marks around both numbers, as in `\(key): \"\(Format.coordinate.example)\"`"
            report(origin(of: key), key, problem, remedy)
            return nil
        }
        return isDescribing ? nil : required(key, .coordinate)
    }

    /// A position as a section of its own.
    private mutating func degrees(_ key: String) -> Coordinate? {
        section(key, variables: nil) { reader in
            let latitude = reader.required("latitude", .degrees(upTo: 90, example: "35.6465"))
            let longitude = reader.required("longitude", .degrees(upTo: 180, example: "139.6297"))
            guard let latitude, let longitude else { return nil }
            return Coordinate(latitude: latitude, longitude: longitude)
        }
    }

    /// The number behind the comma of `{location: 1,2}`, which YAML reads as a key; nil for anything else.
    private func numberCutOff(from key: String) -> String? {
        guard let value = node(key), case .scalar(let text, isPlain: true) = value.content, decimal(text) != nil else {
            return nil
        }
        return keys.first { other in
            decimal(other) != nil && node(other)?.isNull == true
                && keyOrigin(of: other).position?.line == value.position.line
        }
    }
}

extension Format<String> {
    fileprivate static let topic = Format(
        expected: "a topic without wildcards, up to 256 bytes, with no “/” or “$” at its ends",
        example: "answers",
        schema: .text(1...256, pattern: #"^[^$/+#]([^+#]*[^/+#])?$"#)
    ) { text in
        let isTopic =
            (1...256).contains(text.utf8.count) && text.isOneLine && !text.hasPrefix("$") && !text.hasPrefix("/")
            && !text.hasSuffix("/") && !text.utf8.contains { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "#") }
        return isTopic ? text : nil
    }

    /// Several of the kind, with commas between them.
    fileprivate var list: Format<[String]> {
        Format<[String]>(
            expected: "a list; each is " + expected,
            example: "[\(example)]",
            schema: .any(of: [.text, .list(of: schema())])
        ) {
            text in
            let items = text.split(separator: ",", omittingEmptySubsequences: false).map { item in
                parse(item.split(separator: " ").joined(separator: " "))
            }
            return items.contains(nil) ? nil : items.compactMap(\.self)
        }
    }
}

extension Format<Coordinate> {
    fileprivate static let coordinate = Format(
        expected: "latitude in −90...90 and longitude in −180...180, in this order",
        example: "35.6465,139.6297",
        showsFound: false,
        schema: .text(pattern: #"^ *[+-]?[0-9.]+ *(,| ) *[+-]?[0-9.]+ *$"#)
    ) { text in
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = (parts.count == 2 ? parts : text.split(separator: " ")).map { part in
            let words = part.split(separator: " ")
            return words.count == 1 ? decimal(words[0]) : nil
        }
        guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1] else { return nil }
        return Coordinate(latitude: latitude, longitude: longitude)
    }
}
