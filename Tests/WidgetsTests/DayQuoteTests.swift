import TestSupport
import Testing
import Time
import Timelines
import Weather
import Widgets

private let start = UTCInstant(unixSeconds: 1_795_298_400)  // 2026-11-21T22:00:00Z
private let berlin = TimelineSubject.timeZone("Europe/Berlin")

/// Counts nothing and says always the same.
private struct ChineseSource: QuoteSource {
    let name = "hitokoto"

    func quote(_ request: QuoteRequest) async -> Result<Quote, ReloadFailure> {
        .success(Quote(text: "明月松间照 \(request.categories.joined())", from: nil))
    }
}

/// Quotes are in the panel's language, or there are none.
@Suite struct DayQuoteTests {
    private let widget = DayWidget()

    private func configuration(
        _ language: String,
        sources: [String] = ["auto"],
        family: Family = .medium,
        options: [String: String] = [:]
    ) -> WidgetConfiguration {
        WidgetConfiguration(
            widget: "day",
            display: context(family, language: language).settings,
            encodings: [.compact],
            sources: sources,
            options: options
        )
    }

    private func entries(_ configuration: WidgetConfiguration, at now: UTCInstant = start) async throws -> [DayEntry] {
        let environment = ProviderEnvironment(
            zones: HostZones(),
            sources: ["hitokoto": ChineseSource()],
            collections: [
                "builtin:day": [
                    ["quote": ["eins"], "language": ["de"]], ["quote": ["zwei"], "language": ["de"]],
                    ["quote": ["one"], "language": ["en"]], ["quote": ["一"], "language": ["zh"]],
                    ["quote": ["壹"], "language": ["zh-TW", "zh-HK"]],
                ],
                "own.yaml": [["quote": ["alle"]], ["quote": ["nur de"], "language": ["de"]]],
            ]
        )
        let provider = widget.provider(for: configuration, in: environment)
        let made = try #require(await provider.timelines(for: [berlin], current: [:], at: now)[berlin]).get()
        #expect(made.warnings.isEmpty)
        #expect(provider.timeline(from: made.archive, for: berlin, at: now) == made.timeline)
        return made.timeline.entries
    }

    @Test func `what nobody chose is asked for in Chinese alone`() {
        for language in ["zh", "zh-CN", "zh-SG"] {
            #expect(widget.askedSources(of: configuration(language)) == ["hitokoto"])
        }
        for language in ["de", "en", "ja", "it", "zh-TW", "zh-HK"] {
            #expect(widget.askedSources(of: configuration(language)).isEmpty)
            // Who names it, or some of its categories, wants it.
            #expect(widget.askedSources(of: configuration(language, sources: ["hitokoto"])) == ["hitokoto"])
            #expect(widget.askedSources(of: configuration(language, options: ["categories": "a"])) == ["hitokoto"])
        }
        #expect(widget.askedSources(of: configuration("zh", options: ["collection": "own.yaml"])).isEmpty)
        #expect(widget.askedSources(of: configuration("zh", family: .small)).isEmpty)
        #expect(Set(widget.askedSources(of: configuration("zh", sources: ["hitokoto"]))) == ["hitokoto"])
    }

    @Test(arguments: [("de", ["eins", "zwei"]), ("de-AT", ["eins", "zwei"]), ("en", ["one"]), ("zh-HK", ["壹"])])
    func `the quotes of the program are in the panel's language, another one every two hours`(
        language: String,
        texts: [String]
    ) async throws {
        var shown: [String?] = []
        for hour in stride(from: 0, to: 12, by: 2) {
            let entries = try await entries(configuration(language), at: start.addingHours(hour))
            #expect(entries.allSatisfy { $0.source == "builtin" && !$0.isPlaceholder })
            shown.append(entries[0].quote?.text)
        }
        #expect(Set(shown) == Set(texts))
        if texts.count > 1 { #expect(zip(shown, shown.dropFirst()).allSatisfy { $0 != $1 }) }
    }

    @Test func `in a language without quotes there is none, and the date all the same`() async throws {
        let entries = try await entries(configuration("it"))
        #expect(entries.count == 62 && entries.allSatisfy { $0.quote == nil })
    }

    @Test func `Chinese quotes are asked for, with the usual categories unless some are chosen`() async throws {
        #expect(try await entries(configuration("zh"))[0].quote?.text == "明月松间照 dik")
        let chosen = configuration("de", options: ["categories": "a"])
        #expect(try await entries(chosen)[0].quote?.text == "明月松间照 a")
    }

    @Test func `quotes of one's own are shown where their language is the panel's or they have none`() async throws {
        func shown(_ language: String) async throws -> Set<String?> {
            var shown: Set<String?> = []
            for hour in stride(from: 0, to: 8, by: 2) {
                let configuration = configuration(language, options: ["collection": "own.yaml"])
                shown.insert(try await entries(configuration, at: start.addingHours(hour))[0].quote?.text)
            }
            return shown
        }
        #expect(try await shown("de") == ["alle", "nur de"])
        #expect(try await shown("en") == ["alle"])
    }

    @Test func `who sees the same quotes shares them, and nobody else`() {
        func settings(_ configuration: WidgetConfiguration) -> String { widget.timelineSettings(of: configuration) }
        #expect(settings(configuration("de")) != settings(configuration("en")))
        #expect(settings(configuration("de", sources: ["hitokoto"])) == settings(configuration("zh")))
        #expect(
            settings(configuration("de", options: ["quote_length": "5"])) == settings(configuration("de")),
            "nobody is asked for a length"
        )
        let own = ["collection": "own.yaml"]
        #expect(settings(configuration("de", options: own)) != settings(configuration("en", options: own)))
    }
}
