import Configuration
import Inbox
import Places
import Storage
import Time

/// Writing to the store, in the order of the requests.
extension Engine {
    /// A forecast that old has no hour left to show.
    private static let timelinesKeptHours = 7 * 24

    func perform(_ write: Write) async {
        await checkStore()
        do throws(StoreError) {
            switch write {
            // A row of a panel that has been removed since would never be deleted.
            case .position(_, let panel, _) where state.panels[panel] == nil: return
            case .shown(_, let panel, _) where state.panels[panel] == nil: return
            case .position(let position, let panel, let generation):
                try await store(position, panel: panel, generation: generation)
            case .shown(let place, let panel, let widget):
                try await repairing { () async throws(StoreError) in
                    try await dependencies.store.saveShown(place, for: panel, widget: widget)
                }
            case .options(let request): try await store(request)
            case .timelines:
                let timelines = work.takeTimelines()
                try await repairing { () async throws(StoreError) in try await writeDown(timelines) }
            case .repair: try await repairStore()
            case .checkpoint: return await checkpointStore()
            case .panel(let request): try await store(request)
            case .hello(let choice): try await store(choice)
            case .addToManifest(let topics):
                try await repairing { () async throws(StoreError) in try await dependencies.store.addToManifest(topics)
                }
            case .setManifest(let topics):
                try await repairing { () async throws(StoreError) in try await dependencies.store.setManifest(topics) }
            }
            await storeWorked()
        } catch {
            storeFailed(error)
        }
    }

    /// Writes down forecasts that have come; where that cannot be done they are shown all the same.
    func save(_ timelines: [String: StoredTimeline]) async {
        let zones = dependencies.names.named.takeUnsaved()
        guard !timelines.isEmpty || !zones.isEmpty else { return }
        do throws(StoreError) {
            try await dependencies.store.savePlaceZones(zones)
            try await writeDown(timelines)
            await storeWorked()
        } catch {
            dependencies.names.named.keepUnsaved(zones.keys)
            if error.kind == .corrupt {
                begin(.timelines(timelines))
            } else {
                storeFailed(error)
            }
        }
    }

    private func writeDown(_ timelines: [String: StoredTimeline]) async throws(StoreError) {
        try await dependencies.store.saveTimelines(timelines)
        upkeep.wrote(timelines.count)
        try await pruneTimelines()
    }

    /// Once a day, and in a flood of places more often, forgets the forecasts of places that nobody is at any more, and
    /// names that are due to be asked anew.
    private func pruneTimelines() async throws(StoreError) {
        let now = dependencies.clock.now
        let most = state.timelines.mostStoredTimelines
        guard upkeep.isPruningDue(at: now, mostTimelines: most) else { return }
        try await dependencies.store.pruneTimelines(olderThan: now.addingHours(-Self.timelinesKeptHours), most: most)
        try await dependencies.store.prunePlaceNames(olderThan: now.addingHours(-OnlineNames.hoursKept))
    }

    private func store(_ position: StoredPosition?, panel: String, generation: Int) async throws(StoreError) {
        do throws(StoreError) {
            try await repairing { () async throws(StoreError) in
                if let position {
                    try await dependencies.store.save(position, for: panel)
                } else {
                    try await dependencies.store.removePosition(of: panel)
                }
            }
        } catch {
            carryOut(
                state.storingFailed(
                    panel: panel,
                    generation: generation,
                    reason: error.advice,
                    at: dependencies.clock.now
                )
            )
            throw error
        }
        carryOut(state.stored(panel: panel, generation: generation, at: dependencies.clock.now))
    }

    private func store(_ request: PanelRequest) async throws(StoreError) {
        let id = request.panel
        let now = dependencies.clock.now
        do throws(StoreError) {
            try await repairing { () async throws(StoreError) in
                switch request.change {
                case .add(_, let definition):
                    try await dependencies.store.addPanel(StoredPanel(id: id, definition: definition, addedAt: now))
                case .remove: try await dependencies.store.removePanel(id)
                case .forget: try await dependencies.store.removeDefinition(of: id)
                }
            }
        } catch {
            carryOut(state.storingPanelFailed(request, reason: error.advice))
            throw error
        }
        guard case .add(let panel, _) = request.change else {
            carryOut(state.panelRemoved(request, at: dependencies.clock.now))
            inbox.setPanels(state.panelIDs)
            tellStatus()
            return
        }
        let place = await dependencies.names.place(at: panel.location, panel: panel, override: nil)
        carryOut(state.panelAdded(panel, request, place, at: dependencies.clock.now))
        inbox.setPanels(state.panelIDs)
        tellStatus()
        requestNames(of: id)
        findNames()
    }

    private func store(_ choice: HelloChoice) async throws(StoreError) {
        let id = choice.panel
        guard state.panels[id] != nil else {
            carryOut(state.storingHelloFailed(choice, reason: "the panel has been removed"))
            return
        }
        if let problem = state.problem(with: choice) {
            carryOut(state.helloOvertaken(choice, problem: problem))
            return
        }
        let now = dependencies.clock.now
        let before = state.choices.chosen[id]
        do throws(StoreError) {
            try await repairing { () async throws(StoreError) in
                for widget in choice.options.keys.sorted() {
                    let options = choice.chosen(for: widget, after: before?[widget])
                    try await dependencies.store.setOptions(options, of: id, widget: widget, at: now)
                }
                try await dependencies.store.setDisplay(choice.display, for: id)
            }
        } catch {
            carryOut(state.storingHelloFailed(choice, reason: error.advice))
            throw error
        }
        carryOut(state.helloStored(choice, at: dependencies.clock.now))
    }

    private func store(_ request: OptionsRequest) async throws(StoreError) {
        guard state.panels[request.panel] != nil else {
            carryOut(state.storingOptionsFailed(request, reason: "the panel has been removed"))
            return
        }
        if let problem = state.problem(with: request) {
            carryOut(state.storingOptionsFailed(request, reason: problem))
            return
        }
        let now = dependencies.clock.now
        let chosen = request.chosen(after: state.choices.chosen[request.panel]?[request.widget])
        do throws(StoreError) {
            try await repairing { () async throws(StoreError) in
                try await dependencies.store.setOptions(chosen, of: request.panel, widget: request.widget, at: now)
            }
        } catch {
            carryOut(state.storingOptionsFailed(request, reason: error.advice))
            throw error
        }
        carryOut(state.optionsStored(request, at: dependencies.clock.now))
    }
}
