package import Configuration
import Payloads
package import Time
import Timelines
import Weather

/// What a configuration will publish: every retained topic, how large it can get and when it comes next.
package struct Plan: Sendable {
    /// One topic.
    package struct Row: Sendable, Equatable {
        package var topic: String
        /// The whole packet of MQTT 3.1.1 at QoS 1, at the most.
        package var largestPacketBytes: Int
        /// Nil for what is published when it changes.
        package var nextAt: UTCInstant?

        /// Which of ``clientDefaults`` take it.
        package var fits: [Int] { Plan.clientDefaults.filter { largestPacketBytes <= $0 } }
    }

    /// One upstream.
    package struct Upstream: Sendable, Equatable {
        package var name: String
        package var places: Int
        package var requestsAnHour: Int
        package var nextReloadAt: UTCInstant
    }

    /// The packet sizes that clients of microcontrollers take by default: 256dpi/arduino-mqtt, PubSubClient less the
    /// byte that a terminating zero needs, and esp-mqtt.
    package static let clientDefaults = [128, 255, 1024]

    /// The topics of each panel, in the order of the configuration.
    package let panels: [[Row]]
    /// By name.
    package let upstreams: [Upstream]

    /// The plan as it stands at `now`, for panels at their configured positions.
    package init(_ configuration: Configuration, now: UTCInstant) {
        let lead = configuration.schedule.lead
        let nextMark = (now + lead).hourStart.addingHours(1) - lead
        panels = configuration.panels.map { panel in
            Self.rows(of: panel, baseTopic: configuration.mqtt.baseTopic, nextMark: nextMark)
        }
        let bySource = Dictionary(grouping: configuration.panels, by: \.source)
        upstreams = bySource.sorted { $0.key.rawValue < $1.key.rawValue }.map { source, panels in
            let cells = Set(panels.map { GridCell(containing: $0.location) })
            let perRequest = source.placesPerRequest
            let policy = ReloadPolicy(for: source)
            return Upstream(
                name: source.rawValue,
                places: cells.count,
                requestsAnHour: (cells.count + perRequest - 1) / perRequest,
                nextReloadAt: cells.map { policy.next(after: now.addingHours(-1), seed: $0.stableSeed) }
                    .map { $0 > now ? $0 : $0.addingHours(1) }.min() ?? nextMark
            )
        }
    }

    private static func rows(of panel: PanelConfiguration, baseTopic: String, nextMark: UTCInstant) -> [Row] {
        let widgets = panel.encodings.flatMap { encoding in
            WeatherEncoding.worstCasePacketSize(
                baseTopic: baseTopic,
                panelID: panel.id,
                encoding: WeatherEncoding(encoding)
            ).map { Row(topic: $0.topic, largestPacketBytes: $0.bytes, nextAt: nextMark) }
        }
        let status = "\(baseTopic)/\(panel.id)/status"
        let location = "\(baseTopic)/\(panel.id)/location"
        return widgets + [
            Row(
                topic: status,
                largestPacketBytes: PacketBudget.packetSize(
                    topicBytes: status.utf8.count,
                    payloadBytes: Freshness.expired.rawValue.utf8.count
                ),
                nextAt: nextMark
            ),
            Row(topic: location, largestPacketBytes: 255, nextAt: nil),
        ]
    }
}
