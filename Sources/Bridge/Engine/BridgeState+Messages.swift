import Commands
import Configuration
import Messaging
import Payloads
import Storage
import Time
import Timelines
import Weather
import Widgets

/// Encoded entries by what they depend on, so that panels of a place share them; lives for one round of publishing.
struct EncodingCache {
    private struct Key: Hashable {
        var source: Configuration.Source
        var cell: GridCell
        // The hour or the forecast may change while a round of publishing waits for room.
        var date: UTCInstant
        var obtained: UTCInstant?
        var name: String
        var isStale: Bool
        var room: TopicRoom
    }

    private static let mostEntries = 512

    private var payloads: [Key: [Payload]] = [:]

    mutating func payloads(
        of entry: WeatherEntry,
        source: Configuration.Source,
        shown: ShownPlace,
        isStale: Bool,
        room: TopicRoom
    ) -> [Payload] {
        let key = Key(
            source: source,
            cell: shown.cell,
            date: entry.date,
            obtained: entry.obtained,
            name: shown.name,
            isStale: isStale,
            room: room
        )
        if let known = payloads[key] { return known }
        if payloads.count >= Self.mostEntries { payloads.removeAll(keepingCapacity: true) }
        let made = entry.payloads(name: PlaceName(shown.name), isStale: isStale, room: room)
        payloads[key] = made
        return made
    }
}

extension BridgeState {
    /// A day after its hour an entry has no hour left that is still to come.
    private static let entryLifetimeHours = 24
    /// A status that was not renewed with the next hour tells nothing.
    private static let statusLifetimeHours = 2

    func topic(_ panelID: String, _ rest: String) -> String {
        "\(configuration.mqtt.baseTopic)/\(panelID)/\(rest)"
    }

    /// The retained messages of one panel.
    func messages(
        of panelID: String,
        _ topics: TopicSet,
        cache: inout EncodingCache,
        at now: UTCInstant
    ) -> [OutgoingMessage] {
        guard let panel = panels[panelID], let presentation = presentation(of: panel) else { return [] }
        let freshness = freshness(of: panel, presentation)
        var messages = weatherMessages(of: panel, presentation, freshness, cache: &cache, at: now)
        messages.append(statusMessage(of: panel, freshness, at: now))
        if topics == .everything { messages.append(positionMessage(of: panel, presentation)) }
        return messages
    }

    /// What changed by a reload on a panel, empty if nothing did; `before` is what was shown in the cells asked for.
    func changedMessages(
        of panelID: String,
        _ source: Configuration.Source,
        before: [GridCell: Scheduler.Presentation],
        oldCache: inout EncodingCache,
        newCache: inout EncodingCache,
        at now: UTCInstant
    ) -> [OutgoingMessage] {
        guard let panel = panels[panelID], panel.configuration.source == source,
            let old = before[panel.shown.cell], let new = presentation(of: panel), old != new
        else { return [] }
        let shown = (presentation: old, freshness: freshness(of: panel, old))
        return differences(of: panel, from: shown, to: new, oldCache: &oldCache, newCache: &newCache, at: now)
    }

    /// What changes on a panel's topics when it begins to wait for the weather of a new place.
    func waitingMessages(of panelID: String, at now: UTCInstant) -> [OutgoingMessage] {
        guard let panel = panels[panelID], let presentation = presentation(of: panel) else { return [] }
        var (oldCache, newCache) = (EncodingCache(), EncodingCache())
        let shown = (presentation: presentation, freshness: presentation.freshness)
        return differences(
            of: panel,
            from: shown,
            to: presentation,
            oldCache: &oldCache,
            newCache: &newCache,
            at: now
        )
    }

    /// The payloads that are others than those of what was shown, and the status.
    private func differences(
        of panel: PanelState,
        from shown: (presentation: Scheduler.Presentation, freshness: Freshness),
        to new: Scheduler.Presentation,
        oldCache: inout EncodingCache,
        newCache: inout EncodingCache,
        at now: UTCInstant
    ) -> [OutgoingMessage] {
        let freshness = freshness(of: panel, new)
        let before = weatherMessages(of: panel, shown.presentation, shown.freshness, cache: &oldCache, at: now)
        let after = weatherMessages(of: panel, new, freshness, cache: &newCache, at: now)
        return zip(before, after).filter { $0.payload != $1.payload }.map(\.1)
            + [statusMessage(of: panel, freshness, at: now)]
    }

    private func weatherMessages(
        of panel: PanelState,
        _ presentation: Scheduler.Presentation,
        _ freshness: Freshness,
        cache: inout EncodingCache,
        at now: UTCInstant
    ) -> [OutgoingMessage] {
        let widgetTopic = topic(panel.configuration.id, WeatherEncoding.widget)
        // An expired entry is all there is: it stays for as long as it is renewed.
        let lifetimeStart = presentation.freshness == .expired ? now : presentation.entry.date
        let lifetime = lifetimeStart.addingHours(Self.entryLifetimeHours) - now
        var shown = panel.shown
        if presentation.freshness == .sample { shown.name = Self.sampleName(language: panel.configuration.language) }
        return panel.configuration.encodings.flatMap { encoding -> [OutgoingMessage] in
            guard let room = room(for: panel.configuration.id, encoding) else { return [] }
            return cache.payloads(
                of: presentation.entry,
                source: panel.configuration.source,
                shown: shown,
                isStale: freshness == .stale || freshness == .expired,
                room: room
            ).map { payload in
                OutgoingMessage(
                    topic: widgetTopic + payload.topicSuffix,
                    payload: payload.bytes,
                    isRetained: true,
                    lifetime: lifetime
                )
            }
        }
    }

    private func room(for panelID: String, _ encoding: Configuration.Encoding) -> TopicRoom? {
        // The configuration was checked to leave room, so nil does not happen.
        try? TopicRoom(
            encoding: WeatherEncoding(encoding),
            baseTopic: configuration.mqtt.baseTopic,
            panelID: panelID
        )
    }

    private func statusMessage(
        of panel: PanelState,
        _ freshness: Freshness,
        at now: UTCInstant
    ) -> OutgoingMessage {
        OutgoingMessage(
            topic: topic(panel.configuration.id, "status"),
            payload: Array(freshness.rawValue.utf8),
            isRetained: true,
            lifetime: now.hourStart.addingHours(Self.statusLifetimeHours) - now
        )
    }

    private func positionMessage(
        of panel: PanelState,
        _ presentation: Scheduler.Presentation
    ) -> OutgoingMessage {
        let topic = topic(panel.configuration.id, "location")
        let isSample = presentation.entry.isPlaceholder
        let state = LocationState(
            coordinate: panel.coordinate,
            name: panel.place.name,
            timeZone: isSample ? panel.place.timeZone : presentation.entry.timeZone,
            source: panel.position.map { $0.source == .follow ? .follow : .command } ?? .config,
            since: panel.position?.acceptedAt ?? startedAt
        )
        return OutgoingMessage(
            topic: topic,
            payload: state.payload(topicBytes: topic.utf8.count, privacyDecimals: configuration.privacy.decimals),
            isRetained: true,
            lifetime: nil
        )
    }

    /// What a panel without a forecast calls its place.
    static func sampleName(language: String) -> String {
        language == "ja" ? "サンプル" : "Sample"
    }
}

extension WeatherEncoding {
    init(_ encoding: Configuration.Encoding) {
        self =
            switch encoding {
            case .compact: .compact
            case .full: .full
            case .fields: .fields
            case .frame: .frame
            }
    }
}
