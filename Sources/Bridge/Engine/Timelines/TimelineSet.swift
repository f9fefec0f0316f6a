import Time
import Timelines
import Widgets

/// Numbers the sets of timelines of a running bridge.
struct TimelineSetID: Hashable, Sendable {
    let index: Int32
    /// Counts the sets that have had this index, so that what comes back late is known to be late.
    let generation: Int32
}

/// The timelines of one widget with one set of settings, for all the panels that want them so.
struct TimelineSet: Sendable {
    typealias Scheduler = TimelineScheduler<TimelineSubject, AnyEntry>

    /// The most places asked for at once: twice as many as the widest request takes, so that a panel's move is asked
    /// for beside a round of reloads, and less than the HTTP client lets wait.
    private static let mostInFlight = 200

    /// The widget's name.
    let widget: String
    /// The part of the options that its timelines depend on.
    let settings: String
    let subject: TimelineSubject.Kind
    let provider: AnyProvider
    var scheduler: Scheduler
    /// The number of panels that want or show a subject.
    private var users: [TimelineSubject: Int] = [:]

    init(
        widget: String,
        settings: String,
        subject: TimelineSubject.Kind,
        provider: AnyProvider,
        lead: Duration,
        now: UTCInstant
    ) {
        self.widget = widget
        self.settings = settings
        self.subject = subject
        self.provider = provider
        scheduler = Scheduler(
            policy: provider.reloadPolicy,
            mostInFlight: Self.mostInFlight,
            lead: lead,
            now: now,
            seed: \.stableSeed,
            placeholder: provider.placeholder(at:)
        )
    }

    /// True if no panel wants or shows anything of it.
    var isUnused: Bool { users.isEmpty }

    /// The number of subjects that panels want or show.
    var usedCount: Int { users.count }

    /// True if a panel wants or shows the subject.
    func isUsed(_ subject: TimelineSubject) -> Bool { users[subject] != nil }

    /// As logs call it: `weather from open-meteo`.
    var title: String { settings.isEmpty ? widget : "\(widget) from \(settings)" }

    /// Names the timeline of a subject in the store.
    func storeKey(of subject: TimelineSubject) -> String { "\(widget)/\(settings)/\(subject.text)" }

    /// Makes the schedule hold a subject as long as a panel wants or shows it.
    mutating func use(_ subject: TimelineSubject, at now: UTCInstant) {
        users[subject, default: 0] += 1
        insert(subject, timeline: nil, asking: nil, now: now)
    }

    /// Undoes one `use`; with the last one the schedule lets the subject rest.
    mutating func release(_ subject: TimelineSubject) {
        guard let count = users[subject] else { return }
        users[subject] = count > 1 ? count - 1 : nil
        if count == 1 { scheduler.rest(subject) }
    }

    /// Adds a subject with what is known of it from before, and with what the provider knows without asking anybody.
    mutating func insert(
        _ subject: TimelineSubject,
        timeline: Timeline<AnyEntry>?,
        asking: Scheduler.Asking?,
        now: UTCInstant
    ) {
        let isKnown = scheduler.contains(subject)
        let timeline = timeline ?? (isKnown ? nil : provider.timeline(from: [], for: subject, at: now))
        scheduler.insert(subject, timeline: timeline, asking: asking, now: now)
    }

    /// True if there is an entry of this hour for the subject that is not a sample.
    func isReady(_ subject: TimelineSubject) -> Bool {
        switch scheduler.presentation(of: subject)?.freshness {
        case .fresh, .stale: true
        case .sample, .expired, nil: false
        }
    }

    /// True if the last request for the subject failed.
    func hasFailed(_ subject: TimelineSubject) -> Bool { (scheduler.asking(of: subject)?.failures ?? 0) > 0 }
}
