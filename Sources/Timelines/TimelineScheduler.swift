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
        /// For these keys another entry has begun within the hour: publish their presentations.
        case changed([Key])
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
        /// Whether the upstream refused it and may be asked before that by whoever wants: after a restart at once.
        package var isRefused: Bool

        package init(askedAt: UTCInstant?, failures: Int, nextAt: UTCInstant, isRefused: Bool = false) {
            self.askedAt = askedAt
            self.failures = failures
            self.nextAt = nextAt
            self.isRefused = isRefused
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

        /// Whether there is an entry that says what is so at a moment.
        func shows(at moment: UTCInstant) -> Bool { timeline?.entry(at: moment).map { moment < $0.end } ?? false }

        /// Whether what is shown at two moments may differ.
        func changes(from before: UTCInstant, to after: UTCInstant) -> Bool {
            timeline?.nextChange(after: before).map { $0 <= after } ?? false
        }
    }

    /// Thousands of keys in a minute would each be a round through all of them.
    private static var shortestJoining: Duration { .seconds(1) }
    /// How many keys may rest.
    private static var mostResting: Int { 256 }

    private let policy: ReloadPolicy
    private let mostInFlight: Int
    private let lead: Duration
    private let placeholder: @Sendable (UTCInstant) -> Entry
    private let seed: @Sendable (Key) -> UInt64
    private var states: [Key: State] = [:]
    /// The keys that rest and are not being asked for, the one that has rested longest first.
    private var resting: [Key] = []
    /// How many keys are being asked for.
    private var inFlightCount = 0
    /// The moment that is shown: the last that time was advanced to, and the lead.
    private var moment: UTCInstant
    /// When the earliest key is due or changes, as long as nothing was changed since it was found.
    private var knownDeadline: UTCInstant?

    /// Begins at `now` with no keys.
    ///
    /// `mostInFlight` is how many keys are asked for at once: the others wait, and whoever leaves one meanwhile has never
    /// asked for it. `lead` is how much earlier than its hour an entry is shown, `seed` a number that is the same for a
    /// key on each run, for jitter, `placeholder` the sample entry for an hour.
    package init(
        policy: ReloadPolicy,
        mostInFlight: Int,
        lead: Duration,
        now: UTCInstant,
        seed: @escaping @Sendable (Key) -> UInt64,
        placeholder: @escaping @Sendable (UTCInstant) -> Entry
    ) {
        self.policy = policy
        self.mostInFlight = mostInFlight
        self.lead = lead
        self.seed = seed
        self.placeholder = placeholder
        moment = now + lead
    }

    /// The hour that is shown, a full hour in UTC.
    package var hour: UTCInstant { moment.hourStart }

    /// The keys that somebody shows.
    package var keys: [Key] { states.filter { !$0.value.isResting }.map(\.key) }

    /// Adds a key, with what is known of it from before; without a timeline or with nothing asked this hour the
    /// upstream is asked at once.
    ///
    /// A key that is there already stays as it is.
    package mutating func insert(_ key: Key, timeline: Timeline<Entry>?, asking: Asking?, now: UTCInstant) {
        knownDeadline = nil
        if states[key]?.isResting == true { resting.removeAll { $0 == key } }
        states[key]?.isResting = false
        guard states[key] == nil else { return }
        var next = now
        if let asking, let askedAt = asking.askedAt, askedAt <= now {
            let regular = policy.next(after: askedAt, lastEntry: timeline?.entries.last?.date, seed: seed(key))
            if asking.failures > 0 {
                // What was refused may have been mended since.
                let isMended = asking.isRefused || asking.nextAt == .distantFuture
                next = isMended ? now : min(asking.nextAt, now + ReloadPolicy.longestWait)
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
        guard let state = states[key], !state.isResting else { return }
        knownDeadline = nil
        guard state.timeline != nil || state.asking.askedAt != nil else {
            states[key] = nil
            return
        }
        states[key]?.isResting = true
        // Were it forgotten before its answer has come, who comes back would ask for it once more.
        if !state.isInFlight { keepResting(key) }
    }

    private mutating func keepResting(_ key: Key) {
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
        guard let entry = timeline.entry(at: moment) else { return Presentation(entry: first, freshness: .expired) }
        guard moment < entry.end else { return Presentation(entry: entry, freshness: .expired) }
        let isFresh = policy.freshHours.map { timeline.obtained >= hour.addingHours(-$0) } ?? true
        return Presentation(entry: entry, freshness: isFresh ? .fresh : .stale)
    }

    /// The timeline that is there for the key.
    package func timeline(of key: Key) -> Timeline<Entry>? { states[key]?.timeline }

    /// When ``advance(to:)`` is to be called next.
    package mutating func nextDeadline() -> UTCInstant {
        if let knownDeadline { return knownDeadline }
        let nextHour = hour.addingHours(1) - lead
        let deadline = states.values.reduce(nextHour) { earliest, state in
            guard !state.isResting else { return earliest }
            let isWaiting = state.isInFlight || inFlightCount >= mostInFlight
            let next = isWaiting ? earliest : min(earliest, state.asking.nextAt)
            return state.timeline?.nextChange(after: moment).map { min(next, $0 - lead) } ?? next
        }
        knownDeadline = deadline
        return deadline
    }

    /// What is due at `now`, which may lie before an earlier one when the clock was set back.
    package mutating func advance(to now: UTCInstant) -> [Action] {
        // Most often it is another widget's key that is due, and looking at thousands here would find nothing.
        if let knownDeadline, now < knownDeadline, now + lead >= moment {
            moment = now + lead
            return []
        }
        knownDeadline = nil
        var actions: [Action] = []
        let before = moment
        moment = now + lead
        if before.hourStart != hour {
            actions.append(.hourMark)
            if moment < before { forgetTheFuture(now) }
            forgetTheOutlived()
        } else {
            // Also where the clock was set back over the moment of a change.
            let (first, last) = (min(before, moment), max(before, moment))
            let changed = states.filter { !$0.value.isResting && $0.value.changes(from: first, to: last) }
            if !changed.isEmpty { actions.append(.changed(changed.keys.sorted { seed($0) < seed($1) })) }
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
        knownDeadline = nil
        let next = max(state.notBefore ?? now, min(state.asking.nextAt, now))
        states[key]?.asking.nextAt = next
        return next
    }

    /// Takes in how a reload ended.
    ///
    /// A failure keeps the timeline that is there.
    package mutating func finishReload(
        of key: Key,
        with result: Result<ReloadedTimeline<Entry>, ReloadFailure>,
        at now: UTCInstant
    ) {
        knownDeadline = nil
        guard var state = states[key], state.isInFlight else { return }
        state.isInFlight = false
        inFlightCount -= 1
        let asked = state.asking.askedAt ?? now
        switch result {
        case .success(let reloaded):
            state.timeline = reloaded.timeline
            state.asking.failures = 0
            state.asking.isRefused = false
            state.notBefore = nil
            let lastEntry = reloaded.timeline.entries.last?.date
            let regular = max(now, policy.next(after: asked, lastEntry: lastEntry, seed: seed(key)))
            let early = reloaded.retry.map { policy.retry($0, failures: 1, at: now, seed: seed(key)) }
            state.asking.nextAt = early.map { min($0, regular) } ?? regular
        case .failure(let failure):
            state.asking.failures += 1
            // What was asked for in one request and failed with it is asked for in one again.
            let isJoined = policy.joining > .zero
            state.asking.nextAt = policy.retry(
                failure,
                failures: state.asking.failures,
                at: now,
                seed: isJoined ? UInt64(bitPattern: asked.nanosecondsSinceEpoch) : seed(key)
            )
            switch failure.retry {
            case .backoff: (state.notBefore, state.asking.isRefused) = (nil, false)
            case .refused, .untilConfigurationChanges: (state.notBefore, state.asking.isRefused) = (nil, true)
            case .after, .doubling: (state.notBefore, state.asking.isRefused) = (state.asking.nextAt, false)
            }
        }
        states[key] = state
        if state.isResting { keepResting(key) }
    }

    private mutating func takeDueReloads(at now: UTCInstant) -> [Key] {
        func isDue(_ state: State, by limit: UTCInstant) -> Bool {
            !state.isInFlight && !state.isResting && state.asking.nextAt <= limit
        }
        guard inFlightCount < mostInFlight, states.values.contains(where: { isDue($0, by: now) }) else { return [] }
        let joining = max(policy.joining, Self.shortestJoining)
        let due = states.filter { _, state in
            isDue(state, by: now) || (state.asking.failures == 0 && isDue(state, by: now + joining))
        }
        let keys = chooseForRoom(among: due)
        for key in keys {
            states[key]?.isInFlight = true
            states[key]?.asking.askedAt = now
        }
        inFlightCount += keys.count
        return keys.sorted { seed($0) < seed($1) }
    }

    /// As many due keys as there is room for, of those with something to show and of those with nothing yet the ones that
    /// have been due longest.
    ///
    /// Half of what may be in flight is for either kind while it waits: a panel that moves waits for no round of regular
    /// reloads, and these for no flood of moves.
    private func chooseForRoom(among due: [Key: State]) -> [Key] {
        let room = mostInFlight - inFlightCount
        guard due.count > room else { return Array(due.keys) }
        let ordered = due.sorted { ($0.value.asking.nextAt, seed($0.key)) < ($1.value.asking.nextAt, seed($1.key)) }
        let empty = ordered.filter { $0.value.timeline == nil }
        let shown = ordered.filter { $0.value.timeline != nil }
        let shownInFlight = states.values.count { $0.isInFlight && $0.timeline != nil }
        let share = max(mostInFlight / 2 - shownInFlight, room - empty.count, 0)
        let shownCount = min(shown.count, share, room)
        return (empty.prefix(room - shownCount) + shown.prefix(shownCount)).map(\.key)
    }

    /// Resting keys that have no entry left for the hour.
    private mutating func forgetTheOutlived() {
        for key in resting where !(states[key]?.shows(at: moment) ?? false) { states[key] = nil }
        resting.removeAll { states[$0] == nil }
    }

    /// After the clock was set back, what was planned by the wrong time would wait too long.
    private mutating func forgetTheFuture(_ now: UTCInstant) {
        for (key, state) in states where (state.asking.askedAt ?? now) > now {
            states[key]?.asking.askedAt = now
            let lastEntry = state.timeline?.entries.last?.date
            let regular = policy.next(after: now, lastEntry: lastEntry, seed: seed(key))
            let next = min(state.asking.nextAt, state.shows(at: moment) ? regular : now)
            states[key]?.asking.nextAt = next
            states[key]?.notBefore = state.notBefore.map { min($0, next) }
        }
    }
}
