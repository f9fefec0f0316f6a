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
        /// Whether every source failed, and the result is the best of what they said all the same.
        var isShort = false
    }

    /// What an answer lacks of what it is asked for.
    struct Shortfall: Sendable, Equatable {
        /// As in `answered without a temperature`.
        var lacking: String
        /// How much it is worth where nobody has a better one; more is better.
        var worth: Int
    }

    /// One source, whatever it is asked for.
    struct Link<Question: Sendable, Value: Sendable>: Sendable {
        var name: String
        /// How many questions it takes at once.
        var questionsPerRequest: Int
        /// Answers for each question, in the same order.
        var ask: @Sendable ([Question]) async -> [Result<Value, ReloadFailure>]
        /// What an answer lacks to be one, so that it counts only where no source has a whole one; nil for a whole one.
        var shortfall: @Sendable (Value) -> Shortfall? = { _ in nil }
    }

    /// What came of one question so far.
    private struct Progress<Value: Sendable> {
        var value: Value?
        /// The best answer that lacks something.
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

    /// An answer for each question, in the same order.
    ///
    /// Each link is asked for what no link before it had, one request after the other. An answer that lacks something is
    /// a failure, which stands all the same where no link has a whole one. A question that all of them failed at has all
    /// their reasons, and the retry that comes soonest.
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
    /// The grid cell; nil for what is no place.
    var cell: GridCell? { if case .place(let cell) = self { cell } else { nil } }
}

extension ReloadFailure {
    /// What several sources say together; of none, that there is none.
    ///
    /// One of them that may be asked at any time lets whoever wants ask all of them: those that may not hold back by
    /// themselves.
    fileprivate init(joining failures: [ReloadFailure]) {
        let soonest = failures.min { $0.retry.shortestWait < $1.retry.shortestWait }
        var retry = soonest?.retry ?? .untilConfigurationChanges
        if retry.holdsBack, !failures.allSatisfy(\.retry.holdsBack) { retry = .refused(again: retry.shortestWait) }
        // A wait that grows must not outgrow another's that has an end.
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
    /// After how long it asks again at the earliest, the first time; no wait is longer than that for a changed
    /// configuration.
    fileprivate var shortestWait: Duration {
        switch self {
        case .backoff: Self.firstBackoff
        case .doubling(from: let wait): max(Self.firstBackoff, wait)
        case .after(let wait), .refused(again: let wait): wait
        case .untilConfigurationChanges: .seconds(Int64.max)
        }
    }

    /// How long it waits, however often it has failed; nil for what grows, or never ends.
    fileprivate var fixedWait: Duration? {
        switch self {
        case .after(let wait), .refused(again: let wait): wait
        case .backoff, .doubling, .untilConfigurationChanges: nil
        }
    }

    /// Whether nobody is let through before.
    fileprivate var holdsBack: Bool {
        switch self {
        case .after, .doubling, .untilConfigurationChanges: true
        case .backoff, .refused: false
        }
    }

    /// As the reload policy has it.
    private static let firstBackoff = Duration.seconds(30)
}
