import Configuration
import Daemon
import Places
import Storage
import Support
import Synchronization
import Time
import Timelines
import Upstreams
import Weather
import Widgets

/// The examination of the upstreams that widgets and place names need, by one request each.
struct UpstreamExamination: Sendable {
    /// One upstream, and what it is asked for.
    struct Use: Sendable {
        enum Question: Sendable {
            /// A timeline as this panel wants it.
            case timeline(WidgetConfiguration, PanelConfiguration)
            /// The name of this panel's place.
            case name(PanelConfiguration)
        }

        var source: String
        var question: Question

        /// `open-meteo for weather`.
        var title: String {
            switch question {
            case .timeline(let widget, _): "\(source) for \(widget.widget)"
            case .name: "\(source) for names of places"
            }
        }
    }

    /// The outcome of a use.
    struct Answer: Sendable {
        var source: String
        var finding: Finding
        /// The server's clock, where it told it.
        var clock: ClockReading?
    }

    private static let patience = Duration.seconds(45)

    let configuration: Configuration
    let clock: any WallClock
    /// Each upstream for each kind of question once, for the first panel that needs it.
    let uses: [Use]

    init(_ configuration: Configuration, clock: any WallClock) {
        self.configuration = configuration
        self.clock = clock
        var uses: [String: Use] = [:]
        var order: [String] = []
        func add(_ use: Use) {
            guard uses[use.title] == nil else { return }
            uses[use.title] = use
            order.append(use.title)
        }
        for panel in configuration.panels {
            for widget in panel.widgets {
                for source in configuration.catalogue.widget(widget.widget)?.askedSources(of: widget) ?? [] {
                    var settings = widget
                    settings.sources = [source]
                    add(Use(source: source, question: .timeline(settings, panel)))
                }
            }
        }
        if configuration.geocoder != Configuration.offlineGeocoder, let panel = configuration.panels.first {
            add(Use(source: configuration.geocoder, question: .name(panel)))
        }
        self.uses = order.compactMap { uses[$0] }
    }

    /// `open-meteo, nominatim`.
    var names: String {
        uses.map(\.source).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }.joined(separator: ", ")
    }

    /// Asks all of them at once; the answers are in the order of ``uses``.
    func run() async -> [Answer] {
        await withTaskGroup(of: (Int, Answer).self) { group in
            for (index, use) in uses.enumerated() { group.addTask { (index, await answer(to: use)) } }
            var answers: [(Int, Answer)] = []
            for await answer in group { answers.append(answer) }
            return answers.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    private func answer(to use: Use) async -> Answer {
        if let problem = problem(of: use.source) {
            let finding = Finding("upstream", .fault, "\(use.title): it is not asked", remedy: problem)
            return Answer(source: use.source, finding: finding, clock: nil)
        }
        let observed = Observed()
        let clock = clock
        let client = HTTPClient(version: Kiatsu.version, contact: configuration.contact) { response, elapsed in
            observed.add(response, elapsed, at: clock.now)
        }
        defer { client.shutDown() }
        let budget = CallCounter()
        let environment = UpstreamEnvironment(client: client, clock: clock, budget: budget)
        let sources = Sources(configuration, environment: environment)
        let start = ContinuousClock.now
        let outcome = await withTaskGroup(of: Result<String, ReloadFailure>?.self) { group in
            group.addTask { await ask(use, through: sources) }
            group.addTask {
                try? await clock.sleep(until: clock.now + Self.patience, tolerance: nil)
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
        let delay = start.duration(to: .now)
        let calls = await budget.calls
        let spent = calls > 0 ? "; \(calls) call(s) of its quota spent" : ""
        let finding: Finding
        switch outcome {
        case .success(let words):
            finding = Finding("upstream", .ok, "\(use.title): \(words) after \(delay.milliseconds) ms\(spent)")
        case .failure(let failure):
            let remedy = "As it says; see also sources.\(use.source) of the configuration, and this machine's network."
            finding = Finding("upstream", .fault, "\(use.title): \(failure.reason)\(spent)", remedy: remedy)
        case nil:
            let words = "no answer within \(Self.patience.components.seconds) s\(spent)"
            finding = Finding("upstream", .fault, "\(use.title): \(words)", remedy: "Check this machine's network.")
        }
        return Answer(source: use.source, finding: finding, clock: observed.best)
    }

    private func problem(of source: String) -> String? {
        guard let description = configuration.catalogue.source(source) else { return "There is no upstream \(source)." }
        return description.problem(
            configuration.sources[source] ?? SourceSettings(defaultsOf: description.description)
        )
    }

    /// The answer, in words.
    private func ask(_ use: Use, through sources: Sources) async -> Result<String, ReloadFailure> {
        switch use.question {
        case .name(let panel):
            let cell = GridCell(containing: panel.location)
            guard let namer = sources.placeNamer(use.source) else { return .failure(Self.noAdapter) }
            return await namer.name(at: cell.center, language: panel.language).map { name in
                name == nil ? "it knows no name for panel \(panel.id)'s place" : "it named panel \(panel.id)'s place"
            }
        case .timeline(let settings, let panel):
            guard let widget = configuration.catalogue.widget(settings.widget) else { return .failure(Self.noAdapter) }
            let zones = LocalTimeZones(database: TimeZoneDatabase(), table: GeoNames())
            let provider = widget.anyProvider(for: settings, in: sources.environment(zones: zones))
            let subject: TimelineSubject =
                switch widget.subject {
                case .place: .place(GridCell(containing: panel.location))
                case .timeZone: .timeZone(zones.zone(at: panel.location))
                case .panel: .panel(panel.id)
                }
            let answers = await provider.timelines(for: [subject], current: [:], at: clock.now)
            return (answers[subject] ?? .failure(Self.noAdapter)).flatMap { reloaded in
                // A widget that has something of its own to show says so, and goes on.
                guard reloaded.warnings.isEmpty else {
                    let reason = reloaded.warnings.joined(separator: "; ")
                    return .failure(ReloadFailure(reason: reason, retry: .backoff))
                }
                return .success("\(reloaded.timeline.entries.count) entries for panel \(panel.id)")
            }
        }
    }

    private static let noAdapter = ReloadFailure(
        reason: "it cannot be asked for that",
        retry: .untilConfigurationChanges
    )
}

/// The server's clock beside ours, at one answer.
struct ClockReading: Sendable, Equatable {
    var source: String = ""
    /// The range in which our clock is ahead of the server's.
    var ahead: ClosedRange<Duration>
}

/// The best reading of the server's clock.
private final class Observed: Sendable {
    private let reading = Mutex<ClockReading?>(nil)

    var best: ClockReading? { reading.withLock { $0 } }

    func add(_ response: HTTPResponse, _ elapsed: Duration, at now: UTCInstant) {
        guard let date = response.date.flatMap(UTCInstant.init(httpDate:)) else { return }
        // The server wrote its whole second some time between the request and now.
        let ahead = (now - elapsed - (date + .seconds(1)))...(now - date)
        reading.withLock { best in
            let width = ahead.upperBound - ahead.lowerBound
            guard best.map({ width < $0.ahead.upperBound - $0.ahead.lowerBound }) ?? true else { return }
            best = ClockReading(ahead: ahead)
        }
    }
}

/// Counts what is spent, and grants all of it.
private actor CallCounter: RequestBudget {
    private(set) var calls = 0

    func spend(_ calls: Int, of account: String, at now: UTCInstant) async throws(ReloadFailure) { self.calls += calls }

    func giveBack(_ calls: Int, of account: String, at now: UTCInstant) async { self.calls -= calls }
}
