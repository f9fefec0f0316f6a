import Timelines
import Weather

/// Asks sources in order, the next for what the one before had no answer for.
enum SourceChain {
    /// The result of asking for one place.
    struct Answer<Value: Sendable>: Sendable {
        var result: Result<Value, ReloadFailure>
        /// The failures of earlier sources in the chain.
        var warnings: [String]
        /// The outcome of each source asked, in order.
        var asked: [SourceOutcome]
        /// True if every source failed and the result is the best incomplete answer.
        var isShort = false
    }

    /// The essential values that an answer lacks.
    struct Shortfall: Sendable, Equatable {
        /// As in `answered without a temperature`.
        var lacking: String
        /// The worth of the answer if no source has a better one; more is better.
        var worth: Int
    }

    /// One source of a chain.
    struct Link<Question: Sendable, Value: Sendable>: Sendable {
        var name: String
        /// The most questions in one request.
        var questionsPerRequest: Int
        /// Asks the questions; one result per question, in order.
        var ask: @Sendable ([Question]) async -> [Result<Value, ReloadFailure>]
        /// The essential values that an answer lacks, so that it is used only if no source has a complete one; nil for
        /// a complete answer.
        var shortfall: @Sendable (Value) -> Shortfall? = { _ in nil }
    }

    /// The progress of one question.
    private struct Progress<Value: Sendable> {
        var value: Value?
        /// The best incomplete answer.
        var short: (value: Value, worth: Int)?
        var failures: [ReloadFailure] = []
        var asked: [SourceOutcome] = []

        mutating func take(_ result: Result<Value, ReloadFailure>, from name: String, _ shortfall: Shortfall?) {
            var result = result
            if case .success(let value) = result, let shortfall {
                if short.map({ $0.worth < shortfall.worth }) ?? true { short = (value, shortfall.worth) }
                let reason = "\(name) answered without \(shortfall.lacking): if it lasts, choose another source"
                result = .failure(ReloadFailure(reason: reason, retry: .halfHourly))
            }
            switch result {
            case .success(let value):
                self.value = value
                asked.append(SourceOutcome(source: name, failure: nil))
            case .failure(let failure):
                failures.append(failure)
                asked.append(SourceOutcome(source: name, failure: failure.reason))
            }
        }

        var answer: Answer<Value> {
            let reasons = failures.map(\.reason)
            if let value { return Answer(result: .success(value), warnings: reasons, asked: asked) }
            if let short {
                return Answer(result: .success(short.value), warnings: reasons, asked: asked, isShort: true)
            }
            return Answer(result: .failure(ReloadFailure(joining: failures)), warnings: [], asked: asked)
        }
    }

    /// An answer for each question, in order.
    ///
    /// Each link is asked for the questions without an answer from those before, one request after the other. An
    /// incomplete answer counts as a failure but is used if no link has a complete one. A question that failed
    /// everywhere has all reasons and the earliest retry.
    static func answers<Question, Value>(
        to questions: [Question],
        from links: [Link<Question, Value>]
    ) async -> [Answer<Value>] {
        var progress = [Progress<Value>](repeating: Progress(), count: questions.count)
        for link in links {
            let open = questions.indices.filter { progress[$0].value == nil }
            for start in stride(from: 0, to: open.count, by: max(1, link.questionsPerRequest)) {
                let batch = open[start..<min(open.count, start + max(1, link.questionsPerRequest))]
                let answers = await link.ask(batch.map { questions[$0] })
                for (position, index) in batch.enumerated() {
                    let answer = position < answers.count ? answers[position] : .failure(link.missingAnswer)
                    progress[index].take(answer, from: link.name, (try? answer.get()).flatMap(link.shortfall))
                }
            }
        }
        return progress.map(\.answer)
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
    /// The grid cell; nil for other subjects.
    var cell: GridCell? { if case .place(let cell) = self { cell } else { nil } }
}

extension ReloadFailure {
    /// The failure that joins those of several sources; of none, that there is no source.
    ///
    /// If one of them allows a request at any time, so does the joined one: the others hold back by themselves.
    fileprivate init(joining failures: [ReloadFailure]) {
        let soonest = failures.min { $0.retry.shortestWait < $1.retry.shortestWait }
        var retry = soonest?.retry ?? .untilConfigurationChanges
        if retry.holdsBack, !failures.allSatisfy(\.retry.holdsBack) { retry = .refused(again: retry.shortestWait) }
        // A growing wait must not outlast another source's fixed one.
        let latest = failures.compactMap(\.retry.fixedWait).min()
        self.init(
            reason: soonest == nil
                ? "no source is configured: set `source`" : failures.map(\.reason).joined(separator: "; "),
            retry: retry,
            latest: retry.fixedWait == nil ? latest : nil
        )
    }
}

extension ReloadFailure.Retry {
    /// The shortest wait before the first retry; a changed configuration waits no longer.
    fileprivate var shortestWait: Duration {
        switch self {
        case .backoff: Self.firstBackoff
        case .doubling(from: let wait): max(Self.firstBackoff, wait)
        case .after(let wait), .refused(again: let wait): wait
        case .untilConfigurationChanges: .seconds(Int64.max)
        }
    }

    /// The wait if it is the same after each failure; nil if it grows or never ends.
    fileprivate var fixedWait: Duration? {
        switch self {
        case .after(let wait), .refused(again: let wait): wait
        case .backoff, .doubling, .untilConfigurationChanges: nil
        }
    }

    /// True if no earlier request is allowed.
    fileprivate var holdsBack: Bool {
        switch self {
        case .after, .doubling, .untilConfigurationChanges: true
        case .backoff, .refused: false
        }
    }

    /// As the reload policy has it.
    private static let firstBackoff = Duration.seconds(30)
}
