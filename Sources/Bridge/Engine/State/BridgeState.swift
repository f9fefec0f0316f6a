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
    /// Some 30 MiB.
    private static let leastStoredTimelines = 10_000

    typealias Presentation = TimelineSet.Scheduler.Presentation
    /// Makes what makes a widget's timelines.
    typealias MakeProvider = @Sendable (any Widget, WidgetConfiguration) -> AnyProvider

    /// Its panels are those of the file and those that requests added.
    var configuration: Configuration
    let catalogue: Catalogue
    let zones: any TimeZones
    /// What the widgets of each kind have for home automation.
    let readingsByWidget: [String: [ReadingDescription]]
    /// The same of all kinds, in the catalogue's order.
    let allReadings: [ReadingDescription]
    var startedAt: UTCInstant
    var panelIDs: [String]
    var commandLines = CommandLines()
    var panels: [String: PanelState]
    private(set) var services: [TimelineSet] = []
    private var ids: [TimelineSetID] = []
    private var serviceIDs: [String: TimelineSetID] = [:]
    private let makeProvider: MakeProvider
    private var boundsByWay: [Way: [EncodingBounds]] = [:]
    /// What was chosen at run time, by panel, widget and option.
    var chosen: [String: [String: [String: String]]] = [:]
    /// How many choices are on their way to the disk.
    var choicesUnderway = 0
    /// The panels that requests added.
    var addedPanels: Set<String> = []
    /// The panels on disk that requests added, in force or not, as they came.
    var definitions: [String: StoredPanel] = [:]
    /// Panels that requests once added and that are not in force, as they do not check any more, or as the file has one
    /// of that id.
    var passedOverPanels: Set<String> = []
    /// The panels that are being written to disk, or taken off it.
    var panelsUnderway: Set<String> = []
    var replays = RequestReplays()
    /// Panels that are added and removed: each is written to disk, published and announced.
    var panelChanges = RateWindow(limit: Self.mostPanelChanges)
    /// Requests that change nothing, and each cost a long answer.
    var readings = RateWindow(limit: Self.mostReadings)
    var lastGeneration = 0
    /// What was chosen at run time and makes no sense any more, a line each.
    var notices: [String] = []
    /// While the bridge is restored, the last forecasts by widget and place, once somebody needs one.
    var restorable: [String: [UInt8]]?
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
    static let mostPanelChanges = 300
    /// How many services may be kept for who comes back to them.
    private static let mostUnusedServices = 16
    /// How many ways of showing a widget are remembered.
    private static let mostWays = 4096

    /// Without any panel.
    init(
        configuration: Configuration,
        catalogue: Catalogue,
        zones: any TimeZones,
        makeProvider: @escaping MakeProvider,
        now: UTCInstant
    ) {
        self.configuration = configuration
        self.catalogue = catalogue
        self.zones = zones
        readingsByWidget = Dictionary(catalogue.widgets.map { ($0.name, $0.readings) }) { first, _ in first }
        allReadings = catalogue.widgets.flatMap(\.readings)
        self.makeProvider = makeProvider
        startedAt = now
        health = HealthRecord(startedAt: .zero)
        positionRules = PanelPositionState(rules: PositionRules(configuration.location), configured: .origin)
        panelIDs = configuration.panels.map(\.id)
        panels = Dictionary(minimumCapacity: panelIDs.count)
    }

    // MARK: Services

    subscript(id: TimelineSetID) -> TimelineSet {
        get { services[Int(id.index)] }
        _modify { yield &services[Int(id.index)] }
    }

    var allServices: [TimelineSetID] { ids }

    /// Whether it is still the service that it was; one that panels use always is.
    func isCurrent(_ id: TimelineSetID) -> Bool { ids[Int(id.index)] == id }

    /// The service that a widget of these settings is of; made where there is none yet.
    mutating func service(for configuration: WidgetConfiguration, at now: UTCInstant) -> TimelineSetID? {
        guard let widget = catalogue.widget(configuration.widget) else { return nil }
        let settings = widget.timelineSettings(of: configuration)
        let key = "\(configuration.widget)/\(settings)"
        if let known = serviceIDs[key] { return known }
        let service = TimelineSet(
            widget: configuration.widget,
            settings: settings,
            subject: widget.subject,
            provider: makeProvider(widget, configuration),
            lead: self.configuration.schedule.lead,
            now: now
        )
        let id = place(service)
        serviceIDs[key] = id
        return id
    }

    /// Puts a service where one was that nobody has used since, if there are many such, else behind the others.
    private mutating func place(_ service: TimelineSet) -> TimelineSetID {
        let unused = services.indices.filter { services[$0].isUnused }
        guard unused.count > Self.mostUnusedServices, let index = unused.first else {
            let id = TimelineSetID(index: Int32(services.count), generation: 0)
            services.append(service)
            ids.append(id)
            return id
        }
        serviceIDs = serviceIDs.filter { $0.value != ids[index] }
        services[index] = service
        ids[index] = TimelineSetID(index: Int32(index), generation: ids[index].generation &+ 1)
        return ids[index]
    }

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
        for id in allServices { deadline = min(deadline, self[id].scheduler.nextDeadline()) }
        return heldBack.reduce(deadline) { min($0, panels[$1]?.rules.nextOpening ?? .distantFuture) }
    }

    mutating func advance(to now: UTCInstant) -> [Effect] {
        var effects = lookAtClock(now)
        var isHourMark = false
        for id in allServices {
            for action in self[id].scheduler.advance(to: now) {
                switch action {
                case .hourMark: isHourMark = true
                case .changed(let subjects): effects.append(.round(.shown(id, Set(subjects))))
                case .reload(let subjects): effects.append(.work(.reload(id, subjects)))
                }
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

    /// What is to be on disk of a provider's answers before anybody is shown them, by the keys of the store: after a
    /// crash an older forecast would take an hour back that was on the panels already.
    func arrivals(_ id: TimelineSetID, _ answers: AnyProvider.Answers) -> [String: StoredTimeline] {
        guard isCurrent(id) else { return [:] }
        var stored: [String: StoredTimeline] = [:]
        for case (let subject, .success(let reloaded)) in answers where self[id].scheduler.contains(subject) {
            // What needs nothing from before is made anew after a restart.
            guard !reloaded.archive.isEmpty, let askedAt = self[id].scheduler.asking(of: subject)?.askedAt else {
                continue
            }
            stored[self[id].storeKey(of: subject)] = StoredTimeline(forecast: reloaded.archive, askedAt: askedAt)
        }
        return stored
    }

    /// How many forecasts are kept on disk: of the places of now, and of those that panels may come back to.
    var mostStoredTimelines: Int {
        max(Self.leastStoredTimelines, 4 * allServices.reduce(0) { $0 + self[$1].usedCount })
    }

    /// The keys of the store of places that there is no timeline for.
    func keysOnDisk(of subjects: [TimelineSubject], _ id: TimelineSetID) -> [String: TimelineSubject] {
        guard self[id].subject == .place else { return [:] }
        let missing = subjects.filter { !self[id].scheduler.hasTimeline($0) }
        return Dictionary(missing.map { (self[id].storeKey(of: $0), $0) }) { first, _ in first }
    }

    /// What of the store stands for an answer: it was asked for in this hour.
    func answers(
        from stored: [String: StoredTimeline],
        _ keys: [String: TimelineSubject],
        _ id: TimelineSetID,
        at now: UTCInstant
    ) -> AnyProvider.Answers {
        var answers: AnyProvider.Answers = [:]
        for (key, known) in stored where known.failures == 0 && known.askedAt <= now {
            guard known.askedAt.hourStart == now.hourStart, let subject = keys[key], let forecast = known.forecast,
                let timeline = self[id].provider.timeline(from: forecast, for: subject, at: now)
            else { continue }
            answers[subject] = .success(ReloadedTimeline(timeline: timeline, archive: []))
        }
        return answers
    }

    /// Takes in what a provider answered for subjects that it was asked for; what ``arrivals(_:_:)`` gives of it is on
    /// disk.
    mutating func finishReload(_ id: TimelineSetID, _ answers: AnyProvider.Answers, at now: UTCInstant) -> [Effect] {
        guard isCurrent(id) else { return [] }
        var before: [TimelineSubject: Presentation] = [:]
        var stored: [String: StoredTimeline] = [:]
        for (subject, answer) in answers where self[id].scheduler.contains(subject) {
            before[subject] = self[id].scheduler.presentation(of: subject)
            self[id].scheduler.finishReload(of: subject, with: answer, at: now)
            guard case .failure = answer else { continue }
            stored[self[id].storeKey(of: subject)] = failedTimeline(of: subject, id)
        }
        var effects = reloadLog(id, answers, at: now)
        if !stored.isEmpty { effects.append(.write(.timelines(stored))) }
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
        self[widget.service].release(widget.shown)
        let name = panel.place.name(in: settings.display.language)
        panels[id]?.widgets[index].shown = subject
        panels[id]?.widgets[index].name = name
        guard case .place(let cell) = subject else { return [] }
        let kept = ShownPlace(cell: cell, name: panel.place.mayBeStored ? name : nil)
        return [.write(.shown(kept, panel: id, widget: settings.widget))]
    }

    /// With no forecast, so that the one on disk stays.
    private func failedTimeline(of subject: TimelineSubject, _ id: TimelineSetID) -> StoredTimeline? {
        guard let asking = self[id].scheduler.asking(of: subject), let askedAt = asking.askedAt else { return nil }
        return StoredTimeline(
            forecast: nil,
            askedAt: askedAt,
            failures: asking.failures,
            // After a restart what was refused is asked for at once.
            retryAt: asking.isRefused || asking.nextAt == .distantFuture ? nil : asking.nextAt
        )
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
