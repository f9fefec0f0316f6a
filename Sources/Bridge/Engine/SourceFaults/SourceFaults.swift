import Faults
import Places
import Time
import Timelines
import Widgets

/// The faults that last, and the sources that do not answer.
struct SourceFaults: Sendable {
    private var ledger = FaultLedger()
    /// The askers whose last request failed, by source; no entry for a source that has answered all of them.
    private var failing: [FaultKey: Set<Asker>] = [:]
    /// The counts since the start, whichever configuration is in force.
    var health = HealthRecord(startedAt: .zero)
    /// The panels of which the broker does not take a widget's message.
    private(set) var untaken: Set<String> = []
    /// The time at which to ask again for the names that an upstream could not give; nil for none.
    private(set) var namesAt: UTCInstant?

    // MARK: The ledger

    /// The faults that last, the newest first.
    var lasting: [Fault] { ledger.lasting }
    /// Counts the faults that began and ended.
    var changes: Int { ledger.changes }
    /// True while a fault keeps the bridge from doing its work.
    var hasGrave: Bool { ledger.hasGrave }
    /// The names of the upstreams that an asker waits for in vain.
    var failingUpstreams: Set<String> { Set(failing.keys.compactMap(\.upstream)) }

    func isLasting(_ key: FaultKey) -> Bool { ledger.isLasting(key) }

    /// Takes in that a fault has begun or goes on, and gives the lines of the log that say so.
    mutating func began(_ report: FaultReport, at now: UTCInstant) -> [FaultLedger.Line] {
        ledger.began(report, at: now)
    }

    /// Takes in that a fault goes on, of which nobody reports again by itself.
    mutating func goesOn(_ key: FaultKey, at now: UTCInstant) { ledger.goesOn(key, at: now) }

    /// Takes in that a fault is over, and gives the lines of the log that say so.
    mutating func ended(_ key: FaultKey, at now: UTCInstant) -> [FaultLedger.Line] { ledger.ended(key, at: now) }

    /// Takes in that the clock was set by so much: durations since a fault began stay what they are.
    mutating func clockStepped(by step: Duration) {
        ledger.clockStepped(by: step)
        health.clockStepped(by: step)
    }

    /// Ends the faults that nothing reports any more, and gives the lines of the log; to be called every minute.
    mutating func settle(_ timelines: TimelineTable, _ panels: PanelRegistry, at now: UTCInstant) -> [FaultLedger.Line]
    {
        var lines: [FaultLedger.Line] = []
        for key in failing.keys.sorted() {
            forgetLeft(key, timelines, panels)
            guard failing[key] == nil else { continue }
            lines += ledger.ended(key, words: "nobody waits for \(key.upstream ?? key.text) any more", at: now)
        }
        return lines + ledger.settle(at: now)
    }

    // MARK: Panels

    /// Takes in of which panels the broker does not take a message, and gives those that are new or not among them any
    /// more.
    mutating func setUntaken(_ panels: Set<String>) -> Set<String> {
        defer { untaken = panels }
        return panels.symmetricDifference(untaken)
    }

    /// Forgets a panel.
    mutating func forget(_ panel: String) { untaken.remove(panel) }

    // MARK: Sources

    /// Takes in what came of asking a source: `named` by its fault's key, for the askers that it answered, and by
    /// reason for those that it did not.
    ///
    /// `errors` is how many requests each reason counts for, `message` what is told of one. Gives the lines of the log
    /// for a source that begins to fail, or answers again.
    private mutating func take(
        _ round: SourceRound,
        of key: FaultKey,
        _ timelines: TimelineTable,
        _ panels: PanelRegistry,
        at now: UTCInstant
    ) -> [FaultLedger.Line] {
        if let name = key.upstream { health.note(round, of: name, at: now) }
        let isAnswered = answered(key, by: round.answered, timelines, panels)
        var lines: [FaultLedger.Line] = []
        for failure in round.failures.sorted(by: { $0.reason < $1.reason }) {
            failing[key, default: []].formUnion(failure.askers)
            lines += ledger.began(.source(key, cause: failure.reason, message: failure.message), at: now)
        }
        return lines + (isAnswered && failing[key] == nil ? ledger.ended(key, at: now) : [])
    }

    /// Takes in how the sources did that were asked for timelines; a line of the log each for those that began to fail,
    /// or answer again.
    mutating func noteOutcomes(
        of answers: AnyProvider.Answers,
        _ id: TimelineSetID,
        _ timelines: TimelineTable,
        _ panels: PanelRegistry,
        at now: UTCInstant
    ) -> [FaultLedger.Line] {
        let rounds = SourceRound.rounds(of: answers, id, timelines[id])
        return rounds.sorted { $0.key < $1.key }.flatMap { key, round in
            take(round, of: key, timelines, panels, at: now)
        }
    }

    /// Takes in how the source of names did in a round of questions: which places have their names, from it or from
    /// before, and which wait for theirs, by reason.
    ///
    /// `isAnswered` is true where the source itself answered.
    mutating func noteNames(
        _ names: NameRound,
        _ timelines: TimelineTable,
        _ panels: PanelRegistry,
        at now: UTCInstant
    ) -> [FaultLedger.Line] {
        if !names.failures.isEmpty { namesAt = now + NameKey.longestWait }
        return take(SourceRound(names), of: .upstream(names.source), timelines, panels, at: now)
    }

    /// True, once, when the names are to be asked for again that had no answer.
    mutating func isNamingDue(at now: UTCInstant) -> Bool {
        guard let due = namesAt, due <= now || now < due - NameKey.longestWait else { return false }
        namesAt = nil
        return true
    }

    /// True while a panel's widget shows what is old, expired or a sample, as its source did not answer.
    func showsOutdated(_ timelines: TimelineTable) -> Bool {
        failing.values.contains { askers in
            askers.contains { asker in
                guard case .timeline(let id, let subject) = asker, timelines.isCurrent(id),
                    timelines[id].hasFailed(subject), timelines[id].isUsed(subject)
                else { return false }
                return timelines[id].scheduler.presentation(of: subject)?.freshness != .fresh
            }
        }
    }

    /// Takes in the askers that have an answer again; true if with them the source has answered all that still want
    /// one.
    private mutating func answered(
        _ key: FaultKey,
        by askers: [Asker],
        _ timelines: TimelineTable,
        _ panels: PanelRegistry
    ) -> Bool {
        guard !askers.isEmpty, failing[key] != nil else { return false }
        for asker in askers { failing[key]?.remove(asker) }
        forgetLeft(key, timelines, panels)
        return failing[key] == nil
    }

    /// Forgets the askers that want no answer any more.
    private mutating func forgetLeft(_ key: FaultKey, _ timelines: TimelineTable, _ panels: PanelRegistry) {
        let askers = failing[key] ?? []
        let names = panels.wanted(Set(askers.compactMap { if case .name(let name) = $0 { name } else { nil } }))
        let left = askers.filter { asker in
            switch asker {
            case .timeline(let id, let subject): timelines.isCurrent(id) && timelines[id].isUsed(subject)
            case .name(let name): names.contains(name)
            }
        }
        failing[key] = left.isEmpty ? nil : left
    }
}

extension FaultReport {
    fileprivate static func source(_ key: FaultKey, cause: String, message: String) -> FaultReport {
        FaultReport(
            key: key,
            cause: cause,
            message: message,
            recovery: key.upstream.map { "\($0) answers again" } ?? "all of \(key.text) is well again"
        )
    }
}
