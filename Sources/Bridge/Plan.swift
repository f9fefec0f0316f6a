package import Configuration
import Messaging
import Payloads
import Pictures
import Places
package import Time
import Timelines
import Topics
import Upstreams
import Weather
import Widgets

/// The topics that a configuration publishes: every retained topic, its largest packet and its next time.
package struct Plan: Sendable {
    /// One topic, or all strips of a picture.
    package struct Row: Sendable, Equatable {
        /// Of strips, the first and what the last ends in: `kiatsu/image/kitchen/weather/strips/000…025`.
        package var topic: String
        /// The whole packet of MQTT 3.1.1 at QoS 1, at the most; nil where no bound is known.
        package var largestPacketBytes: Int?
        /// Nil for what is published when it changes.
        package var nextAt: UTCInstant?

        /// The ``clientDefaults`` that take it.
        package var fits: [Int] { Plan.clientDefaults.filter { largestPacketBytes ?? .max <= $0 } }
    }

    /// The timelines of one widget with one set of sources and options.
    package struct TimelineSetRow: Sendable, Equatable {
        /// Such as `weather from open-meteo`.
        package var title: String
        /// One for each place, time zone or panel, as the widget needs.
        package var timelineCount: Int
        /// The time of the next reload.
        package var nextReloadAt: UTCInstant
    }

    /// The packet sizes that clients of microcontrollers take by default: 256dpi/arduino-mqtt, PubSubClient less the
    /// byte that a terminating zero needs, and esp-mqtt.
    package static let clientDefaults = [128, 255, 1024]

    /// A kind of widget in one language, for people to choose by.
    package struct Kind: Sendable, Hashable {
        /// The widget's name.
        package var widget: String
        /// The widget's title in the language of its panel.
        package var title: String
        /// Its content in a sentence in that language.
        package var about: String
    }

    /// The kinds that the panels carry, each once in each language, in the order of the configuration.
    package let kinds: [Kind]
    /// The topics of each panel, in the order of the configuration.
    package let panels: [[Row]]
    /// The messages to Home Assistant about the panels and the bridge.
    package let further: [Row]
    /// In the order of the configuration.
    package let timelineSets: [TimelineSetRow]
    /// The calls of each source beside its budgets.
    package let sourceCalls: [SourceCalls]

    /// The plan as it stands at `now`, for panels at their configured positions.
    package init(_ configuration: Configuration, now: UTCInstant) async {
        var state = await BridgeState.configured(configuration, now: now)
        let lead = configuration.schedule.lead
        let nextMark = (now + lead).hourStart.addingHours(1) - lead
        let base = configuration.mqtt.baseTopic
        var known = Set<Kind>()
        kinds = configuration.panels.flatMap(\.widgets).map { settings in
            let language = settings.display.language
            return Kind(
                widget: settings.widget,
                title: configuration.catalogue.title(of: settings.widget, language: language),
                about: configuration.catalogue.summary(of: settings.widget, language: language)
            )
        }.filter { known.insert($0).inserted }
        panels = configuration.panels.map { panel in
            let bounds = panel.widgets.flatMap { state.choices.bounds(of: $0) }
            return bounds.flatMap { $0.worstCasePacketSizes(baseTopic: base, panelID: panel.id) }.map {
                Row(topic: $0.topic, largestPacketBytes: $0.bytes, nextAt: nextMark)
            } + panel.widgets.flatMap { Self.pictureRows(of: $0, panel: panel.id, in: state.presenter) }
                + Self.ownRows(of: panel, configuration.mqtt.topics, nextMark: nextMark)
        }
        let announcements =
            configuration.panels.flatMap { state.presenter.announcement(of: $0.id) }
            + state.presenter.bridgeAnnouncement
        further = announcements.map { message in
            let size = PacketBudget.packetSize(
                topicBytes: message.topic.utf8.count,
                payloadBytes: message.payload.count
            )
            return Row(topic: message.topic, largestPacketBytes: size, nextAt: nil)
        }
        sourceCalls = state.sourceCalls()
        timelineSets = state.timelines.ids.map { id in
            let set = state[id]
            let keys = set.scheduler.keys
            let policy = set.provider.reloadPolicy
            let next = keys.map { key in
                policy.next(after: now.addingHours(-1), lastEntry: nil, seed: key.stableSeed)
            }
            return TimelineSetRow(
                title: set.title,
                timelineCount: keys.count,
                nextReloadAt: next.map { $0 > now ? $0 : $0.addingHours(1) }.min() ?? nextMark
            )
        }
    }

    /// The topics of a widget's pictures, which are published when their pixels change.
    private static func pictureRows(
        of settings: WidgetConfiguration,
        panel: String,
        in presenter: Presenter
    ) -> [Row] {
        let formats = settings.picture.formats
        guard !formats.isEmpty else { return [] }
        let room = presenter.pictureRoom(of: panel, settings)
        let rows = formats.compactMap { format -> Row? in
            let topics = room.topics(of: format)
            guard let first = topics.first, let last = topics.last else { return nil }
            let lastLevel = last.split(separator: "/").last ?? ""
            return Row(
                topic: topics.count > 1 ? "\(first)…\(lastLevel)" : first,
                largestPacketBytes: room.largestPacketBytes(of: format),
                nextAt: nil
            )
        }
        guard formats.contains(where: { $0 != .label }) else { return rows }
        return rows + [
            Row(topic: room.imageTopic, largestPacketBytes: room.largestDescriptionPacketBytes, nextAt: nil)
        ]
    }

    /// The topics that a panel has whatever its widgets.
    private static func ownRows(of panel: PanelConfiguration, _ topics: Topics, nextMark: UTCInstant) -> [Row] {
        let status = topics.status(of: panel.id).name
        let location = topics.location(of: panel.id).name
        return [
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
