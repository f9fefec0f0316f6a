import Storage
import Time

/// What the engine writes down, in the order in which it was asked for.
extension Engine {
    func keepStore() async {
        for await write in writes.stream { await perform(write) }
    }

    private func perform(_ write: Write) async {
        do {
            switch write {
            case .position(let position, let panel, let generation):
                try await store(position, panel: panel, generation: generation)
            case .shown(let place, let panel, let widget):
                try await services.store.saveShown(place, for: panel, widget: widget)
            case .options(let request): try await store(request)
            case .timelines(let timelines):
                try await services.store.saveTimelines(timelines)
                try await pruneTimelines()
            case .manifest(let topics): try await services.store.setManifest(topics)
            }
        } catch {
            services.log.error("\(error)")
        }
    }

    /// Once a day, forgets the forecasts of places that nobody is at any more, and names that are due to be asked anew.
    private func pruneTimelines() async throws(StoreError) {
        let now = services.clock.now
        if let prunedAt, now - prunedAt < .seconds(86_400), now >= prunedAt { return }
        prunedAt = now
        try await services.store.pruneTimelines(olderThan: now.addingHours(-Self.timelinesKeptHours))
        try await services.store.prunePlaceNames(olderThan: now.addingHours(-OnlineNames.hoursKept))
    }

    private func store(_ position: StoredPosition?, panel: String, generation: Int) async throws {
        do {
            if let position {
                try await services.store.save(position, for: panel)
            } else {
                try await services.store.removePosition(of: panel)
            }
        } catch {
            carryOut(
                state.storingFailed(panel: panel, generation: generation, reason: error.advice, at: services.clock.now)
            )
            throw error
        }
        carryOut(state.stored(panel: panel, generation: generation, at: services.clock.now))
    }

    private func store(_ request: OptionsRequest) async throws(StoreError) {
        do throws(StoreError) {
            try await services.store.setOptions(
                request.chosen(after: state.chosen[request.panel]?[request.widget]),
                of: request.panel,
                widget: request.widget,
                at: services.clock.now
            )
        } catch {
            carryOut(state.storingOptionsFailed(request, reason: error.advice))
            throw error
        }
        carryOut(state.optionsStored(request, at: services.clock.now))
    }
}
