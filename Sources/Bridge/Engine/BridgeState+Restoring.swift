import Commands
import Configuration
import Messaging
import Storage
import Time
import Timelines
import Weather
import Widgets

/// What the store remembers of the last run.
struct StoredState: Sendable {
    var positions: [String: StoredPosition] = [:]
    var shown: [String: ShownPlace] = [:]
    var timelines: [String: StoredTimeline] = [:]
    var manifest: Set<RetainedTopic> = []

    init() {}

    init(of store: Store) async throws(StoreError) {
        positions = try await store.positions()
        shown = try await store.shown()
        timelines = try await store.timelines()
        manifest = try await store.manifest()
    }
}

extension BridgeState {
    /// The bridge as it was left: panels where they were, the entries of the last forecasts, and no upstream due
    /// that was asked this hour.
    static func restored(
        _ configuration: Configuration,
        from stored: StoredState,
        names: PlaceNames,
        providers: [Configuration.Source: WeatherProvider],
        now: UTCInstant
    ) async -> BridgeState {
        var panels: [PanelState] = []
        for panel in configuration.panels {
            let position = stored.positions[panel.id]
            let coordinate = position?.coordinate ?? panel.location
            let place = await names.place(at: coordinate, panel: panel, override: position?.name)
            panels.append(
                PanelState(
                    configuration: panel,
                    position: position,
                    place: place,
                    shown: ShownPlace(cell: GridCell(containing: coordinate), name: place.name),
                    rules: PanelPositionState(
                        rules: PositionRules(
                            maximumAccuracyMetres: Double(configuration.location.maxAccuracyMetres),
                            commandsPerMinute: configuration.location.commandsPerMinute
                        ),
                        reportedAt: position?.reportedAt
                    )
                )
            )
        }
        var state = BridgeState(
            configuration: configuration,
            panels: panels,
            providers: providers,
            now: now
        )
        for panel in panels {
            let source = panel.configuration.source
            state.insert(panel.shown.cell, source, from: stored, providers: providers, now: now)
            state.use(panel.shown.cell, of: source, at: now)
            guard state.schedulers[source]?.hasTimeline(panel.shown.cell) != true,
                let previous = await previous(of: panel, from: stored, names: names)
            else { continue }
            state.restore(panel, at: previous, from: stored, providers: providers, now: now)
        }
        return state
    }

    /// Where the panel was when the bridge stopped, as far as its topics told.
    private struct Previous {
        var shown: ShownPlace
        var position: StoredPosition?
        var place: Place
    }

    /// What the panel showed when the bridge stopped, if that was another place than it wants; one that had never moved
    /// showed its configured place.
    ///
    /// Of a position that was overtaken only the cell is stored: its centre is as exact as what is published of it.
    private static func previous(
        of panel: PanelState,
        from stored: StoredState,
        names: PlaceNames
    ) async -> Previous? {
        let configuration = panel.configuration
        let homeCell = GridCell(containing: configuration.location)
        let last = stored.shown[configuration.id]
        guard last?.cell ?? homeCell != panel.shown.cell else { return nil }
        guard let shown = last, shown.cell != homeCell else {
            let home = await names.place(at: configuration.location, panel: configuration, override: nil)
            return Previous(shown: ShownPlace(cell: homeCell, name: home.name), position: nil, place: home)
        }
        let position = StoredPosition(
            coordinate: shown.cell.center,
            name: shown.name,
            accuracyMetres: nil,
            reportedAt: nil,
            acceptedAt: panel.position?.acceptedAt ?? UTCInstant(unixSeconds: 0),
            source: .command
        )
        let place = await names.place(at: shown.cell.center, panel: configuration, override: shown.name)
        return Previous(shown: shown, position: position, place: place)
    }

    /// It moved, and the weather of the new place had not come: the old place stays until it does.
    private mutating func restore(
        _ panel: PanelState,
        at previous: Previous,
        from stored: StoredState,
        providers: [Configuration.Source: WeatherProvider],
        now: UTCInstant
    ) {
        let id = panel.configuration.id
        let source = panel.configuration.source
        insert(previous.shown.cell, source, from: stored, providers: providers, now: now)
        use(previous.shown.cell, of: source, at: now)
        guard schedulers[source]?.hasTimeline(previous.shown.cell) == true else {
            return release(previous.shown.cell, of: source)
        }
        lastGeneration += 1
        panels[id]?.shown = previous.shown
        panels[id]?.position = previous.position
        panels[id]?.place = previous.place
        panels[id]?.move = Move(
            generation: lastGeneration,
            position: panel.position,
            coordinate: panel.coordinate,
            isStored: true,
            place: panel.place,
            reportedBefore: panel.rules.reportedAt
        )
    }

    private mutating func insert(
        _ cell: GridCell,
        _ source: Configuration.Source,
        from stored: StoredState,
        providers: [Configuration.Source: WeatherProvider],
        now: UTCInstant
    ) {
        guard schedulers[source]?.contains(cell) == false else { return }
        let known = stored.timelines[TimelineKey.weather(source, cell)]
        let timeline = known?.forecast.flatMap { providers[source]?.timeline(from: $0, for: cell) }
        let asking = known.map {
            Scheduler.Asking(askedAt: $0.askedAt, failures: $0.failures, nextAt: $0.retryAt ?? .distantFuture)
        }
        schedulers[source]?.insert(cell, timeline: timeline, asking: asking, now: now)
    }
}
