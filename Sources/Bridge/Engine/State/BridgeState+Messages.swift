import Commands
import Configuration
import HomeAssistant
import Messaging
import Payloads
import Storage
import Time
import Timelines
import Weather
import Widgets

/// Encoded entries by what they depend on, so that panels of a place share them; lives for one round of publishing.
struct EncodingCache {
    /// What is shown, and how.
    private struct Shown: Hashable {
        var service: TimelineSetID
        var subject: TimelineSubject
        // The hour or the forecast may change while a round of publishing waits for room.
        var date: UTCInstant
        var obtained: UTCInstant?
        var hour: UTCInstant
        var name: String
        var isStale: Bool
        var options: [String: String]

        init(_ entry: AnyEntry, obtained: UTCInstant?, _ widget: WidgetState, _ context: DisplayContext) {
            service = widget.service
            subject = widget.shown
            date = entry.date
            self.obtained = obtained
            hour = context.hour
            name = context.placeName
            isStale = context.isStale
            options = context.options
        }
    }

    private struct Key: Hashable {
        var shown: Shown
        var room: TopicRoom
    }

    private struct ReadingKey: Hashable {
        var shown: Shown
        var settings: DisplaySettings
    }

    private static let mostEntries = 512

    private var payloads: [Key: [Payload]] = [:]
    private var readings: [ReadingKey: [String: [UInt8]]] = [:]

    mutating func payloads(
        of entry: AnyEntry,
        obtained: UTCInstant?,
        shown widget: WidgetState,
        in context: DisplayContext,
        room: TopicRoom
    ) -> [Payload] {
        let key = Key(shown: Shown(entry, obtained: obtained, widget, context), room: room)
        if let known = payloads[key] { return known }
        if payloads.count >= Self.mostEntries { payloads.removeAll(keepingCapacity: true) }
        let made = room.payloads(
            of: entry.base.content(in: context),
            placeName: DisplayText(context.placeName),
            isStale: context.isStale
        )
        payloads[key] = made
        return made
    }

    /// What an entry says to home automation, by name, written as its document has it.
    mutating func readings(
        of entry: AnyEntry,
        obtained: UTCInstant?,
        shown widget: WidgetState,
        in context: DisplayContext
    ) -> [String: [UInt8]] {
        let key = ReadingKey(shown: Shown(entry, obtained: obtained, widget, context), settings: context.settings)
        if let known = readings[key] { return known }
        if readings.count >= Self.mostEntries { readings.removeAll(keepingCapacity: true) }
        let made = PanelStateDocument.written(entry.base.readings(in: context))
        readings[key] = made
        return made
    }
}

/// What was encoded before and what is encoded now, in one round of publishing differences.
struct EncodingCaches {
    var old = EncodingCache()
    var new = EncodingCache()
}

extension BridgeState {
    /// A status that was not renewed with the next hour tells nothing.
    private static let statusLifetimeHours = 2

    func topic(_ panelID: String, _ rest: String) -> String {
        "\(configuration.mqtt.baseTopic)/\(panelID)/\(rest)"
    }

    /// What a round hands over for one panel.
    func messages(
        of panelID: String,
        in round: Round,
        caches: inout EncodingCaches,
        at now: UTCInstant
    ) -> [OutgoingMessage] {
        switch round {
        case .panels(let topics): messages(of: panelID, topics, cache: &caches.new, at: now)
        case .changes(let service, let before):
            changedMessages(of: panelID, service, before: before, caches: &caches, at: now)
        case .shown(let service, let subjects):
            shownMessages(of: panelID, service, subjects, cache: &caches.new, at: now)
        case .announcements(let devices): devices.contains(node(of: panelID)) ? announcement(of: panelID) : []
        }
    }

    /// The retained messages of one panel.
    func messages(
        of panelID: String,
        _ topics: TopicSet,
        cache: inout EncodingCache,
        at now: UTCInstant
    ) -> [OutgoingMessage] {
        guard let panel = panels[panelID] else { return [] }
        guard topics != .state else { return stateMessages(of: panel, cache: &cache, at: now) }
        var messages = panel.widgets.indices.flatMap { self.messages(of: panel, $0, cache: &cache, at: now) }
        messages += stateMessages(of: panel, cache: &cache, at: now)
        if topics != .hour { messages.append(positionMessage(of: panel)) }
        return topics == .announced ? announcement(of: panelID) + messages : messages
    }

    /// What changed by a reload on a panel, empty if nothing did; `before` is what was shown of the subjects asked for.
    func changedMessages(
        of panelID: String,
        _ service: TimelineSetID,
        before: [TimelineSubject: Presentation],
        caches: inout EncodingCaches,
        at now: UTCInstant
    ) -> [OutgoingMessage] {
        guard let panel = panels[panelID] else { return [] }
        var messages: [OutgoingMessage] = []
        var isChanged = false
        for (index, widget) in panel.widgets.enumerated() where widget.service == service {
            guard let old = before[widget.shown], let new = presentation(of: widget), old != new else { continue }
            isChanged = true
            let shown = (presentation: old, freshness: freshness(of: widget, of: panel, old))
            messages += differences(of: panel, index, from: shown, caches: &caches, at: now)
        }
        return isChanged ? messages + stateMessages(of: panel, cache: &caches.new, at: now) : []
    }

    /// What a panel shows of subjects whose entries changed within the hour.
    func shownMessages(
        of panelID: String,
        _ service: TimelineSetID,
        _ subjects: Set<TimelineSubject>,
        cache: inout EncodingCache,
        at now: UTCInstant
    ) -> [OutgoingMessage] {
        guard let panel = panels[panelID] else { return [] }
        let changed = panel.widgets.indices.filter {
            panel.widgets[$0].service == service && subjects.contains(panel.widgets[$0].shown)
        }
        guard !changed.isEmpty else { return [] }
        return changed.flatMap { messages(of: panel, $0, cache: &cache, at: now) }
            + stateMessages(of: panel, cache: &cache, at: now)
    }

    /// What changes on a panel's topics when it begins to wait for the weather of a new place.
    func waitingMessages(of panelID: String, at now: UTCInstant) -> [OutgoingMessage] {
        guard let panel = panels[panelID] else { return [] }
        var caches = EncodingCaches()
        let messages = panel.widgets.indices.flatMap { index -> [OutgoingMessage] in
            guard let presentation = presentation(of: panel.widgets[index]) else { return [] }
            let shown = (presentation: presentation, freshness: presentation.freshness)
            return differences(of: panel, index, from: shown, caches: &caches, at: now)
        }
        return messages + stateMessages(of: panel, cache: &caches.new, at: now)
    }

    /// One widget of a panel, and the panel's status.
    func widgetAndStatusMessages(of panelID: String, _ index: Int, at now: UTCInstant) -> [OutgoingMessage] {
        guard let panel = panels[panelID] else { return [] }
        var cache = EncodingCache()
        return messages(of: panel, index, cache: &cache, at: now)
            + stateMessages(of: panel, cache: &cache, at: now)
    }

    /// The payloads that are others than those of what was shown.
    private func differences(
        of panel: PanelState,
        _ index: Int,
        from shown: (presentation: Presentation, freshness: Freshness),
        caches: inout EncodingCaches,
        at now: UTCInstant
    ) -> [OutgoingMessage] {
        guard let new = presentation(of: panel.widgets[index]) else { return [] }
        let freshness = freshness(of: panel.widgets[index], of: panel, new)
        let before = messages(of: panel, index, shown.presentation, shown.freshness, cache: &caches.old, at: now)
        let after = messages(of: panel, index, new, freshness, cache: &caches.new, at: now)
        // What the broker has let go of is news, be it the same.
        return zip(before, after).filter { $0.payload != $1.payload || !$0.isLasting }.map(\.1).filter(\.isLasting)
    }

    private func messages(
        of panel: PanelState,
        _ index: Int,
        cache: inout EncodingCache,
        at now: UTCInstant
    ) -> [OutgoingMessage] {
        let widget = panel.widgets[index]
        guard let presentation = presentation(of: widget) else { return [] }
        let freshness = freshness(of: widget, of: panel, presentation)
        return messages(of: panel, index, presentation, freshness, cache: &cache, at: now).filter(\.isLasting)
    }

    /// Those of an entry that has expired among them.
    private func messages(
        of panel: PanelState,
        _ index: Int,
        _ presentation: Presentation,
        _ freshness: Freshness,
        cache: inout EncodingCache,
        at now: UTCInstant
    ) -> [OutgoingMessage] {
        let widget = panel.widgets[index]
        let settings = panel.configuration.widgets[index]
        let widgetTopic = topic(panel.configuration.id, settings.widget)
        let lifetime = expiry(of: presentation, at: now) - now
        let context = displayContext(of: panel, index, presentation, freshness)
        let obtained = self[widget.service].scheduler.timeline(of: widget.shown)?.obtained
        return widget.bounds.flatMap { bounds -> [OutgoingMessage] in
            guard let room = room(bounds, of: panel.configuration.id) else { return [] }
            return cache.payloads(
                of: presentation.entry,
                obtained: obtained,
                shown: widget,
                in: context,
                room: room
            ).map { payload in
                let message = OutgoingMessage(
                    topic: widgetTopic + payload.topicSuffix,
                    payload: payload.bytes,
                    isRetained: true,
                    isWatched: true,
                    lifetime: lifetime
                )
                return withinBuffer(of: panel.configuration.id, message)
            }
        }
    }

    /// What a widget's entry is shown with.
    func displayContext(
        of panel: PanelState,
        _ index: Int,
        _ presentation: Presentation,
        _ freshness: Freshness
    ) -> DisplayContext {
        let widget = panel.widgets[index]
        let settings = panel.configuration.widgets[index]
        let isSample = presentation.freshness == .sample
        return DisplayContext(
            settings: settings.display,
            options: settings.options,
            placeName: isSample ? Words.sampleName(language: settings.display.language) : widget.name,
            hour: self[widget.service].scheduler.hour,
            isStale: freshness == .stale || freshness == .expired
        )
    }

    /// From when on nobody should take what is shown for anything any more: by its own hour, however often it is said
    /// again.
    func expiry(of presentation: Presentation, at now: UTCInstant) -> UTCInstant {
        let entry = presentation.entry
        // The clock may have been set back to long before its hour.
        return min(entry.base.expires, now + (entry.base.expires - entry.date))
    }

    private func room(_ bounds: EncodingBounds, of id: String) -> TopicRoom? {
        // What is configured or chosen was checked to leave room, so nil does not happen.
        try? TopicRoom(bounds, baseTopic: configuration.mqtt.baseTopic, panelID: id)
    }

    /// What tells of the panel as a whole: how fresh it is, and what Home Assistant shows of it.
    private func stateMessages(
        of panel: PanelState,
        cache: inout EncodingCache,
        at now: UTCInstant
    ) -> [OutgoingMessage] {
        [statusMessage(of: panel, at: now)] + [stateDocument(of: panel, cache: &cache)].compactMap(\.self)
    }

    private func statusMessage(of panel: PanelState, at now: UTCInstant) -> OutgoingMessage {
        let message = OutgoingMessage(
            topic: topic(panel.configuration.id, "status"),
            payload: Array(freshness(of: panel).rawValue.utf8),
            isRetained: true,
            lifetime: now.hourStart.addingHours(Self.statusLifetimeHours) - now
        )
        return withinBuffer(of: panel.configuration.id, message)
    }

    /// That of the widget that deserves least trust; of one whose message the broker does not take nothing is there for
    /// this hour.
    func freshness(of panel: PanelState) -> Freshness {
        var all = panel.widgets.compactMap { widget in
            presentation(of: widget).map { freshness(of: widget, of: panel, $0) }
        }
        if untaken.contains(panel.configuration.id) { all.append(.expired) }
        return [.sample, .expired, .stale].first(where: all.contains) ?? .fresh
    }

    /// The panel's `location`.
    func locationMessages(of id: String) -> [OutgoingMessage] { panels[id].map { [positionMessage(of: $0)] } ?? [] }

    private func positionMessage(of panel: PanelState) -> OutgoingMessage {
        let topic = topic(panel.configuration.id, "location")
        let state = LocationState(
            coordinate: panel.coordinate,
            name: panel.place.name,
            timeZone: panel.place.timeZone,
            source: panel.position.map { $0.source == .follow ? .follow : .command } ?? .config,
            since: panel.position?.acceptedAt ?? startedAt
        )
        return OutgoingMessage(
            topic: topic,
            payload: state.payload(
                topicBytes: topic.utf8.count,
                privacyDecimals: configuration.privacy.decimals,
                packetBytes: answerPacketBytes(on: topic)
            ),
            isRetained: true,
            lifetime: nil
        )
    }
}

extension OutgoingMessage {
    /// Whether any of its lifetime is left.
    fileprivate var isLasting: Bool { lifetime.map { $0 > .zero } ?? true }
}
