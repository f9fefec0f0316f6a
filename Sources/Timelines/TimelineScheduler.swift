package import Time

/// Decides what is shown when, and when upstreams are asked: a value that does no I/O and knows no clock.
///
/// Its owner calls ``advance(to:)`` at ``nextDeadline``, carries the actions out, and reports the outcome of each
/// reload with ``finishReload(of:with:at:)``.
package struct TimelineScheduler<Key: Hashable & Sendable, Entry: TimelineEntry>: Sendable {
    /// What is to be on a panel now.
    package struct Presentation: Sendable, Equatable {
        package var entry: Entry
        package var freshness: Freshness
    }

    /// What the owner is to do.
    package enum Action: Sendable, Equatable {
        /// A new hour has begun: publish the presentation of every key.
        case hourMark
        /// Ask the upstream for these keys, together where it can.
        case reload([Key])
    }

    /// What outlives a restart about asking for a key.
    package struct Asking: Sendable, Equatable {
        /// When the upstream was asked last.
        package var askedAt: UTCInstant?
        /// How many times in a row it failed since.
        package var failures: Int
        /// When it will be asked next.
        package var nextAt: UTCInstant

        package init(askedAt: UTCInstant?, failures: Int, nextAt: UTCInstant) {
            self.askedAt = askedAt
            self.failures = failures
            self.nextAt = nextAt
        }
    }

    private struct State {
        var timeline: Timeline<Entry>?
        var asking: Asking
        var isInFlight = false
        /// What the upstream asked us to wait for.
        var notBefore: UTCInstant?
        /// Nobody shows it now: it is kept for who comes back, and not asked for.
        var isResting = false
    }

    /// How many keys may rest.
    private static var mostResting: Int { 256 }

    private let policy: ReloadPolicy
    private let lead: Duration
    private let placeholder: @Sendable (UTCInstant) -> Entry
    private let seed: @Sendable (Key) -> UInt64
    private var states: [Key: State] = [:]
    /// The keys that rest, the one that has rested longest first.
    private var resting: [Key] = []
    /// The hour that is shown.
    package private(set) var hour: UTCInstant

    /// Begins at `now` with no keys.
    ///
    /// `lead` is how much earlier than its hour an entry is shown, `seed` a number that is the same for a key on
    /// each run, for jitter, `placeholder` the sample entry for an hour.
    package init(
        policy: ReloadPolicy,
        lead: Duration,
        now: UTCInstant,
        seed: @escaping @Sendable (Key) -> UInt64,
        placeholder: @escaping @Sendable (UTCInstant) -> Entry
    ) {
        self.policy = policy
        self.lead = lead
        self.seed = seed
        self.placeholder = placeholder
        hour = (now + lead).hourStart
    }

    /// The keys that somebody shows.
    package var keys: [Key] { states.filter { !$0.value.isResting }.map(\.key) }

    /// Adds a key, with what is known of it from before; without a timeline or with nothing asked this hour the
    /// upstream is asked at once.
    ///
    /// A key that is there already stays as it is.
    package mutating func insert(_ key: Key, timeline: Timeline<Entry>?, asking: Asking?, now: UTCInstant) {
        if states[key]?.isResting == true { resting.removeAll { $0 == key } }
        states[key]?.isResting = false
        guard states[key] == nil else { return }
        var next = now
        if let asking, let askedAt = asking.askedAt, askedAt <= now {
            let regular = policy.next(after: askedAt, seed: seed(key))
            if asking.failures > 0 {
                // What was refused until the configuration changes may have been mended since.
                next = asking.nextAt == .distantFuture ? now : min(asking.nextAt, now + ReloadPolicy.longestWait)
            } else if timeline != nil {
                next = regular
            }
        }
        states[key] = State(
            timeline: timeline,
            asking: Asking(askedAt: asking?.askedAt, failures: asking?.failures ?? 0, nextAt: max(next, now))
        )
    }

    /// Lets a key rest that nobody shows any more: its timeline is kept for the hours that it has entries for, so that
    /// who comes back asks no upstream again.
    package mutating func rest(_ key: Key) {
        guard states[key]?.isResting == false else { return }
        states[key]?.isResting = true
        resting.append(key)
        if resting.count > Self.mostResting { states[resting.removeFirst()] = nil }
    }

    package func contains(_ key: Key) -> Bool { states[key] != nil }

    /// Whether a forecast has ever come for the key.
    package func hasTimeline(_ key: Key) -> Bool { states[key]?.timeline != nil }

    /// What is known of asking for the key, to be stored.
    package func asking(of key: Key) -> Asking? { states[key]?.asking }

    /// What is to be on a panel of this key in the hour that is shown; nil for an unknown key.
    package func presentation(of key: Key) -> Presentation? {
        guard let state = states[key] else { return nil }
        guard let timeline = state.timeline, let first = timeline.entries.first else {
            return Presentation(entry: placeholder(hour), freshness: .sample)
        }
        if let entry = timeline.entry(for: hour) {
            let isFresh = timeline.obtained >= hour.addingHours(-1)
            return Presentation(entry: entry, freshness: isFresh ? .fresh : .stale)
        }
        let last = timeline.entries.last { $0.date <= hour } ?? first
        return Presentation(entry: last, freshness: .expired)
    }

    /// When ``advance(to:)`` is to be called next.
    package var nextDeadline: UTCInstant {
        let nextHour = hour.addingHours(1) - lead
        return states.values.reduce(nextHour) { earliest, state in
            state.isInFlight || state.isResting ? earliest : min(earliest, state.asking.nextAt)
        }
    }

    /// What is due at `now`, which may lie before an earlier one when the clock was set back.
    package mutating func advance(to now: UTCInstant) -> [Action] {
        var actions: [Action] = []
        let current = (now + lead).hourStart
        if current != hour {
            let wentBack = current < hour
            hour = current
            actions.append(.hourMark)
            if wentBack { forgetTheFuture(now) }
            forgetTheOutlived()
        }
        let due = takeDueReloads(at: now)
        if !due.isEmpty { actions.append(.reload(due)) }
        return actions
    }

    /// Makes a key due at once, unless it is being asked for or the upstream said not to ask again yet.
    ///
    /// Returns when it will be asked.
    @discardableResult
    package mutating func requestReload(of key: Key, at now: UTCInstant) -> UTCInstant {
        guard let state = states[key], !state.isInFlight else { return now }
        let next = max(state.notBefore ?? now, min(state.asking.nextAt, now))
        states[key]?.asking.nextAt = next
        return next
    }

    /// Takes in how a reload ended.
    ///
    /// A failure keeps the timeline that is there.
    package mutating func finishReload(
        of key: Key,
        with result: Result<Timeline<Entry>, ReloadFailure>,
        at now: UTCInstant
    ) {
        guard var state = states[key] else { return }
        state.isInFlight = false
        let asked = state.asking.askedAt ?? now
        switch result {
        case .success(let timeline):
            state.timeline = timeline
            state.asking.failures = 0
            state.notBefore = nil
            state.asking.nextAt = max(now, policy.next(after: asked, seed: seed(key)))
        case .failure(let failure):
            state.asking.failures += 1
            state.asking.nextAt = policy.retry(
                failure.retry,
                failures: state.asking.failures,
                at: now,
                seed: seed(key)
            )
            switch failure.retry {
            case .backoff, .untilConfigurationChanges: state.notBefore = nil
            default: state.notBefore = state.asking.nextAt
            }
        }
        states[key] = state
    }

    private mutating func takeDueReloads(at now: UTCInstant) -> [Key] {
        func isDue(_ state: State, by limit: UTCInstant) -> Bool {
            !state.isInFlight && !state.isResting && state.asking.nextAt <= limit
        }
        guard states.values.contains(where: { isDue($0, by: now) }) else { return [] }
        let due = states.filter { _, state in
            isDue(state, by: now) || (state.asking.failures == 0 && isDue(state, by: now + policy.joining))
        }
        for key in due.keys {
            states[key]?.isInFlight = true
            states[key]?.asking.askedAt = now
        }
        return due.keys.sorted { seed($0) < seed($1) }
    }

    /// Resting keys that have no entry left for the hour.
    private mutating func forgetTheOutlived() {
        for key in resting where states[key]?.timeline?.entry(for: hour) == nil { states[key] = nil }
        resting.removeAll { states[$0] == nil }
    }

    /// After the clock was set back, what was planned by the wrong time would wait too long.
    private mutating func forgetTheFuture(_ now: UTCInstant) {
        for (key, state) in states where (state.asking.askedAt ?? now) > now {
            states[key]?.asking.askedAt = now
            let regular = policy.next(after: now, seed: seed(key))
            let isMissing = state.timeline?.entry(for: hour) == nil
            states[key]?.asking.nextAt = min(state.asking.nextAt, isMissing ? now : regular)
        }
    }
}
