import Messaging
import Places
import Storage
import Support
import Time
import Timelines
import Widgets

/// Work that takes a while and runs beside the state.
extension Engine {
    /// As many as an upstream takes in one request, or a multiple of it.
    private static let placesPerReload = 100

    /// Goes through the entries of all panels.
    func perform(_ round: Round) async {
        defer { rounds.endedOne() }
        let begun = connection.number
        var caches = EncodingCaches()
        await publishPanels { state, id, now in state.presenter.messages(of: id, in: round, caches: &caches, at: now) }
        guard case .panels(.announced) = round, connection.announced(in: begun) else { return }
        settleManifest()
    }

    func perform(_ work: Work) async {
        switch work {
        case .reload(let set, let subjects): await reload(set, subjects)
        case .name(let coordinate, let panel, let generation):
            guard let configuration = state.panels[panel]?.configuration else { return }
            let override = state.panels[panel]?.move?.position?.name
            let place = await dependencies.names.place(at: coordinate, panel: configuration, override: override)
            carryOut(state.placed(panel: panel, generation: generation, place, at: dependencies.clock.now))
            requestNames(of: panel)
            findNames()
        case .nameAgain(let id):
            guard let panel = state.panels[id] else { return }
            let place = await dependencies.names.place(
                at: panel.coordinate,
                panel: panel.configuration,
                override: panel.position?.name
            )
            carryOut(state.renamed(panel, place, at: dependencies.clock.now))
            requestNames(of: id)
            findNames()
        case .findNames:
            let failed = await findNames(names.take())
            names.ended()
            // Finds the names that became wanted during the wait.
            findNames()
            names.insert(failed)
        }
    }

    /// Asks for a part of many places at a time, so that those that came first are shown while the others are asked
    /// for.
    private func reload(_ set: TimelineSetID, _ subjects: [TimelineSubject]) async {
        guard state.timelines.isCurrent(set) else { return }
        let count = state[set].subject == .place ? Self.placesPerReload : max(1, subjects.count)
        for start in stride(from: 0, to: subjects.count, by: count) {
            guard state.timelines.isCurrent(set) else { return }
            var part = Array(subjects[start..<min(start + count, subjects.count)])
            let known = await answersOnDisk(for: part, set)
            guard state.timelines.isCurrent(set) else { return }
            if !known.isEmpty { carryOut(state.finishReload(set, known, at: dependencies.clock.now)) }
            part.removeAll { known[$0] != nil }
            guard !part.isEmpty else { continue }
            let current = Dictionary(
                uniqueKeysWithValues: part.compactMap { subject in
                    state[set].scheduler.timeline(of: subject).map { (subject, $0) }
                }
            )
            let provider = state[set].provider
            let answers = await provider.timelines(for: part, current: current, at: dependencies.clock.now)
            guard !Task.isCancelled else { return }
            await save(state.timelines.arrivals(set, answers))
            carryOut(state.finishReload(set, answers, at: currentTime()))
        }
    }

    /// The upstream's answers of this hour that other places displaced from memory.
    private func answersOnDisk(for subjects: [TimelineSubject], _ set: TimelineSetID) async -> AnyProvider.Answers {
        let keys = state.timelines.keysOnDisk(of: subjects, set)
        guard !keys.isEmpty else { return [:] }
        do throws(StoreError) {
            let stored = try await dependencies.store.timelines(of: Array(keys.keys))
            guard state.timelines.isCurrent(set) else { return [:] }
            return state.timelines.answers(from: stored, keys, set, at: dependencies.clock.now)
        } catch {
            // The damaged file is being repaired.
            if error.kind != .corrupt { storeFailed(error) }
            return [:]
        }
    }

    /// Hands over the result of `messages` for each panel, never more at once than the client has space for.
    private func publishPanels(_ messages: (BridgeState, String, UTCInstant) -> [OutgoingMessage]) async {
        // Panels come and go while this waits: removed ones have no messages, and new ones are sent theirs separately.
        let ids = state.panelIDs
        for start in stride(from: 0, to: ids.count, by: Round.panelsPerBatch) {
            guard connection.isConnected, !Task.isCancelled else { return }
            let now = dependencies.clock.now
            let panels = ids[start..<min(start + Round.panelsPerBatch, ids.count)]
            var batch: [OutgoingMessage] = []
            for panel in panels { batch += messages(state, panel, now) }
            guard !batch.isEmpty else { continue }
            dependencies.client.publish(batch)
            await dependencies.client.waitForRoom()
        }
    }
}
