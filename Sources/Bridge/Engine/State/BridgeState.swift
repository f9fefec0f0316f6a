import Commands
import Configuration
import Faults
import HomeAssistant
import Payloads
import Places
import Storage
import Support
import Time
import Timelines
import Weather
import Widgets

/// The bridge as a value: panels, schedules and moves; events go in, effects come out.
struct BridgeState: Sendable {
    let setup: Setup
    /// The time of the bridge's start, by the host's clock as it is set now.
    var startedAt: UTCInstant
    var panels = PanelRegistry()
    var timelines: TimelineTable
    var choices: Choices
    var moves: Moves
    var faults = SourceFaults()
    var homeAssistant = HomeAssistantSide()
    var requests = Requests()
    var forecastRounds = ForecastRounds()

    /// Without any panel.
    init(_ setup: Setup, _ choices: Choices, makeProvider: @escaping TimelineTable.MakeProvider, now: UTCInstant) {
        self.setup = setup
        self.choices = choices
        timelines = TimelineTable(setup, makeProvider: makeProvider)
        moves = Moves(setup.configuration)
        startedAt = now
    }

    /// The bridge's configuration, without panels.
    var configuration: Configuration { setup.configuration }
    /// The ids of all panels, in the order of the configuration.
    var panelIDs: [String] { panels.ids }
    /// The additions and choices that are not valid any more, a line each.
    var notices: [String] { panels.notices + choices.notices }

    /// A set of timelines.
    subscript(id: TimelineSetID) -> TimelineSet { timelines[id] }

    /// A look at the state, for messages; see ``Presenter`` for how long to keep it.
    var presenter: Presenter {
        Presenter(
            setup: setup,
            startedAt: startedAt,
            panels: panels,
            timelines: timelines,
            choices: choices,
            faults: faults,
            homeAssistant: homeAssistant
        )
    }

    // MARK: Time

    /// The time to call `advance` next.
    mutating func nextDeadline() -> UTCInstant {
        let others = [homeAssistant.announceAt, moves.nextDeadline, faults.namesAt].compactMap(\.self)
        let deadline = others.reduce(timelines.nextDeadline(), min)
        return moves.heldBack.reduce(deadline) { min($0, panels[$1]?.rules.nextOpening ?? .distantFuture) }
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
        if faults.isNamingDue(at: now) { effects.append(.work(.findNames)) }
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
        with set: TimelineSetID,
        _ answers: AnyProvider.Answers,
        at now: UTCInstant
    ) -> [Effect] {
        guard let panel = panels[id], panel.move == nil else { return [] }
        var effects: [Effect] = []
        for (index, widget) in panel.widgets.enumerated() where widget.timelineSet == set {
            let wanted = panel.wantedSubject(timelines[set].subject)
            guard wanted != widget.shown, answers[wanted] != nil, timelines[set].isReady(wanted) else { continue }
            effects += show(wanted, in: index, of: id)
            effects.append(.publish(presenter.widgetAndStatusMessages(of: id, index, at: now)))
            effects.append(.draw(panel: id))
        }
        return effects
    }

    /// Makes a widget show another subject, which it had in use before.
    mutating func show(_ subject: TimelineSubject, in index: Int, of id: String) -> [Effect] {
        guard let panel = panels[id] else { return [] }
        let widget = panel.widgets[index]
        let settings = panel.configuration.widgets[index]
        timelines[widget.timelineSet].release(widget.shown)
        let name = panel.place.name(in: settings.display.language)
        panels[id]?.widgets[index].shown = subject
        panels[id]?.widgets[index].name = name
        guard case .place(let cell) = subject else { return [] }
        let kept = ShownPlace(cell: cell, name: panel.place.mayBeStored ? name : nil)
        return [.write(.shown(kept, panel: id, widget: settings.widget))]
    }

    /// The log lines of a reload: sources that begin to fail or answer again, the number of answers, and the rounds of
    /// forecasts that it completes.
    private mutating func reloadLog(_ id: TimelineSetID, _ answers: AnyProvider.Answers, at now: UTCInstant) -> [Effect]
    {
        forecastRounds.note(answers, id, at: now)
        return noteOutcomes(of: answers, id, at: now)
            + [.log(.debug, "\(timelines[id].title): \(answers.count) timeline(s)")]
            + tellForecastRounds(at: now)
    }

    /// The lines for complete rounds of forecasts; to be called every minute, too.
    mutating func tellForecastRounds(at now: UTCInstant) -> [Effect] {
        forecastRounds.takeLines(timelines, at: now).map { .log(.info, $0) }
    }
}
