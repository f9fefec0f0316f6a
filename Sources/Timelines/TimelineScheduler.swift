package import Time

/// The decisions on which entry is shown at what time, and when upstreams are asked: a value without I/O or clock.
///
/// Its owner calls ``advance(to:)`` at ``nextDeadline``, carries out the actions, and reports the outcome of each
/// reload with ``finishReload(of:with:at:)``.
package struct TimelineScheduler<Key: Hashable & Sendable, Entry: TimelineEntry>: Sendable {
    private struct State {
        var timeline: Timeline<Entry>?
        var asking: Asking
        var isInFlight = false
        /// The moment before which the upstream wants no request.
        var notBefore: UTCInstant?
        /// No panel shows the key now: its timeline is kept for a panel that returns, and not reloaded.
        var isResting = false

        /// True where an entry is valid at a moment.
        func shows(at moment: UTCInstant) -> Bool { timeline?.entry(at: moment).map { moment < $0.end } ?? false }

        /// True where the entries on show at two moments may differ.
        func changes(from before: UTCInstant, to after: UTCInstant) -> Bool {
            timeline?.nextChange(after: before).map { $0 <= after } ?? false
        }
    }

    /// Bounds the number of rounds through all keys: thousands due within a minute would each cause one.
    private static var shortestJoining: Duration { .seconds(1) }
    /// The most resting keys; beyond it the one that has rested longest is evicted.
    private static var mostResting: Int { 256 }

    private let policy: ReloadPolicy
    private let mostInFlight: Int
    private let lead: Duration
    private let placeholder: @Sendable (UTCInstant) -> Entry
    private let seed: @Sendable (Key) -> UInt64
    private var states: [Key: State] = [:]
    /// The resting keys that are not in flight, the one that has rested longest first.
    private var resting: [Key] = []
    /// The number of keys in flight.
    private var inFlightCount = 0
    /// The shown moment: the time last advanced to, plus the lead.
    private var moment: UTCInstant
    /// The next moment at which a key is due or changes; nil after any change of state, until it is computed anew.
    private var knownDeadline: UTCInstant?

    /// A scheduler without keys that begins at `now`.
    ///
    /// `mostInFlight` bounds the keys in flight; the others wait, and one that is removed meanwhile is never asked for.
    /// `lead` is the time by which an entry is shown before its hour, `seed` a number for jitter, the same for a key on
    /// each run, `placeholder` the sample entry for an hour.
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

    /// The shown hour, a full hour in UTC.
    package var hour: UTCInstant { moment.hourStart }

    /// The keys on show; resting ones are left out.
    package var keys: [Key] { states.filter { !$0.value.isResting }.map(\.key) }

    /// Adds a key with its stored timeline and history; without a timeline, or where nothing was asked this hour, it is
    /// due at once.
    ///
    /// A known key keeps its state and stops resting.
    package mutating func insert(_ key: Key, timeline: Timeline<Entry>?, asking: Asking?, now: UTCInstant) {
        knownDeadline = nil
        if states[key]?.isResting == true { resting.removeAll { $0 == key } }
        states[key]?.isResting = false
        guard states[key] == nil else { return }
        var next = now
        if let asking, let askedAt = asking.askedAt, askedAt <= now {
            let regular = policy.next(after: askedAt, lastEntry: timeline?.entries.last?.date, seed: seed(key))
            if asking.failures > 0 {
                // The cause of a refusal may have been fixed since.
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

    /// Lets a key rest that is no longer shown: it is not reloaded, but its timeline stays until its last entry has
    /// ended, so that a returning key needs no request.
    package mutating func rest(_ key: Key) {
        guard let state = states[key], !state.isResting else { return }
        knownDeadline = nil
        guard state.timeline != nil || state.asking.askedAt != nil else {
            states[key] = nil
            return
        }
        states[key]?.isResting = true
        // Evicting it before its answer arrives would make a returning key ask once more.
        if !state.isInFlight { queueForEviction(key) }
    }

    private mutating func queueForEviction(_ key: Key) {
        resting.append(key)
        if resting.count > Self.mostResting { states[resting.removeFirst()] = nil }
    }

    /// True for a known key, resting ones included.
    package func contains(_ key: Key) -> Bool { states[key] != nil }

    /// True where a timeline has arrived for the key.
    package func hasTimeline(_ key: Key) -> Bool { states[key]?.timeline != nil }

    /// The request history of a key, for the store; nil for an unknown key.
    package func asking(of key: Key) -> Asking? { states[key]?.asking }

    /// The presentation of a key in the shown hour; nil for an unknown key.
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

    /// True while a key is in flight, or due by `limit` for another reason than that its last request failed.
    package func asks(by limit: UTCInstant) -> Bool {
        states.values.contains { state in
            state.isInFlight || !state.isResting && state.asking.failures == 0 && state.asking.nextAt <= limit
        }
    }

    /// The timeline of a key; nil where none has arrived.
    package func timeline(of key: Key) -> Timeline<Entry>? { states[key]?.timeline }

    /// The moment of the next call to ``advance(to:)``.
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

    /// The actions due at `now`, which may be earlier than the last one where the clock was set back.
    package mutating func advance(to now: UTCInstant) -> [Action] {
        // Usually another widget's key is due, and a search through thousands of keys would find nothing.
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
            if moment < before { replanAfterClockReset(now) }
            evictOutlived()
        } else {
            // Also where the clock was set back across the moment of a change.
            let (first, last) = (min(before, moment), max(before, moment))
            let changed = states.filter { !$0.value.isResting && $0.value.changes(from: first, to: last) }
            if !changed.isEmpty { actions.append(.changed(changed.keys.sorted { seed($0) < seed($1) })) }
        }
        let due = startDueReloads(at: now)
        if !due.isEmpty { actions.append(.reload(due)) }
        return actions
    }

    /// Makes a key due at once, unless it is in flight or the upstream asked for a longer wait.
    ///
    /// Returns the moment of its next request.
    @discardableResult
    package mutating func requestReload(of key: Key, at now: UTCInstant) -> UTCInstant {
        guard let state = states[key], !state.isInFlight else { return now }
        knownDeadline = nil
        let next = max(state.notBefore ?? now, min(state.asking.nextAt, now))
        states[key]?.asking.nextAt = next
        return next
    }

    /// Records the outcome of a reload; a failure keeps the current timeline.
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
            // Keys that failed in one request are retried in one request.
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
        if state.isResting { queueForEviction(key) }
    }

    private mutating func startDueReloads(at now: UTCInstant) -> [Key] {
        func isDue(_ state: State, by limit: UTCInstant) -> Bool {
            !state.isInFlight && !state.isResting && state.asking.nextAt <= limit
        }
        guard inFlightCount < mostInFlight, states.values.contains(where: { isDue($0, by: now) }) else { return [] }
        let joining = max(policy.joining, Self.shortestJoining)
        let due = states.filter { _, state in
            isDue(state, by: now) || (state.asking.failures == 0 && isDue(state, by: now + joining))
        }
        let keys = chooseForFreeSlots(among: due)
        for key in keys {
            states[key]?.isInFlight = true
            states[key]?.asking.askedAt = now
        }
        inFlightCount += keys.count
        return keys.sorted { seed($0) < seed($1) }
    }

    /// As many due keys as there are free slots: of those with a timeline and of those without, the ones due longest.
    ///
    /// Each kind may use half of the slots while it waits, so that a panel that moves does not wait for a round of
    /// regular reloads, nor these for a flood of moves.
    private func chooseForFreeSlots(among due: [Key: State]) -> [Key] {
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

    /// Removes resting keys that have no entry left for the hour.
    private mutating func evictOutlived() {
        for key in resting where !(states[key]?.shows(at: moment) ?? false) { states[key] = nil }
        resting.removeAll { states[$0] == nil }
    }

    /// Plans anew after the clock was set back: what was planned by the wrong time would wait too long.
    private mutating func replanAfterClockReset(_ now: UTCInstant) {
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
