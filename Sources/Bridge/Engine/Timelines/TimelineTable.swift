import Configuration
import Storage
import Time
import Timelines
import Weather
import Widgets

/// The timelines that panels want or show, in sets of one widget with one choice of settings each.
struct TimelineTable: Sendable {
    /// Makes the provider of a widget's timelines for a panel's settings.
    typealias MakeProvider = @Sendable (any Widget, WidgetConfiguration) -> AnyProvider
    typealias Presentation = TimelineSet.Scheduler.Presentation

    /// The least number of forecasts kept on disk: some 30 MiB.
    private static let leastStoredTimelines = 10_000
    /// The most unused sets kept for panels that return to them.
    private static let mostUnusedSets = 16

    private let setup: Setup
    private let makeProvider: MakeProvider
    private(set) var sets: [TimelineSet] = []
    /// The identifier of each set, in the order of ``sets``.
    private(set) var ids: [TimelineSetID] = []
    /// By widget and settings.
    private var idsByKey: [String: TimelineSetID] = [:]
    /// While the bridge is restored, the newest forecasts of whatever source by widget and place, once one is needed.
    private var restorable: [String: [UInt8]]?

    init(_ setup: Setup, makeProvider: @escaping MakeProvider) {
        self.setup = setup
        self.makeProvider = makeProvider
    }

    subscript(id: TimelineSetID) -> TimelineSet {
        get { sets[Int(id.index)] }
        _modify { yield &sets[Int(id.index)] }
    }

    /// False for a set that has given way to another one; never for one that a panel uses.
    func isCurrent(_ id: TimelineSetID) -> Bool { ids[Int(id.index)] == id }

    /// The set for a widget of these settings, made where there is none yet; nil for a widget that there is not.
    mutating func set(for configuration: WidgetConfiguration, at now: UTCInstant) -> TimelineSetID? {
        guard let widget = setup.catalogue.widget(configuration.widget) else { return nil }
        let settings = widget.timelineSettings(of: configuration)
        let key = "\(configuration.widget)/\(settings)"
        if let known = idsByKey[key] { return known }
        let set = TimelineSet(
            widget: configuration.widget,
            settings: settings,
            subject: widget.subject,
            provider: makeProvider(widget, configuration),
            lead: setup.configuration.schedule.lead,
            now: now
        )
        let id = place(set)
        idsByKey[key] = id
        return id
    }

    /// Puts a set in the place of one that no panel uses, if there are many such, else behind the others.
    private mutating func place(_ set: TimelineSet) -> TimelineSetID {
        let unused = sets.indices.filter { sets[$0].isUnused }
        guard unused.count > Self.mostUnusedSets, let index = unused.first else {
            let id = TimelineSetID(index: Int32(sets.count), generation: 0)
            sets.append(set)
            ids.append(id)
            return id
        }
        idsByKey = idsByKey.filter { $0.value != ids[index] }
        sets[index] = set
        ids[index] = TimelineSetID(index: Int32(index), generation: ids[index].generation &+ 1)
        return ids[index]
    }

    /// Makes a panel's use of a subject one of another set, which goes on from the timeline that the old one has.
    mutating func move(_ subject: TimelineSubject, from old: TimelineSetID, to new: TimelineSetID, at now: UTCInstant) {
        let known = self[old].scheduler.timeline(of: subject)
        self[new].insert(subject, timeline: known, asking: nil, now: now)
        self[new].use(subject, at: now)
        self[old].release(subject)
    }

    // MARK: Time

    /// The earliest time at which ``advance(to:)`` has something to do.
    mutating func nextDeadline() -> UTCInstant {
        var deadline = UTCInstant.distantFuture
        for id in ids { deadline = min(deadline, self[id].scheduler.nextDeadline()) }
        return deadline
    }

    /// Moves the schedules of all sets to `now`, and gives what each wants done, in the order of ``ids``.
    mutating func advance(to now: UTCInstant) -> [(id: TimelineSetID, action: TimelineSet.Scheduler.Action)] {
        var actions: [(id: TimelineSetID, action: TimelineSet.Scheduler.Action)] = []
        for id in ids {
            for action in self[id].scheduler.advance(to: now) { actions.append((id, action)) }
        }
        return actions
    }

    /// True while a place's request is under way, or regularly due by `limit`.
    func asksPlaces(by limit: UTCInstant) -> Bool {
        ids.contains { self[$0].subject == .place && self[$0].scheduler.asks(by: limit) }
    }

    // MARK: Restoring

    /// Makes a set use a subject, with what is on disk of it if it has none of it yet.
    mutating func restore(
        _ subject: TimelineSubject,
        in id: TimelineSetID,
        from stored: [String: StoredTimeline],
        at now: UTCInstant
    ) {
        if !self[id].scheduler.contains(subject) {
            let known = stored[self[id].storeKey(of: subject)]
            let forecast = known?.forecast ?? forecastOfAnotherSource(for: subject, of: self[id].widget, from: stored)
            let timeline = forecast.flatMap { self[id].provider.timeline(from: $0, for: subject, at: now) }
            let asking = known.map {
                TimelineSet.Scheduler.Asking(
                    askedAt: $0.askedAt,
                    failures: $0.failures,
                    nextAt: $0.retryAt ?? .distantFuture
                )
            }
            self[id].insert(subject, timeline: timeline, asking: asking, now: now)
        }
        self[id].use(subject, at: now)
    }

    /// Lets go of what only restoring needs.
    mutating func endRestoring() { restorable = nil }

    /// Better than a sample, until the source that is configured now has answered.
    private mutating func forecastOfAnotherSource(
        for subject: TimelineSubject,
        of widget: String,
        from stored: [String: StoredTimeline]
    ) -> [UInt8]? {
        let forecasts = restorable ?? Self.forecastsByPlace(stored)
        restorable = forecasts
        return forecasts["\(widget)/\(subject.text)"]
    }

    /// The newest forecast for each widget and place, by `widget/place`, whichever source it is from.
    private static func forecastsByPlace(_ stored: [String: StoredTimeline]) -> [String: [UInt8]] {
        var forecasts: [String: [UInt8]] = [:]
        for (key, timeline) in stored.sorted(by: { $0.value.askedAt < $1.value.askedAt }) {
            let parts = key.split(separator: "/")
            guard let widget = parts.first, let subject = parts.last, let forecast = timeline.forecast else { continue }
            forecasts["\(widget)/\(subject)"] = forecast
        }
        return forecasts
    }

    // MARK: The disk

    /// The number of forecasts kept on disk: those of present places, and of places that panels may return to.
    var mostStoredTimelines: Int { max(Self.leastStoredTimelines, 4 * sets.reduce(0) { $0 + $1.usedCount }) }

    /// The keys of the store of places without a timeline, each with its subject.
    func keysOnDisk(of subjects: [TimelineSubject], _ id: TimelineSetID) -> [String: TimelineSubject] {
        guard self[id].subject == .place else { return [:] }
        let missing = subjects.filter { !self[id].scheduler.hasTimeline($0) }
        return Dictionary(missing.map { (self[id].storeKey(of: $0), $0) }) { first, _ in first }
    }

    /// The forecasts of the store that stand for an answer, as they were asked for in this hour.
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

    // MARK: Reloads

    /// The parts of a provider's answers that must be on disk before any panel shows them, by the keys of the store:
    /// after a crash an older forecast would take an hour back that was on the panels already.
    func arrivals(_ id: TimelineSetID, _ answers: AnyProvider.Answers) -> [String: StoredTimeline] {
        guard isCurrent(id) else { return [:] }
        var stored: [String: StoredTimeline] = [:]
        for case (let subject, .success(let reloaded)) in answers where self[id].scheduler.contains(subject) {
            // A timeline without an archive is made again after a restart, so it is not stored.
            guard !reloaded.archive.isEmpty, let askedAt = self[id].scheduler.asking(of: subject)?.askedAt else {
                continue
            }
            stored[self[id].storeKey(of: subject)] = StoredTimeline(forecast: reloaded.archive, askedAt: askedAt)
        }
        return stored
    }

    /// Takes in a provider's answers for subjects that it was asked for.
    ///
    /// `before` is what was shown of each, `failed` what the store is to remember of those without an answer.
    mutating func finishReload(
        _ id: TimelineSetID,
        _ answers: AnyProvider.Answers,
        at now: UTCInstant
    ) -> (before: [TimelineSubject: Presentation], failed: [String: StoredTimeline]) {
        var before: [TimelineSubject: Presentation] = [:]
        var failed: [String: StoredTimeline] = [:]
        for (subject, answer) in answers where self[id].scheduler.contains(subject) {
            before[subject] = self[id].scheduler.presentation(of: subject)
            self[id].scheduler.finishReload(of: subject, with: answer, at: now)
            guard case .failure = answer else { continue }
            failed[self[id].storeKey(of: subject)] = failedTimeline(of: subject, id)
        }
        return (before, failed)
    }

    /// With no forecast, so that the one on disk stays.
    private func failedTimeline(of subject: TimelineSubject, _ id: TimelineSetID) -> StoredTimeline? {
        guard let asking = self[id].scheduler.asking(of: subject), let askedAt = asking.askedAt else { return nil }
        return StoredTimeline(
            forecast: nil,
            askedAt: askedAt,
            failures: asking.failures,
            // After a restart, refused subjects are asked for at once.
            retryAt: asking.isRefused || asking.nextAt == .distantFuture ? nil : asking.nextAt
        )
    }
}
