import Commands
import Configuration
import Places
import Storage
import Time
import Timelines
import Upstreams
import Weather
import Widgets

extension BridgeState {
    /// The bridge as a configuration has it, for looking at: panels at their configured positions, and no upstream
    /// that could be asked.
    static func configured(_ configuration: Configuration, now: UTCInstant) async -> BridgeState {
        let zones = LocalTimeZones(database: TimeZoneDatabase(), table: GeoNames())
        let environment = ProviderEnvironment(zones: zones, sources: [:], collections: configuration.collections)
        return await restored(
            configuration,
            catalogue: configuration.catalogue,
            from: StoredState(),
            names: PlaceNames(geocoder: GeoNames(), zones: zones),
            makeProvider: { $0.anyProvider(for: $1, in: environment) },
            now: now
        )
    }

    /// The bridge as it was left: panels where they were, the entries of the last forecasts, and no upstream due
    /// that was asked this hour.
    static func restored(
        _ configuration: Configuration,
        catalogue: Catalogue,
        from stored: StoredState,
        names: PlaceNames,
        makeProvider: @escaping TimelineTable.MakeProvider,
        now: UTCInstant
    ) async -> BridgeState {
        let setup = Setup(configuration, catalogue: catalogue, zones: names.zones)
        let choices = Choices(setup, chosen: stored.options, displays: stored.displays)
        var state = BridgeState(setup, choices, makeProvider: makeProvider, now: now)
        let added = state.restore(stored.panels, beside: configuration.panels)
        for panel in configuration.panels + added { await state.add(panel, from: stored, names: names, at: now) }
        state.timelines.endRestoring()
        return state
    }

    /// A panel as it was left.
    private mutating func add(
        _ configured: PanelConfiguration,
        from stored: StoredState,
        names: PlaceNames,
        at now: UTCInstant
    ) async {
        let configuration = choices.applied(to: configured)
        let id = configuration.id
        let position = stored.positions[id]
        let coordinate = position?.coordinate ?? configuration.location
        let place = await names.place(at: coordinate, panel: configuration, override: position?.name)
        let panel = insert(configuration, configured: configured, at: position, place, from: stored, now: now)
        await restoreShown(of: panel, from: stored, names: names, at: now)
        // A stored forecast may name the zone.
        takeZone(of: id, at: now)
    }

    /// A panel that shows what it wants, with what is stored of that.
    @discardableResult
    mutating func insert(
        _ configuration: PanelConfiguration,
        configured: PanelConfiguration,
        at position: StoredPosition?,
        _ place: NamedPlace,
        from stored: StoredState?,
        now: UTCInstant
    ) -> PanelState {
        var panel = PanelState(
            configured: configured,
            configuration: configuration,
            position: position,
            place: place,
            widgets: [],
            rules: moves.rules(configured: configuration.location, restored: position)
        )
        for widget in configuration.widgets {
            guard let set = timelines.set(for: widget, at: now) else { continue }
            let wanted = panel.wantedSubject(timelines[set].subject)
            if let stored {
                timelines.restore(wanted, in: set, from: stored.timelines, at: now)
            } else {
                timelines[set].use(wanted, at: now)
            }
            panel.widgets.append(
                WidgetState(
                    timelineSet: set,
                    shown: wanted,
                    name: place.name(in: widget.display.language),
                    bounds: choices.bounds(of: widget)
                )
            )
        }
        panels.insert(panel)
        moves.follow(configuration.follow, for: configuration.id)
        return panel
    }

    /// The panel's place when the bridge stopped, as far as its topics told.
    private struct Previous {
        var cell: GridCell
        var position: StoredPosition?
        var place: NamedPlace
    }

    /// Widgets that depend on the place show what they showed before as long as there is nothing for the place that
    /// they want; where that is so of the first of them and none had gone over, the panel is still on its way there.
    private mutating func restoreShown(
        of panel: PanelState,
        from stored: StoredState,
        names: PlaceNames,
        at now: UTCInstant
    ) async {
        let id = panel.configuration.id
        let widgetNames = panel.configuration.widgets.map(\.widget)
        let indices = panel.widgets.indices.filter { timelines[panel.widgets[$0].timelineSet].subject == .place }
        let here = GridCell(containing: panel.coordinate)
        var isUnderway = !indices.contains { stored.shown[id]?[widgetNames[$0]]?.cell == here }
        var before: Previous?
        for index in indices {
            let widget = panel.widgets[index]
            let isFirst = index == indices.first
            let isReady = timelines[widget.timelineSet].scheduler.timeline(of: widget.shown) != nil
            if isFirst && isReady { isUnderway = false }
            guard isUnderway || !isReady else { continue }
            let shown = stored.shown[id]?[widgetNames[index]]
            guard let previous = await previous(of: panel, shown, names: names) else { continue }
            let subject = TimelineSubject.place(previous.cell)
            timelines.restore(subject, in: widget.timelineSet, from: stored.timelines, at: now)
            guard timelines[widget.timelineSet].scheduler.timeline(of: subject) != nil else {
                timelines[widget.timelineSet].release(subject)
                if isFirst { isUnderway = false }
                continue
            }
            let language = panel.configuration.widgets[index].display.language
            panels[id]?.widgets[index].shown = subject
            panels[id]?.widgets[index].name = previous.place.name(in: language)
            // The wanted subject stays in use: by the move, or by the widget that follows later.
            if isFirst, isUnderway { before = previous }
        }
        if let before { restoreMove(of: panel, from: before, stored, at: now) }
    }

    private mutating func restoreMove(
        of panel: PanelState,
        from previous: Previous,
        _ stored: StoredState,
        at now: UTCInstant
    ) {
        let id = panel.configuration.id
        panels[id]?.position = previous.position
        panels[id]?.place = previous.place
        panels[id]?.move = Move(
            generation: moves.nextGeneration(),
            position: panel.position,
            coordinate: panel.coordinate,
            isStored: true,
            place: panel.place,
            rulesBefore: panel.rules.memory
        )
        // In use are what a widget shows, where the panel is, and where it goes.
        for (index, widget) in panel.widgets.enumerated() {
            let shown = panels[id]?.widgets[index].shown
            switch timelines[widget.timelineSet].subject {
            case .place:
                if shown == widget.shown { timelines[widget.timelineSet].use(widget.shown, at: now) }
                let earlier = TimelineSubject.place(previous.cell)
                if shown != earlier { timelines[widget.timelineSet].use(earlier, at: now) }
            case .timeZone:
                let zone = TimelineSubject.timeZone(previous.place.timeZone)
                timelines.restore(zone, in: widget.timelineSet, from: stored.timelines, at: now)
                timelines[widget.timelineSet].release(widget.shown)
                panels[id]?.widgets[index].shown = zone
            case .panel: break
            }
        }
    }

    /// The place that the panel showed when the bridge stopped, if it differs from the wanted one; a panel that had
    /// never moved showed its configured place.
    ///
    /// Of a position that was overtaken only the cell is stored: its centre is as exact as what is published of it.
    private func previous(of panel: PanelState, _ shown: ShownPlace?, names: PlaceNames) async -> Previous? {
        let configuration = panel.configuration
        let homeCell = GridCell(containing: configuration.location)
        guard shown?.cell ?? homeCell != GridCell(containing: panel.coordinate) else { return nil }
        guard let shown, shown.cell != homeCell else {
            let home = await names.place(at: configuration.location, panel: configuration, override: nil)
            return Previous(cell: homeCell, position: nil, place: home)
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
        return Previous(cell: shown.cell, position: position, place: place)
    }
}
