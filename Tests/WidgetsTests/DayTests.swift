import Synchronization
import TestSupport
import Testing
import Time
import Timelines
import Weather
import Widgets

private let start = UTCInstant(unixSeconds: 1_795_298_400)  // 2026-11-21T22:00:00Z

/// Has a new quote for each request, or a failure.
private final class CountingSource: QuoteSource {
    let name: String
    private let failure: ReloadFailure?
    private let requests = Mutex<[QuoteRequest]>([])

    init(_ name: String = "counting", failing retry: ReloadFailure.Retry? = nil) {
        self.name = name
        failure = retry.map { ReloadFailure(reason: "\(name) is down", retry: $0) }
    }

    var asked: [QuoteRequest] { requests.withLock { $0 } }

    func quote(_ request: QuoteRequest) async -> Result<Quote, ReloadFailure> {
        let count = requests.withLock { requests in
            requests.append(request)
            return requests.count
        }
        return failure.map { .failure($0) } ?? .success(Quote(text: "quote \(count)", from: "somebody"))
    }
}

private typealias Provider = any TimelineProvider<TimelineSubject, DayEntry>

private func provider(
    _ sources: CountingSource...,
    family: Family = .medium,
    options: [String: String] = [:],
    records: [CollectionRecord] = []
) -> Provider {
    let environment = ProviderEnvironment(
        zones: HostZones(),
        sources: Dictionary(uniqueKeysWithValues: sources.map { ($0.name, $0) }),
        collections: ["quotes.yaml": records, "builtin:day": [["quote": ["one"]], ["quote": ["two"]]]]
    )
    let configuration = WidgetConfiguration(
        widget: "day",
        display: context(family).settings,
        encodings: [.compact],
        sources: sources.map(\.name),
        options: options
    )
    return DayWidget().provider(for: configuration, in: environment)
}

private let tokyo = TimelineSubject.timeZone("Asia/Tokyo")

/// The result of a reload for Tokyo.
private func reload(
    _ provider: Provider,
    current: Timeline<DayEntry>? = nil,
    at now: UTCInstant = start
) async throws -> ReloadedTimeline<DayEntry> {
    let timelines = current.map { [tokyo: $0] } ?? [:]
    return try #require(await provider.timelines(for: [tokyo], current: timelines, at: now)[tokyo]).get()
}

private func quotes(of timeline: Timeline<DayEntry>) -> Set<Quote?> { Set(timeline.entries.map(\.quote)) }

@Suite struct DayTimelineTests {
    @Test(arguments: [
        "UTC", "Asia/Tokyo", "Asia/Kolkata", "Asia/Kathmandu", "Asia/Beirut", "America/Havana", "America/St_Johns",
        "Pacific/Chatham", "Pacific/Kiritimati", "Pacific/Pago_Pago", "Australia/Lord_Howe",
    ])
    func `through two months of outage the date changes on time`(zone: String) throws {
        let zones = HostZones()
        for first in ["2025-02-20T18:40Z", "2025-03-29T21:59Z", "2025-09-20T00:00Z", "2025-10-25T21:00Z"] {
            let now = try moment(first)
            let timeline = DayTimeline.make(
                in: zone,
                at: now,
                quote: nil,
                source: "test",
                zones: zones
            )
            #expect(timeline.entries.count == 62)
            let end = try #require(timeline.entries.last).end
            #expect(end > now.addingHours(24 * 61 - 2))
            let moments = stride(from: now.unixSeconds, to: end.unixSeconds, by: 900)
            let wrong = moments.map(UTCInstant.init(unixSeconds:)).filter { moment in
                guard let entry = timeline.entry(at: moment) else { return true }
                return entry.day.date != zones.date(moment, in: zone) || moment >= entry.end
            }
            #expect(wrong.isEmpty)
            #expect(zip(timeline.entries, timeline.entries.dropFirst()).allSatisfy { $0.end == $1.date })
        }
    }

    @Test(arguments: [
        ("Asia/Tokyo", "2026-11-21T22:10Z", "2026-11-21T22:00Z"),
        ("Asia/Kolkata", "2026-11-21T18:40Z", "2026-11-21T18:30Z"),
        ("Asia/Kolkata", "2026-11-21T18:20Z", "2026-11-21T18:00Z"),
        ("Asia/Tokyo", "2026-11-21T15:00Z", "2026-11-21T15:00Z"),
    ])
    func `the first entry begins with the hour or with its day`(zone: String, now: String, date: String) throws {
        let timeline = DayTimeline.make(
            in: zone,
            at: try moment(now),
            quote: nil,
            source: "test",
            zones: HostZones()
        )
        #expect(timeline.entries.first?.date == (try moment(date)))
        #expect(timeline.entries.allSatisfy { $0.expires == $0.day.end && $0.end == $0.day.end })
    }
}

@Suite struct DayProviderTests {
    @Test func `one request serves all time zones of a reload`() async throws {
        let source = CountingSource()
        let provider = provider(source, options: ["categories": "d,k", "quote_length": "12"])
        let zones = (1...9).map { TimelineSubject.timeZone("Etc/GMT-\($0)") }
        let answers = await provider.timelines(for: zones, current: [:], at: start)
        #expect(source.asked == [QuoteRequest(categories: ["d", "k"], mostCharacters: 12)])
        #expect(answers.count == 9)
        for answer in answers.values {
            let made = try answer.get()
            #expect(quotes(of: made.timeline) == [Quote(text: "quote 1", from: "somebody")])
            #expect(made.timeline.entries.allSatisfy { $0.source == "counting" })
            #expect(made.warnings.isEmpty && made.retry == nil)
        }
        #expect(provider.reloadPolicy == ReloadPolicy(interval: .hours(2), joining: .seconds(60), freshHours: nil))
    }

    @Test func `without options it asks for what the descriptions say`() async throws {
        let source = CountingSource()
        _ = try await reload(provider(source))
        #expect(source.asked == [QuoteRequest(categories: ["d", "i", "k"], mostCharacters: 30)])
    }

    @Test(arguments: [
        (ReloadFailure.Retry.backoff, ReloadFailure.Retry?.some(.after(.seconds(600)))),
        (.halfHourly, .after(.seconds(1740))), (.after(.seconds(60)), .after(.seconds(600))),
        (.after(.seconds(4000)), .after(.seconds(4000))), (.doubling(from: .seconds(1)), .after(.seconds(600))),
        (.untilConfigurationChanges, nil),
    ])
    func `without any quote the source is asked again before the next reload`(
        retry: ReloadFailure.Retry,
        expected: ReloadFailure.Retry?
    ) async throws {
        let made = try await reload(provider(CountingSource("next", failing: retry)))
        #expect(made.timeline.entries.allSatisfy { $0.source == "builtin" })
        #expect(made.warnings == ["next is down"] && made.retry == expected)
    }

    @Test(arguments: [ReloadFailure.Retry.backoff, .halfHourly, .after(.seconds(60)), .untilConfigurationChanges])
    func `without a new quote the old one stays until the next reload and the date goes on`(
        retry: ReloadFailure.Retry
    ) async throws {
        let old = try await reload(provider(CountingSource())).timeline
        let now = start.addingHours(26)
        let made = try await reload(provider(CountingSource("next", failing: retry)), current: old, at: now)
        #expect(quotes(of: made.timeline) == [Quote(text: "quote 1", from: "somebody")])
        #expect(made.timeline.entries.allSatisfy { $0.source == "counting" })
        #expect(made.timeline.entry(at: now)?.day.date == HostZones().date(now, in: "Asia/Tokyo"))
        #expect(made.warnings == ["next is down"] && made.retry == nil)
    }

    @Test func `without any quote there is a built-in one`() async throws {
        for provider in [provider(CountingSource(failing: .backoff)), provider()] {
            let made = try await reload(provider)
            #expect(made.timeline.entries.allSatisfy { $0.source == "builtin" && $0.quote?.text.isEmpty == false })
            #expect(made.timeline.entries.allSatisfy { !$0.isPlaceholder })
            let restored = try #require(provider.timeline(from: made.archive, for: tokyo, at: start))
            #expect(restored == made.timeline)
        }
    }

    @Test func `a second source stands in for the first, and says so`() async throws {
        let made = try await reload(provider(CountingSource("a", failing: .halfHourly), CountingSource("b")))
        #expect(made.timeline.entries.allSatisfy { $0.source == "b" })
        #expect(made.warnings == ["a is down"] && made.retry == nil)
    }

    @Test func `a restart shows the same quote at another time`() async throws {
        let provider = provider(CountingSource(), options: [:])
        let made = try await reload(provider)
        let now = start.addingHours(50)
        let restored = try #require(provider.timeline(from: made.archive, for: tokyo, at: now))
        #expect(quotes(of: restored) == quotes(of: made.timeline) && restored.entries.count == 62)
        #expect(restored.entries.allSatisfy { $0.source == "counting" })
        #expect(restored.entry(at: now)?.day.date == HostZones().date(now, in: "Asia/Tokyo"))
    }

    @Test func `a quote that is no longer in the collection gives way to one that is`() async throws {
        func collection(_ texts: String...) -> Provider {
            provider(options: ["collection": "quotes.yaml"], records: texts.map { ["quote": [$0]] })
        }
        let made = try await reload(collection("old"))
        let edited = try #require(collection("new").timeline(from: made.archive, for: tokyo, at: start))
        #expect(quotes(of: edited) == [Quote(text: "new", from: nil)])
        let kept = try #require(
            collection("old", "new").timeline(from: made.archive, for: tokyo, at: start.addingHours(2))
        )
        #expect(quotes(of: kept) == [Quote(text: "old", from: nil)])
    }

    @Test func `without an archive there is a date and a quote at once`() throws {
        let timeline = try #require(provider(CountingSource()).timeline(from: [], for: tokyo, at: start))
        #expect(timeline.entries.count == 62)
        #expect(timeline.entries.allSatisfy { $0.quote?.text == "one" && !$0.isPlaceholder })
    }

    @Test(arguments: ["{}", "[1,2", "\u{0}", "{\"source\":\"x\"}"])
    func `an archive that is none is refused`(text: String) {
        #expect(provider(CountingSource()).timeline(from: Array(text.utf8), for: tokyo, at: start) == nil)
    }

    @Test func `the small family asks nobody and has no quote`() async throws {
        let source = CountingSource()
        let small = provider(source, family: .small)
        let made = try await reload(small)
        #expect(source.asked.isEmpty && quotes(of: made.timeline) == [nil])
        #expect(small.timeline(from: made.archive, for: tokyo, at: start) == made.timeline)
        // What one family left behind is of no use to the other.
        #expect(provider(source).timeline(from: made.archive, for: tokyo, at: start) == nil)
        #expect(small.timeline(from: try await reload(provider(source)).archive, for: tokyo, at: start) == nil)
    }
}

@Suite struct QuoteCollectionTests {
    private let options = ["collection": "quotes.yaml"]
    private let records: [CollectionRecord] = (0..<7).map { ["quote": ["own \($0)"], "from": ["me"]] }

    @Test func `quotes of one's own are asked of nobody`() async throws {
        let source = CountingSource()
        let made = try await reload(provider(source, options: options, records: records))
        #expect(source.asked.isEmpty && made.timeline.entries.allSatisfy { $0.source == "collection" })
        #expect(made.timeline.entries.first?.quote?.from == "me")
    }

    @Test func `each reload has another one, each restart and each time zone the same`() async throws {
        var last: Set<Quote?> = []
        for hour in stride(from: 0, to: 200, by: 2) {
            let now = start.addingHours(hour)
            let made = try await reload(provider(options: options, records: records), at: now + .seconds(301))
            let again = provider(options: options, records: records)
            let havana = TimelineSubject.timeZone("America/Havana")
            let other = try #require(await again.timelines(for: [havana], current: [:], at: now)[havana]).get()
            #expect(quotes(of: made.timeline) == quotes(of: other.timeline))
            #expect(quotes(of: made.timeline) != last)
            last = quotes(of: made.timeline)
        }
    }

    @Test(
        arguments: [[:], ["from": ["x"]], ["quote": []], ["quote": ["a", "b"]], ["quote": [" "]]] as [CollectionRecord]
    )
    func `a record that is no quote is skipped`(record: CollectionRecord) async throws {
        let good: CollectionRecord = ["quote": ["good"]]
        let mixed = try await reload(provider(options: options, records: [record, good, record]))
        #expect(quotes(of: mixed.timeline) == [Quote(text: "good", from: nil)])
        let bad = try await reload(provider(options: options, records: [record]), current: mixed.timeline)
        #expect(quotes(of: bad.timeline) == [Quote(text: "good", from: nil)])
        #expect(bad.warnings.count == 1 && bad.warnings[0].hasPrefix("quotes.yaml has no quote"))
    }
}
