import Faults
import Places
import Time
import Timelines
import Widgets

/// The outcome of asking a source, or a widget that needs none, for some subjects or names.
struct SourceRound: Sendable {
    /// The askers that a source did not answer for one reason.
    struct Failure: Sendable {
        var reason: String
        var askers: [Asker]
        /// The text for the log: the reason, and the consequence for the askers that wait.
        var message: String
        /// The number of errors of the source that the failure counts as.
        var errors: Int
    }

    var answered: [Asker] = []
    var failures: [Failure] = []
    /// True where the source itself has answered.
    var hasAnswer = false
}

/// The outcome of a round of questions for the names of places.
struct NameRound: Sendable {
    /// The name of the upstream.
    var source: String
    /// The places that have their names, from the upstream or from before.
    var named: Set<NameKey> = []
    /// True where the upstream itself has answered.
    var isAnswered = false
    /// The places that wait for their names, by the reason.
    var failures: [String: Set<NameKey>] = [:]
}

extension SourceRound {
    /// A round of questions for names.
    init(_ names: NameRound) {
        hasAnswer = names.isAnswered
        answered = names.named.map(Asker.name)
        failures = names.failures.map { reason, names in
            Failure(
                reason: reason,
                askers: names.map(Asker.name),
                message: "\(reason); \(names.count) place(s) keep their names from the table until it answers",
                errors: names.count
            )
        }
    }

    /// The subjects of one set of timelines that a source was asked for.
    private struct Subjects {
        var answered: [TimelineSubject] = []
        /// By reason.
        var failures: [String: [TimelineSubject]] = [:]
        /// Those among them that have no timeline from another source either.
        var waiting: Set<TimelineSubject> = []
    }

    /// The outcome for each source that was asked for timelines of a set.
    static func rounds(
        of answers: AnyProvider.Answers,
        _ id: TimelineSetID,
        _ timelines: TimelineSet
    ) -> [FaultKey: SourceRound] {
        var rounds: [FaultKey: Subjects] = [:]
        let own = FaultKey.timelines(timelines.widget)
        for (subject, answer) in answers {
            for (key, failure) in outcomes(of: answer, own: own) {
                if let failure {
                    rounds[key, default: Subjects()].failures[failure, default: []].append(subject)
                    if case .failure = answer { rounds[key]?.waiting.insert(subject) }
                } else {
                    rounds[key, default: Subjects()].answered.append(subject)
                }
            }
        }
        return rounds.mapValues { subjects in
            SourceRound(
                answered: subjects.answered.map { .timeline(id, $0) },
                failures: subjects.failures.map { reason, failed in
                    Failure(
                        reason: reason,
                        askers: failed.map { .timeline(id, $0) },
                        message: "\(reason); \(consequence(for: failed, waiting: subjects.waiting, timelines))",
                        errors: 1
                    )
                },
                hasAnswer: !subjects.answered.isEmpty
            )
        }
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

    /// The consequence for timelines that a source had no answer for.
    private static func consequence(
        for subjects: [TimelineSubject],
        waiting: Set<TimelineSubject>,
        _ timelines: TimelineSet
    ) -> String {
        let waiting = subjects.filter(waiting.contains)
        guard !waiting.isEmpty else { return "\(subjects.count) \(timelines.widget) timeline(s) do without it" }
        let next = waiting.compactMap { timelines.scheduler.asking(of: $0)?.nextAt }.min() ?? .distantFuture
        let retry =
            next == .distantFuture
            ? "not asked again until the configuration changes" : "next try at \(next.iso8601)"
        return "\(waiting.count) \(timelines.widget) timeline(s) keep what they show, \(retry)"
    }
}

extension HealthRecord {
    /// Counts what came of asking an upstream.
    mutating func note(_ round: SourceRound, of upstream: String, at now: UTCInstant) {
        if round.hasAnswer { upstreams[upstream, default: UpstreamRecord()].answeredAt = now }
        for failure in round.failures.sorted(by: { $0.reason < $1.reason }) {
            upstreams[upstream, default: UpstreamRecord()].error = failure.reason
            upstreams[upstream]?.errors += failure.errors
        }
    }

    /// Takes in that the clock was set by so much.
    mutating func clockStepped(by step: Duration) {
        for name in upstreams.keys {
            if let answeredAt = upstreams[name]?.answeredAt { upstreams[name]?.answeredAt = answeredAt + step }
        }
    }
}
