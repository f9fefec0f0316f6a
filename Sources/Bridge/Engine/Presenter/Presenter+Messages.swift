import BridgeClient
import Commands
import Configuration
import HomeAssistant
import Messaging
import Payloads
import Places
import Storage
import Time
import Timelines
import Topics
import Weather
import Widgets

extension Presenter {
    /// A status that was not renewed with the next hour tells nothing.
    private static let statusLifetimeHours = 2

    /// The messages of a round for one panel.
    func messages(
        of panelID: String,
        in round: Round,
        caches: inout EncodingCaches,
        at now: UTCInstant
    ) -> [OutgoingMessage] {
        switch round {
        case .panels(let topics): messages(of: panelID, topics, cache: &caches.new, at: now)
        case .changes(let set, let before):
            changedMessages(of: panelID, set, before: before, caches: &caches, at: now)
        case .shown(let set, let subjects):
            shownMessages(of: panelID, set, subjects, cache: &caches.new, at: now)
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

    /// The messages that a reload changed on a panel, empty if none; `before` are the presentations of the subjects
    /// asked for.
    func changedMessages(
        of panelID: String,
        _ set: TimelineSetID,
        before: [TimelineSubject: Presentation],
        caches: inout EncodingCaches,
        at now: UTCInstant
    ) -> [OutgoingMessage] {
        guard let panel = panels[panelID] else { return [] }
        var messages: [OutgoingMessage] = []
        var isChanged = false
        for (index, widget) in panel.widgets.enumerated() where widget.timelineSet == set {
            guard let old = before[widget.shown], let new = timelines.presentation(of: widget), old != new else {
                continue
            }
            isChanged = true
            let shown = (presentation: old, freshness: timelines.freshness(of: widget, of: panel, old))
            messages += differences(of: panel, index, from: shown, caches: &caches, at: now)
        }
        return isChanged ? messages + stateMessages(of: panel, cache: &caches.new, at: now) : []
    }

    /// The messages of a panel for subjects whose entries changed within the hour.
    func shownMessages(
        of panelID: String,
        _ set: TimelineSetID,
        _ subjects: Set<TimelineSubject>,
        cache: inout EncodingCache,
        at now: UTCInstant
    ) -> [OutgoingMessage] {
        guard let panel = panels[panelID] else { return [] }
        let changed = panel.widgets.indices.filter {
            panel.widgets[$0].timelineSet == set && subjects.contains(panel.widgets[$0].shown)
        }
        guard !changed.isEmpty else { return [] }
        return changed.flatMap { messages(of: panel, $0, cache: &cache, at: now) }
            + stateMessages(of: panel, cache: &cache, at: now)
    }

    /// The messages that change when a panel begins to wait for the weather of a new place.
    func waitingMessages(of panelID: String, at now: UTCInstant) -> [OutgoingMessage] {
        guard let panel = panels[panelID] else { return [] }
        var caches = EncodingCaches()
        let messages = panel.widgets.indices.flatMap { index -> [OutgoingMessage] in
            guard let presentation = timelines.presentation(of: panel.widgets[index]) else { return [] }
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
        guard let new = timelines.presentation(of: panel.widgets[index]) else { return [] }
        let freshness = timelines.freshness(of: panel.widgets[index], of: panel, new)
        let before = messages(of: panel, index, shown.presentation, shown.freshness, cache: &caches.old, at: now)
        let after = messages(of: panel, index, new, freshness, cache: &caches.new, at: now)
        // A message that has expired on the broker is sent again, even if its payload is the same.
        return zip(before, after).filter { $0.payload != $1.payload || !$0.isLasting }.map(\.1).filter(\.isLasting)
    }

    private func messages(
        of panel: PanelState,
        _ index: Int,
        cache: inout EncodingCache,
        at now: UTCInstant
    ) -> [OutgoingMessage] {
        let widget = panel.widgets[index]
        guard let presentation = timelines.presentation(of: widget) else { return [] }
        let freshness = timelines.freshness(of: widget, of: panel, presentation)
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
        let widgetTopic = setup.topics.entry(of: settings.widget, panel: panel.configuration.id).name
        let lifetime = expiry(of: presentation, at: now) - now
        let context = displayContext(of: panel, index, presentation, freshness)
        let obtained = timelines[widget.timelineSet].scheduler.timeline(of: widget.shown)?.obtained
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

    /// The context in which a widget's entry is shown.
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
            hour: timelines[widget.timelineSet].scheduler.hour,
            isStale: freshness == .stale || freshness == .expired
        )
    }

    /// The time when a presentation is no longer valid: it follows from its own hour, however often it is published.
    func expiry(of presentation: Presentation, at now: UTCInstant) -> UTCInstant {
        let entry = presentation.entry
        // The clock may have been set back to long before the entry's hour.
        return min(entry.base.expires, now + (entry.base.expires - entry.date))
    }

    private func room(_ bounds: EncodingBounds, of id: String) -> TopicRoom? {
        // Never nil: configurations and choices are checked to leave enough bytes.
        try? TopicRoom(bounds, baseTopic: configuration.mqtt.baseTopic, panelID: id)
    }

    /// The messages about the panel as a whole: its freshness, and Home Assistant's document.
    private func stateMessages(
        of panel: PanelState,
        cache: inout EncodingCache,
        at now: UTCInstant
    ) -> [OutgoingMessage] {
        [statusMessage(of: panel, at: now)] + [stateDocument(of: panel, cache: &cache)].compactMap(\.self)
    }

    private func statusMessage(of panel: PanelState, at now: UTCInstant) -> OutgoingMessage {
        let message = OutgoingMessage(
            setup.topics.status(of: panel.configuration.id),
            payload: Array(freshness(of: panel).rawValue.utf8),
            lifetime: now.hourStart.addingHours(Self.statusLifetimeHours) - now
        )
        return withinBuffer(of: panel.configuration.id, message)
    }

    /// The freshness of the widget that deserves least trust; a widget whose message the broker refuses counts as
    /// expired.
    func freshness(of panel: PanelState) -> Freshness {
        var all = panel.widgets.compactMap { widget in
            timelines.presentation(of: widget).map { timelines.freshness(of: widget, of: panel, $0) }
        }
        if faults.untaken.contains(panel.configuration.id) { all.append(.expired) }
        return [.sample, .expired, .stale].first(where: all.contains) ?? .fresh
    }

    /// The panel's `location`.
    func locationMessages(of id: String) -> [OutgoingMessage] { panels[id].map { [positionMessage(of: $0)] } ?? [] }

    private func positionMessage(of panel: PanelState) -> OutgoingMessage {
        let topic = setup.topics.location(of: panel.configuration.id)
        let state = LocationState(
            coordinate: panel.coordinate,
            name: panel.place.name,
            timeZone: panel.place.timeZone,
            source: panel.position.map { $0.source == .follow ? .follow : .command } ?? .config,
            since: panel.position?.acceptedAt ?? startedAt
        )
        return OutgoingMessage(
            topic,
            payload: state.payload(
                topicBytes: topic.name.utf8.count,
                privacyDecimals: configuration.privacy.decimals,
                packetBytes: answerPacketBytes(on: topic.name)
            )
        )
    }
}

extension OutgoingMessage {
    /// True if some of its lifetime is left.
    fileprivate var isLasting: Bool { lifetime.map { $0 > .zero } ?? true }
}
