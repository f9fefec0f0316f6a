extension Configuration {
    /// The reason why an encoding of a panel does not fit its packets, one sentence of arithmetic; nil where it fits.
    package typealias TopicRoom = (_ baseTopic: String, _ panelID: String, _ encoding: Encoding) -> String?

    /// Reads the file at `path` (up to 1 MiB of YAML), the variables named `KIATSU_…` and the files of secrets.
    ///
    /// A variable overrides the file: `KIATSU_<SECTION>_<KEY>`, such as `KIATSU_MQTT_PORT`; an empty one counts for
    /// nothing. The warnings are one line each and concern what works but should not stay so.
    package static func load(
        path: String,
        environment: [String: String],
        topicRoom: TopicRoom
    ) throws(ConfigurationErrors) -> (configuration: Configuration, warnings: [String]) {
        let file: BoundedFile
        do throws(BoundedFile.ReadError) {
            file = try BoundedFile(at: path, limit: 1 << 20)
        } catch {
            let problem = "cannot be read: \(error.words)"
            let remedy = "name the configuration with `kiatsu run --config FILE`"
            throw ConfigurationErrors([
                ConfigurationIssue(Origin(name: path), keyPath: "", problem: problem, remedy: remedy)
            ])
        }
        return try parse(yaml: file.bytes, fileName: path, environment: environment, topicRoom: topicRoom)
    }

    /// Reads `yaml`; `fileName` is what errors call it, and the files of secrets are relative to it.
    package static func parse(
        yaml: [UInt8],
        fileName: String,
        environment: [String: String],
        topicRoom: TopicRoom
    ) throws(ConfigurationErrors) -> (configuration: Configuration, warnings: [String]) {
        let (root, issues) = parseYAML(yaml, file: fileName)
        guard let root else { throw ConfigurationErrors(issues) }
        var reader = SectionReader(
            root,
            keyPath: "",
            origin: Origin(name: fileName, position: root.position),
            variablePrefix: "KIATSU",
            context: SectionReader.Context(file: fileName, environment: environment)
        )
        let configuration = reader.configuration(topicRoom: topicRoom)
        let findings = reader.finish()
        guard issues.isEmpty, findings.issues.isEmpty else { throw ConfigurationErrors(issues + findings.issues) }
        return (configuration, findings.warnings + warnings(of: environment, known: findings.variables))
    }

    private static func warnings(of environment: [String: String], known: Set<String>) -> [String] {
        let unknown = environment.keys.filter { $0.hasPrefix("KIATSU_") && !known.contains($0) }.sorted()
        return unknown.map { name in
            let near = suggestion(for: name, among: known.sorted()).map { "did you mean \($0)?" }
            return "\(printable(name)) has no meaning; " + (near ?? "unset it")
        }
    }
}

extension SectionReader {
    fileprivate mutating func configuration(topicRoom: Configuration.TopicRoom) -> Configuration {
        let mqtt = section("mqtt", variables: "KIATSU_MQTT") { $0.mqtt() }
        let sources = section("sources", variables: nil) { $0.sources() }
        let common = PanelDefaults(
            language: value("language", .language) ?? "en",
            source: choice("source", default: Configuration.Source.openMeteo),
            encodings: choices("encodings", default: [Configuration.Encoding.compact, .frame, .fields])
        )
        return Configuration(
            mqtt: mqtt,
            store: section("store", variables: "KIATSU_STORE") { $0.store() },
            sources: sources,
            language: common.language,
            source: common.source,
            encodings: common.encodings,
            schedule: section("schedule", variables: "KIATSU_SCHEDULE") { reader in
                Configuration.Schedule(lead: .seconds(reader.integer("lead", in: 0...120, default: 0)))
            },
            privacy: section("privacy", variables: "KIATSU_PRIVACY") { reader in
                Configuration.Privacy(decimals: reader.integer("decimals", in: 0...5, default: 2))
            },
            location: section("location", variables: "KIATSU_LOCATION") { $0.locationLimits() },
            log: section("log", variables: "KIATSU_LOG") { reader in
                Configuration.Log(level: reader.choice("level", default: Configuration.LogLevel.info))
            },
            contact: value("contact", .contact),
            panels: panels(
                common,
                hasOpenWeatherKey: sources.openWeather.apiKey != nil,
                topicRoom: { topicRoom(mqtt.baseTopic, $0, $1) }
            )
        )
    }
}
