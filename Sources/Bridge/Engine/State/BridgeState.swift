import Commands
import Configuration
import Faults
import HomeAssistant
import Payloads
import Storage
import Support
import Time
import Timelines
import Weather
import Widgets

/// The bridge as a value: panels, schedules and moves; events go in, effects come out.
struct BridgeState: Sendable {
    typealias Presentation = TimelineTable.Presentation

    let setup: Setup
    var startedAt: UTCInstant
    var commandLines = CommandLines()
    var panels = PanelRegistry()
    var timelines: TimelineTable
    private var boundsByWay: [Way: [EncodingBounds]] = [:]
    /// What was chosen at run time, by panel, widget and option.
    var chosen: [String: [String: [String: String]]] = [:]
    /// How many choices are on their way to the disk.
    var choicesUnderway = 0
    var replays = RequestReplays()
    /// Requests that change nothing, and each cost a long answer.
    var readings = RateWindow(limit: Self.mostReadings)
    var lastGeneration = 0
    /// What was chosen at run time and makes no sense any more, a line each.
    var choiceNotices: [String] = []
    /// What panels said of themselves.
    var displays: [String: StoredDisplay] = [:]
    /// How often panels changed what they say of themselves; of those that did within the minute, and a few more.
    var helloChanges: [String: RateWindow] = [:]
    var followed = Followers()
    /// What a panel knows of positions that has heard of none.
    let positionRules: PanelPositionState
    /// Entities that Home Assistant is to be told are gone, by device.
    var retired: [String: Set<Entity.Identity>] = [:]
    /// When everything is to be said again, as Home Assistant has come up.
    var announceAt: UTCInstant?
    /// When the names are to be asked for again that an upstream had no answer for.
    var namesAt: UTCInstant?
    /// The last fault that the log told of.
    var lastError: LoggedError?
    /// What does not work now.
    var faults = FaultLedger()
    /// Who had no answer when they asked last, by whom they asked; nobody where all is well.
    var failing: [FaultKey: Set<Asker>] = [:]
    var health: HealthRecord
    /// The panels of which the broker does not take a widget's message.
    var untaken: Set<String> = []
    /// The panels with a command that waits for its window to open.
    var heldBack: Set<String> = []

    static let mostReadings = 120
    /// How many ways of showing a widget are remembered.
    private static let mostWays = 4096

    /// Without any panel.
    init(_ setup: Setup, makeProvider: @escaping TimelineTable.MakeProvider, now: UTCInstant) {
        self.setup = setup
        timelines = TimelineTable(setup, makeProvider: makeProvider)
        startedAt = now
        health = HealthRecord(startedAt: .zero)
        positionRules = PanelPositionState(rules: PositionRules(setup.configuration.location), configured: .origin)
    }

    var configuration: Configuration { setup.configuration }
    var catalogue: Catalogue { setup.catalogue }
    /// The ids of all panels, in the order of the configuration.
    var panelIDs: [String] { panels.ids }

    /// What was added or chosen at run time and makes no sense any more, a line each.
    var notices: [String] { panels.notices + choiceNotices }

    /// A set of timelines.
    subscript(id: TimelineSetID) -> TimelineSet { timelines[id] }

    private struct Way: Hashable {
        var widget: String
        var display: DisplaySettings
        var encodings: [Encoding]
    }

    /// How long the payloads of a widget of these settings may get, an element an encoding.
    mutating func bounds(of settings: WidgetConfiguration) -> [EncodingBounds] {
        let way = Way(widget: settings.widget, display: settings.display, encodings: settings.encodings)
        if let known = boundsByWay[way] { return known }
        guard let widget = catalogue.widget(settings.widget) else { return [] }
        let made = settings.encodings.map { EncodingBounds(of: widget, display: settings.display, encoding: $0) }
        if boundsByWay.count >= Self.mostWays { boundsByWay.removeAll() }
        boundsByWay[way] = made
        return made
    }

    // MARK: Time

    /// When `advance` is to be called next.
    mutating func nextDeadline() -> UTCInstant {
        var deadline = [announceAt, followed.nextDeadline, namesAt].compactMap(\.self).min() ?? .distantFuture
        deadline = min(deadline, timelines.nextDeadline())
        return heldBack.reduce(deadline) { min($0, panels[$1]?.rules.nextOpening ?? .distantFuture) }
    }

    mutating func advance(to now: UTCInstant) -> [Effect] {
        var effects = lookAtClock(now)
        var isHourMark = false
        for (id, action) in timelines.advance(to: now) {
            switch action {
            case .hourMark: isHourMark = true
            case .changed(let subjects): effects.append(.round(.shown(id, Set(subjects))))
            case .reload(let subjects): effects.append(.work(.reload(id, subjects)))
            }
        }
        if isHourMark { effects.insert(.round(.panels(.hour)), at: 0) }
        if let due = namesAt, due <= now || now < due - NameKey.longestWait {
            namesAt = nil
            effects.append(.work(.findNames))
        }
        return effects + announceAgain(at: now) + takeSettledFixes(at: now) + takePendingPositions(at: now)
    }

    // MARK: Reloads

    /// Takes in what a provider answered for subjects that it was asked for; what
    /// ``TimelineTable/arrivals(_:_:)`` gives of it is on disk.
    mutating func finishReload(_ id: TimelineSetID, _ answers: AnyProvider.Answers, at now: UTCInstant) -> [Effect] {
        guard timelines.isCurrent(id) else { return [] }
        let (before, failed) = timelines.finishReload(id, answers, at: now)
        var effects = reloadLog(id, answers, at: now)
        if !failed.isEmpty { effects.append(.write(.timelines(failed))) }
        effects.append(.round(.changes(id, before: before)))
        for panel in panelIDs {
            if panels[panel]?.move.map({ answers[.place($0.cell)] != nil }) == true {
                effects += settleMove(of: panel, at: now)
            }
            effects += catchUp(panel, with: id, answers, at: now)
            effects += settleZones(after: answers, of: panel, at: now)
        }
        return effects
    }

    /// Widgets that showed an old subject as there was nothing for the new one go over to it once there is.
    private mutating func catchUp(
        _ id: String,
        with service: TimelineSetID,
        _ answers: AnyProvider.Answers,
        at now: UTCInstant
    ) -> [Effect] {
        guard let panel = panels[id], panel.move == nil else { return [] }
        var effects: [Effect] = []
        for (index, widget) in panel.widgets.enumerated() where widget.service == service {
            let wanted = panel.wantedSubject(self[service].subject)
            guard wanted != widget.shown, answers[wanted] != nil, self[service].isReady(wanted) else { continue }
            effects += show(wanted, in: index, of: id)
            effects.append(.publish(widgetAndStatusMessages(of: id, index, at: now)))
            effects.append(.draw(panel: id))
        }
        return effects
    }

    /// Makes a widget show another subject, which it had in use before.
    mutating func show(_ subject: TimelineSubject, in index: Int, of id: String) -> [Effect] {
        guard let panel = panels[id] else { return [] }
        let widget = panel.widgets[index]
        let settings = panel.configuration.widgets[index]
        timelines[widget.service].release(widget.shown)
        let name = panel.place.name(in: settings.display.language)
        panels[id]?.widgets[index].shown = subject
        panels[id]?.widgets[index].name = name
        guard case .place(let cell) = subject else { return [] }
        let kept = ShownPlace(cell: cell, name: panel.place.mayBeStored ? name : nil)
        return [.write(.shown(kept, panel: id, widget: settings.widget))]
    }

    /// What the log is told of a reload: what begins to fail and what answers again, else how many there were.
    private mutating func reloadLog(_ id: TimelineSetID, _ answers: AnyProvider.Answers, at now: UTCInstant) -> [Effect]
    {
        noteOutcomes(of: answers, id, at: now) + [.log(.debug, "\(self[id].title): \(answers.count) timeline(s)")]
    }

    // MARK: Presentations

    /// What the widget's topics show now.
    func presentation(of widget: WidgetState) -> Presentation? {
        self[widget.service].scheduler.presentation(of: widget.shown)
    }

    /// How fresh that is: while a widget waits for another place's timeline, the old one's is stale.
    func freshness(of widget: WidgetState, of panel: PanelState, _ presentation: Presentation) -> Freshness {
        presentation.freshness == .fresh && widget.shown != panel.wantedSubject(self[widget.service].subject)
            ? .stale : presentation.freshness
    }
}
