import JSON
package import Time
package import Timelines

/// The day widget's provider: the date from the clock and a quote from its source; it never fails.
package struct DayProvider: TimelineProvider {
    /// The source of quotes.
    package enum Quotes: Sendable {
        /// No quote is shown.
        case none
        /// A chain of upstreams; `until` is shown before the first answer, nil for ``Quote/builtin``.
        case sources([any QuoteSource], QuoteRequest, until: Quote? = nil)
        /// The program's own quotes, another one every two hours; none if it has none in the language.
        case builtIn([Quote])
        /// The collection at a path, another quote every two hours.
        case collection([Quote], path: String)
    }

    /// A quote and its source, as they are archived.
    private struct Shown: Codable {
        /// The quote; nil if none is wanted.
        var quote: Quote?
        var source: String
    }

    /// The wait after a failure before the quotes' upstreams are asked again.
    private static let quoteRetry = Duration.seconds(600)
    private static let reloadHours = 2

    private let quotes: Quotes
    private let zones: any TimeZones

    package init(quotes: Quotes, zones: any TimeZones) {
        self.quotes = quotes
        self.zones = zones
    }

    /// All time zones are reloaded together, with one quote.
    package var reloadPolicy: ReloadPolicy {
        ReloadPolicy(interval: .hours(Self.reloadHours), joining: .seconds(60), freshHours: nil)
    }

    package func placeholder(at now: UTCInstant) -> DayEntry { .sample(at: now) }

    @concurrent
    package func timelines(
        for keys: [TimelineSubject],
        current: [TimelineSubject: Timeline<DayEntry>],
        at now: UTCInstant
    ) async -> [TimelineSubject: Result<ReloadedTimeline<DayEntry>, ReloadFailure>] {
        let answer = await nextQuote(at: now)
        var timelines: [TimelineSubject: Result<ReloadedTimeline<DayEntry>, ReloadFailure>] = [:]
        for key in keys {
            let shown = answer.shown ?? Self.shown(in: current[key]) ?? first
            timelines[key] = .success(
                ReloadedTimeline(
                    timeline: timeline(of: key, at: now, showing: shown),
                    archive: (try? shown.encoded()) ?? [],
                    warnings: answer.warnings,
                    // An old quote is good enough until the next reload; the built-in one is not.
                    retry: shown.source == OwnSource.builtin ? answer.retry : nil,
                    asked: answer.asked
                )
            )
        }
        return timelines
    }

    package func timeline(from archive: [UInt8], for key: TimelineSubject, at now: UTCInstant) -> Timeline<DayEntry>? {
        guard !archive.isEmpty else { return timeline(of: key, at: now, showing: knownQuote(at: now)) }
        guard let shown = Shown(json: archive),
            (shown.quote != nil) == wantsQuote
        else { return nil }
        if let quote = shown.quote, let own = ownQuotes, !own.contains(quote) {
            // The file has been edited since.
            return timeline(of: key, at: now, showing: knownQuote(at: now))
        }
        return timeline(of: key, at: now, showing: shown)
    }

    /// The quote that can be shown without a request.
    private func knownQuote(at now: UTCInstant) -> Shown {
        switch quotes {
        case .none: Shown(quote: nil, source: OwnSource.builtin)
        case .builtIn(let quotes):
            Self.quote(of: quotes, from: OwnSource.builtin, path: "", at: now)
                ?? Shown(quote: nil, source: OwnSource.builtin)
        case .collection(let quotes, let path):
            Self.quote(of: quotes, from: OwnSource.collection, path: path, at: now) ?? first
        case .sources: first
        }
    }

    /// The quotes that need no request; nil if upstreams are asked.
    private var ownQuotes: [Quote]? {
        switch quotes {
        case .none, .sources: nil
        case .builtIn(let quotes), .collection(let quotes, _): quotes
        }
    }

    /// The collection's quote for the two hours of `now`; nil for an empty one.
    private static func quote(of quotes: [Quote], from source: String, path: String, at now: UTCInstant) -> Shown? {
        guard !quotes.isEmpty else { return nil }
        let slot = now.hourStart.unixSeconds / 3600 / reloadHours
        let index = Rotation.index(at: slot, of: quotes.count, seed: SplitMix64.mix(path))
        return Shown(quote: quotes[index], source: source)
    }

    private func timeline(of key: TimelineSubject, at now: UTCInstant, showing shown: Shown) -> Timeline<DayEntry> {
        DayTimeline.make(
            in: key.text,
            at: now,
            quote: shown.quote,
            source: shown.source,
            zones: zones
        )
    }

    private var wantsQuote: Bool {
        switch quotes {
        case .none: false
        case .builtIn(let quotes): !quotes.isEmpty
        case .sources, .collection: true
        }
    }

    /// The quote shown until there is another.
    private var first: Shown {
        if case .sources(_, _, let quote?) = quotes { return Shown(quote: quote, source: OwnSource.builtin) }
        return Shown(quote: .builtin, source: OwnSource.builtin)
    }

    private static func shown(in timeline: Timeline<DayEntry>?) -> Shown? {
        guard let entry = timeline?.entries.first, let quote = entry.quote else { return nil }
        return Shown(quote: quote, source: entry.source)
    }

    /// The result of looking for another quote.
    private struct NextQuote {
        /// The new quote; nil if the old one stays.
        var shown: Shown?
        var warnings: [String] = []
        var retry: ReloadFailure.Retry?
        var asked: [SourceOutcome] = []
    }

    private func nextQuote(at now: UTCInstant) async -> NextQuote {
        switch quotes {
        case .none, .builtIn:
            return NextQuote(shown: knownQuote(at: now))
        case .collection(let quotes, let path):
            guard let shown = Self.quote(of: quotes, from: OwnSource.collection, path: path, at: now) else {
                let remedy = "a record needs a `quote` of one text, and no `language` but the panel's"
                return NextQuote(warnings: ["\(path) has no quote that can be used: \(remedy)"])
            }
            return NextQuote(shown: shown)
        case .sources(let sources, let request, _):
            return await ask(sources, for: request)
        }
    }

    private func ask(_ sources: [any QuoteSource], for request: QuoteRequest) async -> NextQuote {
        guard !sources.isEmpty else { return NextQuote() }
        let links = sources.map { source in
            SourceChain.Link(name: source.name, questionsPerRequest: 1) { (requests: [QuoteRequest]) in
                var answers: [Result<Shown, ReloadFailure>] = []
                for request in requests {
                    answers.append(await source.quote(request).map { Shown(quote: $0, source: source.name) })
                }
                return answers
            }
        }
        let answer = await SourceChain.answers(to: [request], from: links)[0]
        switch answer.result {
        case .success(let shown):
            return NextQuote(shown: shown, warnings: answer.warnings, asked: answer.asked)
        case .failure(let failure):
            return NextQuote(
                warnings: answer.warnings + [failure.reason],
                retry: Self.retry(after: failure),
                asked: answer.asked
            )
        }
    }

    /// The time for another request, if that is before the next reload.
    private static func retry(after failure: ReloadFailure) -> ReloadFailure.Retry? {
        switch failure.retry {
        case .after(let wait), .refused(again: let wait): .after(max(quoteRetry, wait))
        case .untilConfigurationChanges: nil
        case .backoff, .doubling: .after(quoteRetry)
        }
    }
}
