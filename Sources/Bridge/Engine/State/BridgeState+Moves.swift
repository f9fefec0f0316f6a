import Commands
import Messaging
import Places
import Time
import Timelines
import Weather
import Widgets

/// The way of an accepted position: stored, named, and shown when the weather there has come.
extension BridgeState {
    /// The position is on disk.
    mutating func stored(panel id: String, generation: Int, at now: UTCInstant) -> [Effect] {
        guard panels[id]?.move?.noteStored(generation: generation) == true else { return [] }
        return settleMove(of: id, at: now)
    }

    /// The position could not be written: the panel stays where it was.
    mutating func storingFailed(panel id: String, generation: Int, reason: String, at now: UTCInstant) -> [Effect] {
        guard let panel = panels[id], let move = panel.move else { return [] }
        panels[id]?.move?.forgetOvertaken(generation: generation)
        guard move.generation == generation else { return [] }
        // Earlier positions are on disk by now, or were given up.
        let overtaken = move.overtaken.last { $0.isStored }
        if let overtaken { timelines.use(overtaken.cell, for: panel, at: now) }
        timelines.release(move.cell, for: panel)
        panels[id]?.move = overtaken
        panels[id]?.rules.revert(to: move.rulesBefore)
        // The earlier move's name and weather may have arrived meanwhile: both apply again.
        let again = overtaken.map { [Effect.work(.name($0.coordinate, panel: id, generation: $0.generation))] } ?? []
        // A round of pictures may have skipped the panel while the move was pending.
        return move.replies.map { reply(to: $0.address, .refused(.notStored(reason, id: $0.identifier))) } + again
            + [.draw(panel: id)]
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
        let sets = timelines.ofPlaces(of: panel)
        guard let first = sets.first, !timelines[first].isReady(there) else {
            return showMove(of: id, place, at: now) { .accepted($0.coordinate, name: place.name, id: $0.identifier) }
        }
        guard timelines[first].hasFailed(there) else { return [] }
        if sets.contains(where: { timelines[$0].isReady(there) }) {
            return showMove(of: id, place, at: now) { .refused(.upstream(id: $0.identifier)) }
        }
        guard sets.allSatisfy({ timelines[$0].hasFailed(there) }) else { return [] }
        let showsRealData = panel.widgets.contains { widget in
            timelines[widget.timelineSet].subject == .place
                && timelines.presentation(of: widget).map { $0.freshness != .sample } ?? false
        }
        guard showsRealData else {
            return showMove(of: id, place, at: now) { .refused(.upstream(id: $0.identifier)) }
        }
        panels[id]?.move?.replies = []
        // From now on the retained content is that of the old place, and stale.
        return [.publish(presenter.waitingMessages(of: id, at: now)), .draw(panel: id)]
            + move.replies.map { reply(to: $0.address, .refused(.upstream(id: $0.identifier))) }
    }

    /// Answers to those whose position is on disk while its weather is still awaited, for when nobody will wait on.
    mutating func lastAnswers() -> [OutgoingMessage] {
        var answers: [OutgoingMessage] = []
        for id in panelIDs {
            guard let move = panels[id]?.move, move.isStored else { continue }
            panels[id]?.move?.replies = []
            answers += move.replies.map { presenter.message(to: $0.address, .refused(.upstream(id: $0.identifier))) }
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
        // Home Assistant's map shows a panel from its first move until its return.
        var moved = panel
        moved.position = move.position
        guard setup.discovery != nil, moved.isTracked != panel.isTracked else {
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
        // Computed before the panel changes: the subjects that its widgets wanted until now.
        let before = panel.widgets.map { panel.wantedSubject(timelines[$0.timelineSet].subject) }
        var place = place
        // An upstream may have named the zone since the place was looked up.
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
        return [.publish(presenter.messages(of: id, .everything, cache: &cache, at: now)), .draw(panel: id)]
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
        guard let wanted = panels[id]?.wantedSubject(timelines[widget.timelineSet].subject) else { return [] }
        if timelines[widget.timelineSet].subject == .place {
            let earlier = TimelineSubject.place(GridCell(containing: panel.coordinate))
            if earlier != widget.shown { timelines[widget.timelineSet].release(earlier) }
        } else {
            if wanted != widget.shown { timelines[widget.timelineSet].use(wanted, at: now) }
            if wantedBefore != widget.shown { timelines[widget.timelineSet].release(wantedBefore) }
        }
        let showsSample = timelines.presentation(of: widget)?.freshness == .sample
        guard wanted == widget.shown || timelines[widget.timelineSet].isReady(wanted) || showsSample else { return [] }
        if wanted != widget.shown || timelines[widget.timelineSet].subject == .place {
            return show(wanted, in: index, of: id)
        }
        return []
    }
}
