import Places
import Support
import Time
import Timelines
import Weather
import Widgets

/// One time zone a panel: the one that an upstream named for its place, the table's until one has.
extension BridgeState {
    /// Those that have a timeline of their own place among the answers go over to the zone that is known now.
    mutating func settleZones(after answers: AnyProvider.Answers, of id: String, at now: UTCInstant) -> [Effect] {
        guard let panel = panels[id], answers[.place(GridCell(containing: panel.coordinate))] != nil else { return [] }
        let changes = takeZone(of: id, at: now)
        guard let zone = panels[id]?.place.timeZone, !changes.shown.isEmpty || zone != panel.place.timeZone else {
            return []
        }
        // Timelines made with another time zone are made again.
        for widget in panel.widgets where timelines[widget.timelineSet].subject == .place {
            let shown = timelines.presentation(of: widget)?.entry.base
            guard let shown, !shown.isPlaceholder, shown.placeTimeZone != zone else { continue }
            timelines[widget.timelineSet].scheduler.requestReload(of: widget.shown, at: now)
        }
        var messages = presenter.locationMessages(of: id)
        for index in changes.shown { messages += presenter.widgetAndStatusMessages(of: id, index, at: now) }
        return changes.effects + [
            .log(.info, "panel \(id): time zone \(zone), it was \(panel.place.timeZone)"),
            .publish(messages),
        ]
    }

    /// Makes what shows the local time follow the zone that is known of the panel's place, as soon as there is a
    /// timeline for it; gives the widgets that do now.
    @discardableResult
    mutating func takeZone(of id: String, at now: UTCInstant) -> (shown: [Int], effects: [Effect]) {
        guard let panel = panels[id] else { return ([], []) }
        let zone = setup.zones.zone(at: panel.coordinate)
        guard zone != panel.place.timeZone else { return ([], []) }
        panels[id]?.place.timeZone = zone
        var shown: [Int] = []
        var effects: [Effect] = []
        for (index, widget) in panel.widgets.enumerated() where timelines[widget.timelineSet].subject == .timeZone {
            let before = panel.wantedSubject(.timeZone)
            effects += retarget(index, of: id, from: panel, wantedBefore: before, widget, at: now)
            if panels[id]?.widgets[index].shown == .timeZone(zone) { shown.append(index) }
        }
        return (shown, effects)
    }
}
