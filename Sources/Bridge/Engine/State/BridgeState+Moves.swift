import Commands
import Messaging
import Time
import Timelines
import Weather
import Widgets

/// The way of an accepted position: stored, named, and shown when the weather there has come.
extension BridgeState {
    /// The position is on disk.
    mutating func stored(panel id: String, generation: Int, at now: UTCInstant) -> [Effect] {
        guard let move = panels[id]?.move else { return [] }
        if let index = move.overtaken.firstIndex(where: { $0.generation == generation }) {
            panels[id]?.move?.overtaken.removeFirst(index)
            panels[id]?.move?.overtaken[0].isStored = true
        }
        guard move.generation == generation else { return [] }
        panels[id]?.move?.isStored = true
        return settleMove(of: id, at: now)
    }

    /// The position could not be written: the panel stays where it was.
    mutating func storingFailed(panel id: String, generation: Int, reason: String, at now: UTCInstant) -> [Effect] {
        guard let panel = panels[id], let move = panel.move else { return [] }
        if let index = move.overtaken.firstIndex(where: { $0.generation == generation }) {
            forgetOvertaken(index, by: move, of: id)
        }
        guard move.generation == generation else { return [] }
        // What was written before this one is on disk by now, or was given up.
        let overtaken = move.overtaken.last { $0.isStored }
        if let overtaken { usePlace(overtaken.cell, for: panel, at: now) }
        releasePlace(move.cell, for: panel)
        panels[id]?.move = overtaken
        panels[id]?.rules.revert(to: move.rulesBefore)
        // Its name may have come meanwhile, and its weather: both count again.
        let again = overtaken.map { [Effect.work(.name($0.coordinate, panel: id, generation: $0.generation))] } ?? []
        // A round of pictures may have come upon the panel while it seemed to leave.
        return move.replies.map { reply(to: $0.address, .refused(.notStored(reason, id: $0.identifier))) } + again
            + [.draw(panel: id)]
    }

    /// A move that was overtaken did not get onto the disk: the one after it falls back to what was before both.
    private mutating func forgetOvertaken(_ index: Int, by move: Move, of id: String) {
        let before = move.overtaken[index].rulesBefore
        if index + 1 < move.overtaken.count {
            panels[id]?.move?.overtaken[index + 1].rulesBefore = before
        } else {
            panels[id]?.move?.rulesBefore = before
        }
        panels[id]?.move?.overtaken.remove(at: index)
    }

    /// The place at the position has a name.
    mutating func placed(panel id: String, generation: Int, _ place: NamedPlace, at now: UTCInstant) -> [Effect] {
        guard panels[id]?.move?.generation == generation else { return [] }
        panels[id]?.move?.place = place
        return settleMove(of: id, at: now)
    }

    /// Shows the new position once all of it is there; answers as soon as that is known to take longer.
    ///
    /// The first of the panel's widgets that depend on the place leads: the others go with it if they are ready, and
    /// follow by themselves if not. Where the first has failed, any other will do.
    mutating func settleMove(of id: String, at now: UTCInstant) -> [Effect] {
        guard let panel = panels[id], let move = panel.move, move.isStored, let place = move.place else { return [] }
        let there = TimelineSubject.place(move.cell)
        let services = placeServices(of: panel)
        guard let first = services.first, !self[first].isReady(there) else {
            return showMove(of: id, place, at: now) { .accepted($0.coordinate, name: place.name, id: $0.identifier) }
        }
        guard self[first].hasFailed(there) else { return [] }
        if services.contains(where: { self[$0].isReady(there) }) {
            return showMove(of: id, place, at: now) { .refused(.upstream(id: $0.identifier)) }
        }
        guard services.allSatisfy({ self[$0].hasFailed(there) }) else { return [] }
        let showsRealData = panel.widgets.contains { widget in
            self[widget.service].subject == .place && presentation(of: widget).map { $0.freshness != .sample } ?? false
        }
        guard showsRealData else {
            return showMove(of: id, place, at: now) { .refused(.upstream(id: $0.identifier)) }
        }
        panels[id]?.move?.replies = []
        // What is there is the old place's from now on, and stale.
        return [.publish(waitingMessages(of: id, at: now)), .draw(panel: id)]
            + move.replies.map { reply(to: $0.address, .refused(.upstream(id: $0.identifier))) }
    }

    /// Answers to those whose position is on disk while its weather is still awaited, for when nobody will wait on.
    mutating func lastAnswers() -> [OutgoingMessage] {
        var answers: [OutgoingMessage] = []
        for id in panelIDs {
            guard let move = panels[id]?.move, move.isStored else { continue }
            panels[id]?.move?.replies = []
            answers += move.replies.map { message(to: $0.address, .refused(.upstream(id: $0.identifier))) }
        }
        return answers
    }

    private mutating func showMove(
        of id: String,
        _ place: NamedPlace,
        at now: UTCInstant,
        answer: (PendingReply) -> PositionReply
    ) -> [Effect] {
        guard let panel = panels[id], let move = panel.move else { return [] }
        // With its first move a panel comes onto Home Assistant's map, and with its return it goes.
        var moved = panel
        moved.position = move.position
        guard discovery != nil, isTracked(moved) != isTracked(panel) else {
            return show(move, of: id, panel, place, at: now, answer: answer)
        }
        return change(id) { $0.show(move, of: id, panel, place, at: now, answer: answer) }
    }

    private mutating func show(
        _ move: Move,
        of id: String,
        _ panel: PanelState,
        _ place: NamedPlace,
        at now: UTCInstant,
        answer: (PendingReply) -> PositionReply
    ) -> [Effect] {
        // Before the widgets go over: where their names and the time zone come from.
        let before = panel.widgets.map { panel.wantedSubject(self[$0.service].subject) }
        var place = place
        // An upstream may have named it since the place was looked up.
        place.timeZone = setup.zones.zone(at: move.coordinate)
        panels[id]?.position = move.position
        panels[id]?.place = place
        panels[id]?.move = nil
        var effects: [Effect] = []
        for (index, widget) in panel.widgets.enumerated() {
            effects += retarget(index, of: id, from: panel, wantedBefore: before[index], widget, at: now)
        }
        var cache = EncodingCache()
        let replies = move.replies.map { reply(to: $0.address, answer($0)) }
        effects.append(commandLine("panel \(id): now in \(place.name)", at: now))
        // A language may have been chosen since the place was named.
        let isNamed = panel.configuration.languages.dropFirst().allSatisfy { place.otherNames[$0] != nil }
        if !isNamed { effects.append(.work(.nameAgain(panel: id))) }
        return [.publish(messages(of: id, .everything, cache: &cache, at: now)), .draw(panel: id)]
            + replies + effects + advance(to: now)
    }

    /// Brings one widget to what the panel wants now that its move is whole.
    ///
    /// Each widget has what it shows in use; one that depends on the place has the move's place in use besides, and
    /// that of an earlier move that it has not followed yet.
    mutating func retarget(
        _ index: Int,
        of id: String,
        from panel: PanelState,
        wantedBefore: TimelineSubject,
        _ widget: WidgetState,
        at now: UTCInstant
    ) -> [Effect] {
        guard let wanted = panels[id]?.wantedSubject(self[widget.service].subject) else { return [] }
        if self[widget.service].subject == .place {
            let earlier = TimelineSubject.place(GridCell(containing: panel.coordinate))
            if earlier != widget.shown { timelines[widget.service].release(earlier) }
        } else {
            if wanted != widget.shown { timelines[widget.service].use(wanted, at: now) }
            if wantedBefore != widget.shown { timelines[widget.service].release(wantedBefore) }
        }
        let showsSample = presentation(of: widget)?.freshness == .sample
        guard wanted == widget.shown || self[widget.service].isReady(wanted) || showsSample else { return [] }
        if wanted != widget.shown || self[widget.service].subject == .place { return show(wanted, in: index, of: id) }
        return []
    }

    // MARK: Places in use

    /// The services of a panel's widgets that depend on the place, in order.
    func placeServices(of panel: PanelState) -> [TimelineSetID] {
        panel.widgets.map(\.service).filter { self[$0].subject == .place }
    }

    mutating func usePlace(_ cell: GridCell, for panel: PanelState, at now: UTCInstant) {
        for id in placeServices(of: panel) { timelines[id].use(.place(cell), at: now) }
    }

    mutating func releasePlace(_ cell: GridCell, for panel: PanelState) {
        for id in placeServices(of: panel) { timelines[id].release(.place(cell)) }
    }
}
