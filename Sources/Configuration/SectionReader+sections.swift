import Weather

extension SectionReader {
    mutating func mqtt() -> Configuration.MQTT {
        let host = value("host", .host) ?? "localhost"
        let port = integer("port", in: 1...65_535, default: 1883)
        let version = choice("protocol", default: Configuration.ProtocolVersion.mqtt5)
        let clientID = value("client_id", .clientID) ?? "kiatsu"
        let username = value("username", .userName)
        let password = secret("password")
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
            clientID: clientID,
            username: username,
            password: password,
            baseTopic: value("base_topic", .baseTopic) ?? "kiatsu",
            keepAlive: .seconds(integer("keep_alive", in: 5...3600, default: 60))
        )
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

    mutating func locationLimits() -> Configuration.Location {
        Configuration.Location(
            maxAccuracyMetres: integer("max_accuracy", in: 1...1_000_000, default: 5000),
            commandsPerMinute: integer("commands_per_minute", in: 1...6000, default: 30)
        )
    }

    /// A position, `latitude,longitude` or a section of the two.
    mutating func coordinate(_ key: String) -> Coordinate? {
        if case .mapping? = node(key)?.content {
            return section(key, variables: nil) { reader in
                let latitude = reader.required("latitude", .degrees(upTo: 90, example: "35.6465"))
                let longitude = reader.required("longitude", .degrees(upTo: 180, example: "139.6297"))
                guard let latitude, let longitude else { return nil }
                return Coordinate(latitude: latitude, longitude: longitude)
            }
        }
        return required(key, .coordinate)
    }
}

extension Format<Coordinate> {
    fileprivate static let coordinate = Format(
        expected: "latitude in −90...90 and longitude in −180...180, in this order",
        example: "35.6465,139.6297",
        showsFound: false
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
