import Faults
import Support
import Time
import Timelines
import Widgets

/// What does not work, told once when it begins and once when it is over.
extension BridgeState {
    mutating func faultBegan(_ report: FaultReport, at now: UTCInstant) -> [Effect] {
        faults.began(report, at: now).map { .log($0.level, $0.text) }
    }

    mutating func faultEnded(_ key: FaultKey, at now: UTCInstant) -> [Effect] {
        faults.ended(key, at: now).map { .log($0.level, $0.text) }
    }

    /// Ends the faults of which nobody hears any more; to be called every minute.
    mutating func settleFaults(at now: UTCInstant) -> [Effect] {
        var lines: [FaultLedger.Line] = []
        for key in failing.keys.sorted() {
            forgetLeft(key)
            guard failing[key] == nil else { continue }
            lines += faults.ended(key, words: "nobody waits for \(key.upstream ?? key.text) any more", at: now)
        }
        return (lines + faults.settle(at: now)).map { .log($0.level, $0.text) } + tellUntoldCommands()
    }

    // MARK: The clock

    /// Takes in what the clock shows: before NTP came it may be years behind.
    mutating func lookAtClock(_ now: UTCInstant) -> [Effect] {
        guard !now.isCredible else { return faultEnded(.clock, at: now) }
        guard !faults.isLasting(.clock) else { return [] }
        let report = FaultReport(
            key: .clock,
            cause: "behind",
            message: "This host's clock seems wrong, it shows \(now.iso8601): no forecast is for that hour, and no "
                + "certificate valid by it. Panels show samples, marked as such, or what was stored; all is asked for "
                + "again once the clock is set. Have it set by NTP: timedatectl set-ntp true.",
            recovery: "the clock is set",
            level: .error,
            isGrave: true
        )
        return faultBegan(report, at: now)
    }

    // MARK: Sources

    /// What came of asking a source, or of a widget that needs none, for some subjects.
    private struct Round {
        /// By reason.
        var failures: [String: [TimelineSubject]] = [:]
        /// Those among them that have no timeline either from elsewhere.
        var waiting: Set<TimelineSubject> = []
        var answered: [TimelineSubject] = []
    }

    /// Takes in how the sources did that a service asked; a line each for those that began to fail, or answer again.
    mutating func noteOutcomes(of answers: AnyProvider.Answers, _ id: TimelineSetID, at now: UTCInstant) -> [Effect] {
        var rounds: [FaultKey: Round] = [:]
        let own = FaultKey.timelines(self[id].widget)
        for (subject, answer) in answers {
            for (key, failure) in Self.outcomes(of: answer, own: own) {
                if let failure {
                    rounds[key, default: Round()].failures[failure, default: []].append(subject)
                    if case .failure = answer { rounds[key]?.waiting.insert(subject) }
                } else {
                    rounds[key, default: Round()].answered.append(subject)
                }
            }
        }
        return rounds.sorted { $0.key < $1.key }.flatMap { key, round in take(round, of: key, id, at: now) }
    }

    private static func outcomes(
        of answer: Result<ReloadedTimeline<AnyEntry>, ReloadFailure>,
        own: FaultKey
    ) -> [(key: FaultKey, failure: String?)] {
        switch answer {
        case .success(let reloaded):
            let asked = reloaded.asked.map { (FaultKey.upstream($0.source), $0.failure) }
            let others = reloaded.warnings.filter { warning in !reloaded.asked.contains { $0.failure == warning } }
            return asked + [(own, others.isEmpty ? nil : others.joined(separator: "; "))]
        case .failure(let failure):
            guard !failure.asked.isEmpty else { return [(own, failure.reason)] }
            return failure.asked.map { (FaultKey.upstream($0.source), $0.failure) }
        }
    }

    private mutating func take(_ round: Round, of key: FaultKey, _ id: TimelineSetID, at now: UTCInstant) -> [Effect] {
        if let name = key.upstream {
            if !round.answered.isEmpty { health.upstreams[name, default: UpstreamRecord()].answeredAt = now }
            for reason in round.failures.keys.sorted() {
                health.upstreams[name, default: UpstreamRecord()].error = reason
                health.upstreams[name]?.errors += 1
            }
        }
        let answered = answered(key, by: round.answered.map { .timeline(id, $0) })
        var effects: [Effect] = []
        for (reason, subjects) in round.failures.sorted(by: { $0.key < $1.key }) {
            failing[key, default: []].formUnion(subjects.map { .timeline(id, $0) })
            let message = "\(reason); \(consequence(for: subjects, waiting: round.waiting, id))"
            effects += faultBegan(report(of: key, cause: reason, message: message), at: now)
        }
        return effects + (answered && failing[key] == nil ? faultEnded(key, at: now) : [])
    }

    /// What becomes of timelines that a source had no answer for.
    private func consequence(
        for subjects: [TimelineSubject],
        waiting: Set<TimelineSubject>,
        _ id: TimelineSetID
    ) -> String {
        let widget = self[id].widget
        let waiting = subjects.filter(waiting.contains)
        guard !waiting.isEmpty else { return "\(subjects.count) \(widget) timeline(s) do without it" }
        let next = waiting.compactMap { self[id].scheduler.asking(of: $0)?.nextAt }.min() ?? .distantFuture
        let retry =
            next == .distantFuture
            ? "not asked again until the configuration changes" : "next try at \(next.iso8601)"
        return "\(waiting.count) \(widget) timeline(s) keep what they show, \(retry)"
    }

    private func report(of key: FaultKey, cause: String, message: String) -> FaultReport {
        FaultReport(
            key: key,
            cause: cause,
            message: message,
            recovery: key.upstream.map { "\($0) answers again" } ?? "all of \(key.text) is well again"
        )
    }

    /// Takes in who has an answer again; whether nobody is left without one who still wants it.
    private mutating func answered(_ key: FaultKey, by askers: [Asker]) -> Bool {
        guard !askers.isEmpty, failing[key] != nil else { return false }
        for asker in askers { failing[key]?.remove(asker) }
        forgetLeft(key)
        return failing[key] == nil
    }

    /// Forgets those that nobody asks for any more.
    private mutating func forgetLeft(_ key: FaultKey) {
        let askers = failing[key] ?? []
        let names = wanted(Set(askers.compactMap { if case .name(let name) = $0 { name } else { nil } }))
        let left = askers.filter { asker in
            switch asker {
            case .timeline(let id, let subject): timelines.isCurrent(id) && self[id].isUsed(subject)
            case .name(let name): names.contains(name)
            }
        }
        failing[key] = left.isEmpty ? nil : left
    }

    /// Takes in how the source of names did in a round of questions: which places have their names, whether from it or
    /// from before, and which it keeps waiting for what reason.
    mutating func noteNames(
        from source: String,
        named: Set<NameKey>,
        isAnswered: Bool,
        failures: [String: Set<NameKey>],
        at now: UTCInstant
    ) -> [Effect] {
        let key = FaultKey.upstream(source)
        if !failures.isEmpty { namesAt = now + NameKey.longestWait }
        if isAnswered { health.upstreams[source, default: UpstreamRecord()].answeredAt = now }
        let isOver = answered(key, by: named.map { .name($0) })
        var effects: [Effect] = []
        for (reason, names) in failures.sorted(by: { $0.key < $1.key }) {
            failing[key, default: []].formUnion(names.map { .name($0) })
            health.upstreams[source, default: UpstreamRecord()].error = reason
            health.upstreams[source]?.errors += names.count
            let message = "\(reason); \(names.count) place(s) keep their names from the table until it answers"
            effects += faultBegan(report(of: key, cause: reason, message: message), at: now)
        }
        return effects + (isOver && failing[key] == nil ? faultEnded(key, at: now) : [])
    }

    /// Whether a panel's widget shows what is old, expired or a sample, as nobody answered for it.
    var showsOutdated: Bool {
        failing.values.contains { askers in
            askers.contains { asker in
                guard case .timeline(let id, let subject) = asker, timelines.isCurrent(id), self[id].hasFailed(subject),
                    self[id].isUsed(subject)
                else { return false }
                return self[id].scheduler.presentation(of: subject)?.freshness != .fresh
            }
        }
    }
}
