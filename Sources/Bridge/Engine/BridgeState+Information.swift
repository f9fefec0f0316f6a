import Configuration
import FoundationEssentials
import Messaging

extension BridgeState {
    /// What `bridge/info` says: the version and a summary of the configuration, without secrets and positions.
    private struct Information: Encodable {
        var version: String
        var `protocol`: String
        var panels: [Panel]
        var panelCount: Int

        struct Panel: Encodable {
            var id: String
            var language: String
            var source: String
            var encodings: [String]
        }
    }

    /// How many panels are listed; the count tells of the rest.
    private static let mostListedPanels = 1000

    /// The retained description of the bridge.
    var informationMessage: OutgoingMessage {
        let information = Information(
            version: Kiatsu.version,
            protocol: configuration.mqtt.protocol.rawValue,
            panels: configuration.panels.prefix(Self.mostListedPanels).map { panel in
                Information.Panel(
                    id: panel.id,
                    language: panel.language,
                    source: panel.source.rawValue,
                    encodings: panel.encodings.map(\.rawValue)
                )
            },
            panelCount: configuration.panels.count
        )
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        encoder.keyEncodingStrategy = .convertToSnakeCase
        return OutgoingMessage(
            topic: "\(configuration.mqtt.baseTopic)/bridge/info",
            payload: (try? encoder.encode(information)).map(Array.init) ?? [],
            isRetained: true
        )
    }
}
