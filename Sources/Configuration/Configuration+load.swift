import Support
package import Widgets

extension Configuration {
    /// The reason why a form of a panel's widget does not fit its packets, one sentence of arithmetic; nil where it
    /// fits.
    package typealias TopicRoom = (
        _ baseTopic: String, _ panelID: String, _ widget: WidgetConfiguration, _ form: PublishedForm
    ) -> String?

    /// Reads the file at `path` (up to 1 MiB of YAML), the variables named `KIATSU_…`, and the files of secrets and
    /// of collections.
    ///
    /// A variable overrides the file: `KIATSU_<SECTION>_<KEY>`, such as `KIATSU_MQTT_PORT`; an empty one counts for
    /// nothing. The warnings are one line each and concern what works but should not stay so.
    package static func load(
        path: String,
        environment: [String: String],
        catalogue: Catalogue,
        topicRoom: TopicRoom
    ) throws(ConfigurationErrors) -> (configuration: Configuration, warnings: [String]) {
        let file: BoundedFile
        do throws(BoundedFile.ReadError) {
            file = try BoundedFile(at: path, limit: 1 << 20)
        } catch {
            let problem = "cannot be read: \(error.words)"
            let remedy =
                error.isTooLong
                ? "look whether this is the right file: a configuration has up to 1 MiB"
                : "name the configuration with --config FILE"
            let issue = ConfigurationIssue(ValueOrigin(name: path), keyPath: "", problem: problem, remedy: remedy)
            throw ConfigurationErrors([issue], of: path)
        }
        return try parse(
            yaml: file.bytes,
            fileName: path,
            environment: environment,
            catalogue: catalogue,
            topicRoom: topicRoom
        )
    }

    /// Reads `yaml`; `fileName` is what errors call it, and the files that it names are relative to it.
    package static func parse(
        yaml: [UInt8],
        fileName: String,
        environment: [String: String],
        catalogue: Catalogue,
        topicRoom: TopicRoom
    ) throws(ConfigurationErrors) -> (configuration: Configuration, warnings: [String]) {
        let (root, issues) = parseYAML(yaml, file: fileName)
        guard let root else { throw ConfigurationErrors(issues, of: fileName) }
        var reader = SectionReader(
            root,
            keyPath: "",
            origin: ValueOrigin(name: fileName, position: root.position),
            variablePrefix: "KIATSU",
            context: SectionReader.Context(file: fileName, environment: environment)
        )
        var configuration = reader.configuration(catalogue, topicRoom: topicRoom)
        let findings = reader.finish()
        var collections = Collections()
        collections.read(findings.collections)
        collections.readBuiltIn(for: catalogue)
        configuration.collections = collections.records
        var backgrounds = BackgroundFiles()
        backgrounds.read(findings.backgrounds)
        configuration.backgrounds = backgrounds.files
        let all = issues + findings.issues + collections.issues + backgrounds.issues
        guard all.isEmpty else { throw ConfigurationErrors(all, of: fileName) }
        let warnings = findings.warnings + findings.languageWarnings.texts
        return (configuration, warnings + Self.warnings(of: environment, known: findings.variables))
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
    mutating func configuration(_ catalogue: Catalogue, topicRoom: Configuration.TopicRoom) -> Configuration {
        let mqtt = section("mqtt", variables: "KIATSU_MQTT") { $0.mqtt() }
        let contact = value("contact", .contact)
        let isContactFaulty = contact == nil && has("contact")
        let sources = section("sources", variables: nil) { $0.sources(of: catalogue, contact: contact) }
        let geocoder = geocoder(of: catalogue)
        let iconThemes = section("icon_themes", variables: nil) { $0.iconThemes() }
        var kinds = WidgetKinds(of: catalogue, iconThemes: iconThemes)
        let common = choices(of: kinds.commonOptions)
        setDefaults(of: &kinds, common: common)
        let defaults = PanelDefaults(
            kinds: kinds,
            common: common,
            sourceProblems: sources.problems(of: catalogue, isContactFaulty: isContactFaulty),
            baseTopic: mqtt.baseTopic,
            directory: context.directory
        )
        var reading = PanelReading(defaults)
        let panels = panels(&reading) { topicRoom(mqtt.baseTopic, $0, $1, $2) }
        findings.issues += reading.problems(of: [geocoder], chosenAt: origin(of: "geocoder"), path(of: "geocoder"))
        return Configuration(
            catalogue: catalogue,
            mqtt: mqtt,
            store: section("store", variables: "KIATSU_STORE") { $0.store() },
            sources: sources.settings,
            geocoder: geocoder,
            iconThemes: iconThemes,
            schedule: section("schedule", variables: "KIATSU_SCHEDULE") { $0.schedule() },
            privacy: section("privacy", variables: "KIATSU_PRIVACY") { $0.privacy() },
            location: section("location", variables: "KIATSU_LOCATION") { $0.locationLimits() },
            homeAssistant: section("homeassistant", variables: "KIATSU_HOMEASSISTANT") { $0.homeAssistant() },
            log: section("log", variables: "KIATSU_LOG") { $0.log() },
            contact: contact,
            panels: panels,
            panelDefaults: defaults,
            collections: [:],
            backgrounds: [:]
        )
    }

    /// Reads the section of each kind of widget, whose options take precedence over the common ones.
    private mutating func setDefaults(of kinds: inout WidgetKinds, common: [String: Chosen]) {
        section("widgets", variables: nil) { reader in
            for name in kinds.names {
                let variables = "KIATSU_WIDGETS_" + name.uppercased()
                let own = reader.section(name, variables: variables) {
                    $0.choices(of: kinds.kinds[name]?.options ?? [])
                }
                kinds.setDefaults(of: name, common: common, own: own)
            }
        }
    }

    private mutating func schedule() -> Configuration.Schedule {
        Configuration.Schedule(lead: .seconds(integer("lead", in: 0...120, default: 0)))
    }

    private mutating func privacy() -> Configuration.Privacy {
        Configuration.Privacy(decimals: integer("decimals", in: 0...5, default: 2))
    }

    private mutating func log() -> Configuration.Log {
        Configuration.Log(level: choice("level", default: LogLevel.info))
    }
}
