import Configuration
import HomeAssistant
import Widgets

/// `kiatsu homeassistant`.
struct HomeAssistantCommand {
    let file: ConfigurationFile
    /// The panels that are asked for; all where none is named.
    let panels: [String]

    init(_ words: [String]) throws(UsageError) {
        let arguments = try Arguments(
            words,
            knowing: [ConfigurationFile.option, ConfigurationFile.help],
            command: "homeassistant"
        )
        if arguments.options["help"] != nil { Help.show("homeassistant") }
        file = ConfigurationFile(arguments)
        panels = arguments.operands
    }

    func run() -> Int32 {
        guard let (configuration, _) = file.loadOrComplain() else { return ExitCode.badConfiguration }
        let ids = configuration.panels.map(\.id)
        if let stranger = panels.first(where: { !ids.contains($0) }) {
            Terminal.say("\(file.path) has no panel \(stranger), but \(ids.joined(separator: ", "))")
            return ExitCode.failure
        }
        if configuration.homeAssistant.discovery == .off {
            Terminal.say(
                "warning: homeassistant.discovery is off: what this reads will not be published"
            )
        }
        let wanted = configuration.panels.filter { panels.isEmpty || panels.contains($0.id) }.map { panel in
            WeatherTemplates.Panel(
                id: panel.id,
                baseTopic: configuration.mqtt.baseTopic,
                readings: panel.widgets.flatMap { configuration.catalogue.widget($0.widget)?.readings ?? [] }
            )
        }
        if let weather = WeatherTemplates.weather(of: wanted) {
            Terminal.showLine(
                "# Weather entities. Goes into configuration.yaml, below the `template:` that may be there already."
            )
            Terminal.showLine(weather)
        }
        for panel in wanted {
            Terminal.showLine("# A card for panel \(panel.id). Goes into a dashboard: Add card, Manual.")
            Terminal.showLine(WeatherTemplates.card(of: panel))
        }
        return 0
    }
}
