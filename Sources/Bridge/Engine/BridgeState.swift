import Commands
import Configuration
import Messaging
import Payloads
import Storage
import Time
import Timelines
import Weather
import Widgets

/// The bridge as a value: panels, schedules and moves; events go in, effects come out.
struct BridgeState: Sendable {
    typealias Scheduler = TimelineScheduler<GridCell, WeatherEntry>

    let configuration: Configuration
    let startedAt: UTCInstant
    let panelIDs: [String]
    var panels: [String: PanelState]
    var schedulers: [Configuration.Source: Scheduler]
    var lastGeneration = 0
    /// How many panels want or show a cell.
    private var users: [Configuration.Source: [GridCell: Int]] = [:]
    /// The panels with a command that waits for its window to open.
    var heldBack: Set<String> = []

    /// Panels at the places that the store and the configuration say, each source with a schedule of its own.
    init(
        configuration: Configuration,
        panels: [PanelState],
        providers: [Configuration.Source: WeatherProvider],
        now: UTCInstant
    ) {
        self.configuration = configuration
        startedAt = now
        panelIDs = panels.map(\.configuration.id)
        self.panels = Dictionary(uniqueKeysWithValues: panels.map { ($0.configuration.id, $0) })
        schedulers = Dictionary(
            uniqueKeysWithValues: providers.map { source, provider in
                let scheduler = Scheduler(
                    policy: ReloadPolicy(for: source),
                    lead: configuration.schedule.lead,
                    now: now,
                    seed: \.stableSeed,
                    placeholder: provider.placeholder(at:)
                )
                return (source, scheduler)
            }
        )
    }

    // MARK: Time

    /// When `advance` is to be called next.
    var nextDeadline: UTCInstant {
        let reloads = schedulers.values.map(\.nextDeadline).min() ?? .distantFuture
        return heldBack.reduce(reloads) { min($0, panels[$1]?.rules.nextOpening ?? .distantFuture) }
    }

    mutating func advance(to now: UTCInstant) -> [Effect] {
        var effects: [Effect] = []
        var isHourMark = false
        for source in schedulers.keys {
            for action in schedulers[source]?.advance(to: now) ?? [] {
                switch action {
                case .hourMark: isHourMark = true
                case .reload(let cells): effects.append(.reload(source, cells))
                }
            }
        }
        if isHourMark { effects.insert(.publishPanels(.hour), at: 0) }
        return effects + takePendingPositions(at: now)
    }

    // MARK: Reloads

    /// Takes in what a source answered for cells that it was asked for.
    mutating func finishReload(
        _ source: Configuration.Source,
        _ answers: [GridCell: Result<ReloadedTimeline<WeatherEntry>, ReloadFailure>],
        at now: UTCInstant
    ) -> [Effect] {
        var before: [GridCell: Scheduler.Presentation] = [:]
        var stored: [String: StoredTimeline] = [:]
        let failing = answers.keys.contains { (schedulers[source]?.asking(of: $0)?.failures ?? 0) > 0 }
        for (cell, answer) in answers where schedulers[source]?.contains(cell) == true {
            before[cell] = schedulers[source]?.presentation(of: cell)
            schedulers[source]?.finishReload(of: cell, with: answer.map(\.timeline), at: now)
            stored[TimelineKey.weather(source, cell)] = storedTimeline(
                of: cell,
                source,
                archive: try? answer.get().archive
            )
        }
        var effects = reloadLog(source, answers, before: failing)
        if !stored.isEmpty { effects.append(.storeTimelines(stored)) }
        effects.append(.publishChanges(source, before: before))
        for id in panelIDs where panels[id]?.move.map({ answers[$0.cell] != nil }) == true {
            effects += settleMove(of: id, at: now)
        }
        return effects
    }

    private func storedTimeline(
        of cell: GridCell,
        _ source: Configuration.Source,
        archive: [UInt8]?
    ) -> StoredTimeline? {
        guard let asking = schedulers[source]?.asking(of: cell), let askedAt = asking.askedAt else { return nil }
        return StoredTimeline(
            forecast: archive,
            askedAt: askedAt,
            failures: asking.failures,
            retryAt: asking.nextAt == .distantFuture ? nil : asking.nextAt
        )
    }

    /// One line for all the cells that failed for the same reason, and one when the source answers again.
    private func reloadLog(
        _ source: Configuration.Source,
        _ answers: [GridCell: Result<ReloadedTimeline<WeatherEntry>, ReloadFailure>],
        before wasFailing: Bool
    ) -> [Effect] {
        var reasons: [String: [GridCell]] = [:]
        for (cell, answer) in answers {
            if case .failure(let failure) = answer { reasons[failure.reason, default: []].append(cell) }
        }
        guard !reasons.isEmpty else {
            let text = "\(source.rawValue): forecast for \(answers.count) place(s)"
            return [.log(wasFailing ? .info : .debug, wasFailing ? text + ", it answers again" : text)]
        }
        return reasons.sorted { $0.key < $1.key }.map { reason, cells in
            let next = cells.compactMap { schedulers[source]?.asking(of: $0)?.nextAt }.min() ?? .distantFuture
            let retry =
                next == .distantFuture
                ? "not asked again until the configuration changes" : "next try at \(next.iso8601)"
            return .log(.warning, "\(reason); \(cells.count) place(s) keep what they show, \(retry)")
        }
    }

    // MARK: Cells

    /// Makes the source's schedule hold a cell as long as a panel wants or shows it.
    mutating func use(_ cell: GridCell, of source: Configuration.Source, at now: UTCInstant) {
        users[source, default: [:]][cell, default: 0] += 1
        schedulers[source]?.insert(cell, timeline: nil, asking: nil, now: now)
    }

    /// Undoes one `use`; with the last one the schedule lets the cell rest.
    mutating func release(_ cell: GridCell, of source: Configuration.Source) {
        guard let count = users[source]?[cell] else { return }
        users[source]?[cell] = count > 1 ? count - 1 : nil
        if count == 1 { schedulers[source]?.rest(cell) }
    }

    /// What the panel's weather topics show now.
    func presentation(of panel: PanelState) -> Scheduler.Presentation? {
        schedulers[panel.configuration.source]?.presentation(of: panel.shown.cell)
    }

    /// The status that goes with it: while a panel waits for the weather of a new place, the old one's is stale.
    func freshness(of panel: PanelState, _ presentation: Scheduler.Presentation) -> Freshness {
        panel.move != nil && presentation.freshness == .fresh && panel.shown.cell != panel.wantedCell
            ? .stale : presentation.freshness
    }
}

/// Names timelines in the store.
enum TimelineKey {
    static func weather(_ source: Configuration.Source, _ cell: GridCell) -> String {
        "weather/\(source.rawValue)/\(cell.latitudeHundredths),\(cell.longitudeHundredths)"
    }
}

extension GridCell {
    /// The same number on each run.
    var stableSeed: UInt64 {
        SplitMix64.mix(
            UInt64(UInt32(bitPattern: latitudeHundredths)) << 32 | UInt64(UInt32(bitPattern: longitudeHundredths))
        )
    }
}
