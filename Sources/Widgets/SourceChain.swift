import Timelines
import Weather

/// Asks sources in order, the next for what the one before had no answer for.
enum SourceChain {
    /// What came of asking for one place.
    struct Answer<Value: Sendable>: Sendable {
        var result: Result<Value, ReloadFailure>
        /// Why earlier sources of the chain had no answer.
        var warnings: [String]
        /// How each source did that was asked, in order.
        var asked: [SourceOutcome]
    }

    /// One source, whatever it is asked for.
    struct Link<Question: Sendable, Value: Sendable>: Sendable {
        var name: String
        /// How many questions it takes at once.
        var questionsPerRequest: Int
        /// Answers for each question, in the same order.
        var ask: @Sendable ([Question]) async -> [Result<Value, ReloadFailure>]
    }

    /// An answer for each question, in the same order.
    ///
    /// Each link is asked for what no link before it had, one request after the other. A question that all of them
    /// failed at has all their reasons, and the retry that comes soonest.
    static func answers<Question, Value>(
        to questions: [Question],
        from links: [Link<Question, Value>]
    ) async -> [Answer<Value>] {
        var values = [Value?](repeating: nil, count: questions.count)
        var failures = [[ReloadFailure]](repeating: [], count: questions.count)
        var asked = [[SourceOutcome]](repeating: [], count: questions.count)
        for link in links {
            let open = questions.indices.filter { values[$0] == nil }
            for start in stride(from: 0, to: open.count, by: max(1, link.questionsPerRequest)) {
                let batch = open[start..<min(open.count, start + max(1, link.questionsPerRequest))]
                let answers = await link.ask(batch.map { questions[$0] })
                for (position, index) in batch.enumerated() {
                    switch position < answers.count ? answers[position] : .failure(link.missingAnswer) {
                    case .success(let value):
                        values[index] = value
                        asked[index].append(SourceOutcome(source: link.name, failure: nil))
                    case .failure(let failure):
                        failures[index].append(failure)
                        asked[index].append(SourceOutcome(source: link.name, failure: failure.reason))
                    }
                }
            }
        }
        return questions.indices.map { index in
            let (failures, asked) = (failures[index], asked[index])
            guard let value = values[index] else {
                return Answer(result: .failure(ReloadFailure(joining: failures)), warnings: [], asked: asked)
            }
            return Answer(result: .success(value), warnings: failures.map(\.reason), asked: asked)
        }
    }

    /// The timelines that the links make for places; subjects of other kinds get none.
    static func timelines<Entry>(
        for subjects: [TimelineSubject],
        from links: [Link<GridCell, ReloadedTimeline<Entry>>]
    ) async -> [TimelineSubject: Result<ReloadedTimeline<Entry>, ReloadFailure>] {
        let cells = subjects.compactMap(\.cell)
        var timelines: [TimelineSubject: Result<ReloadedTimeline<Entry>, ReloadFailure>] = [:]
        for (cell, answer) in zip(cells, await answers(to: cells, from: links)) {
            switch answer.result {
            case .success(var timeline):
                timeline.warnings = answer.warnings + timeline.warnings
                timeline.asked = answer.asked
                timelines[.place(cell)] = .success(timeline)
            case .failure(var failure):
                failure.asked = answer.asked
                timelines[.place(cell)] = .failure(failure)
            }
        }
        return timelines
    }
}

extension SourceChain.Link {
    fileprivate var missingAnswer: ReloadFailure {
        ReloadFailure(
            reason: "\(name) answered for less than it was asked for: if it lasts, choose another source",
            retry: .backoff
        )
    }
}

extension TimelineSubject {
    /// The grid cell; nil for what is no place.
    var cell: GridCell? { if case .place(let cell) = self { cell } else { nil } }
}

extension ReloadFailure {
    /// What several sources say together; of none, that there is none.
    fileprivate init(joining failures: [ReloadFailure]) {
        let soonest = failures.min { $0.retry.shortestWait < $1.retry.shortestWait }
        self.init(
            reason: soonest == nil
                ? "no source is configured: set `source`" : failures.map(\.reason).joined(separator: "; "),
            retry: soonest?.retry ?? .untilConfigurationChanges
        )
    }
}

extension ReloadFailure.Retry {
    /// After how long it asks again at the earliest, the first time; no wait is longer than that for a changed
    /// configuration.
    fileprivate var shortestWait: Duration {
        switch self {
        case .backoff: Self.firstBackoff
        case .after(let wait), .doubling(from: let wait): max(Self.firstBackoff, wait)
        case .hourly: .seconds(3600)
        case .untilConfigurationChanges: .seconds(Int64.max)
        }
    }

    /// As the reload policy has it: no other wait is shorter.
    private static let firstBackoff = Duration.seconds(30)
}
