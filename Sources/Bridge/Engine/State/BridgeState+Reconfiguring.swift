import Configuration
import Payloads
import Places
import Time
import Timelines
import Weather
import Widgets

/// One widget of a panel is wanted in another way while the bridge runs.
extension BridgeState {
    /// Puts new settings of a widget into force: what it shows stays until there is something newer.
    mutating func reconfigure(
        _ index: Int,
        of id: String,
        to settings: WidgetConfiguration,
        at now: UTCInstant
    ) -> [Effect] {
        change(id) { $0.take(settings, for: index, of: id, at: now) }
    }

    /// Changes a panel, and lets go of what it retains no more.
    mutating func change(_ id: String, _ body: (inout BridgeState) -> [Effect]) -> [Effect] {
        let before = ManifestState.retainedTopics(of: id, in: presenter)
        let effects = body(&self)
        let after = ManifestState.retainedTopics(of: id, in: presenter)
        guard before != after else { return effects }
        var last: [Effect] = []
        // A removed entity is announced to Home Assistant as removed once only.
        for (node, entities) in DiscoveryManifest.Changes(from: before, to: after).retired {
            homeAssistant.retire(entities, of: node)
            last.append(.manifest(.retire(entities, device: node)))
        }
        // The manifest is written as a whole, which takes a while for a fleet.
        let gone = Set(ManifestState.topics(of: before)).subtracting(ManifestState.topics(of: after))
        last.append(.manifest(.clear(gone.sorted())))
        let announced = after.filter { DiscoveryManifest.Announcement($0) != nil }
        if !announced.isSubset(of: before) { last.append(.publish(presenter.announcement(of: id))) }
        return effects + last
    }

    /// Puts new settings of a widget into force, as a part of a change of its panel.
    mutating func take(
        _ settings: WidgetConfiguration,
        for index: Int,
        of id: String,
        at now: UTCInstant
    ) -> [Effect] {
        guard let panel = panels[id], let set = timelines.set(for: settings, at: now) else { return [] }
        if set != panel.widgets[index].timelineSet { replaceTimelineSet(of: index, in: panel, by: set, at: now) }
        panels[id]?.configuration.widgets[index] = settings
        let named = panel.configuration.languages
        // A widget that still shows the panel's old place keeps that place's name.
        if panel.widgets[index].shown == .place(GridCell(containing: panel.coordinate)) {
            panels[id]?.widgets[index].name = panel.place.name(in: settings.display.language)
        }
        let wanted = choices.bounds(of: settings)
        panels[id]?.widgets[index].bounds = wanted
        var effects: [Effect] = []
        let subject = panel.wantedSubject(timelines[set].subject)
        // The new set of timelines may already have the subject that the widget waited for.
        if panel.move == nil, subject != panel.widgets[index].shown, timelines[set].isReady(subject) {
            effects = show(subject, in: index, of: id)
        }
        var cache = EncodingCache()
        effects.append(
            .publish(presenter.messages(of: id, .everything, cache: &cache, at: now) + [presenter.informationMessage])
        )
        effects.append(.draw(panel: id))
        // Asked for only in a new language: a name that may not be stored would be asked for again without need.
        if !named.contains(settings.display.language) { effects.append(.work(.nameAgain(panel: id))) }
        return effects + settleMove(of: id, at: now) + advance(to: now)
    }

    /// The place has names in all the languages that were wanted when the panel was like `before`.
    ///
    /// Late names, of a place that the panel has left since, or for languages that are not all that it wants now, are
    /// not its own: others are on their way.
    mutating func renamed(_ before: PanelState, _ place: NamedPlace, at now: UTCInstant) -> [Effect] {
        let id = before.configuration.id
        guard let panel = panels[id], panel.position == before.position, panel.place != place,
            panel.configuration.location == before.configuration.location,
            panel.configuration.languages == before.configuration.languages
        else { return [] }
        let here = TimelineSubject.place(GridCell(containing: panel.coordinate))
        panels[id]?.place = place
        panels[id]?.place.timeZone = panel.place.timeZone
        for (index, widget) in panel.widgets.enumerated() where widget.shown == here {
            let language = panel.configuration.widgets[index].display.language
            panels[id]?.widgets[index].name = place.name(in: language)
        }
        var cache = EncodingCache()
        return [.publish(presenter.messages(of: id, .everything, cache: &cache, at: now)), .draw(panel: id)]
    }

    /// The other set goes on from the timelines that this one has.
    private mutating func replaceTimelineSet(
        of index: Int,
        in panel: PanelState,
        by set: TimelineSetID,
        at now: UTCInstant
    ) {
        let widget = panel.widgets[index]
        for subject in panel.subjectsInUse(by: widget, timelines[widget.timelineSet].subject) {
            timelines.move(subject, from: widget.timelineSet, to: set, at: now)
        }
        panels[panel.configuration.id]?.widgets[index] = WidgetState(
            timelineSet: set,
            shown: widget.shown,
            name: widget.name,
            bounds: widget.bounds
        )
    }
}
