import Configuration
import Messaging
import Support
import TestSupport
import Time
import Timelines
import Upstreams
import Widgets

@testable import Bridge
@testable import Places

/// A bridge that is nothing but its state, with the providers that it has in earnest: time and sources are the test's.
struct ProvidedBridge {
    /// By the offline table: each asks for its own, so that no bridge learns of another's upstreams.
    static var zones: LocalTimeZones { LocalTimeZones(database: database, table: GeoNames()) }
    private static let database = TimeZoneDatabase()

    /// An action of the bridge at a moment.
    enum Event {
        /// The messages for all panels at the beginning of an hour.
        case hourMark([OutgoingMessage])
        /// The messages for some panels besides.
        case published([OutgoingMessage])
        case logged(LogLevel, String)
    }

    private(set) var state: BridgeState
    /// The clock that sources use.
    let clock: TestClock
    /// True if messages are made at all.
    var isPublishing = true

    static func configuration(_ yaml: String, environment: [String: String] = [:]) throws -> Configuration {
        try Configuration.parse(
            yaml: Array(yaml.withoutDiscovery.utf8),
            fileName: "test.yaml",
            environment: environment.merging(["HOME": "/nowhere"]) { own, _ in own },
            catalogue: .kiatsu,
            topicRoom: { _, _, _, _ in nil }
        ).configuration
    }

    init(_ configuration: Configuration, _ environment: ProviderEnvironment, clock: TestClock) async {
        self.clock = clock
        state = await BridgeState.restored(
            configuration,
            catalogue: .kiatsu,
            from: StoredState(),
            names: PlaceNames(geocoder: GeoNames(), zones: Self.zones),
            makeProvider: { $0.anyProvider(for: $1, in: environment) },
            now: clock.now
        )
    }

    /// All that is retained, as a broker is sent it on connecting.
    func everything() -> [OutgoingMessage] { messages(of: .panels(.everything)) }

    /// Returns the next events, if they come by `end`; nil, and `end` on the clock, if none do.
    mutating func next(by end: UTCInstant) async -> [Event]? {
        let deadline = state.nextDeadline()
        guard deadline <= end else {
            clock.set(to: end)
            return nil
        }
        clock.set(to: max(clock.now, deadline))
        return await carryOut(state.advance(to: clock.now))
    }

    private mutating func carryOut(_ effects: [Effect]) async -> [Event] {
        var events: [Event] = []
        for effect in effects {
            switch effect {
            case .publish(let messages): events.append(.published(messages))
            case .round(let round):
                let messages = messages(of: round)
                if case .panels = round {
                    events.append(.hourMark(messages))
                } else {
                    events.append(.published(messages))
                }
            case .work(.reload(let set, let subjects)): events += await reload(set, subjects)
            case .log(let level, let text): events.append(.logged(level, text))
            // Nobody moves or chooses here, and nothing is kept.
            case .work, .write, .manifest, .draw, .subscribe, .forgetRefusals: break
            }
        }
        return events
    }

    private mutating func reload(_ set: TimelineSetID, _ subjects: [TimelineSubject]) async -> [Event] {
        var current: [TimelineSubject: Timeline<AnyEntry>] = [:]
        for subject in subjects { current[subject] = state[set].scheduler.timeline(of: subject) }
        let answers = await state[set].provider.timelines(for: subjects, current: current, at: clock.now)
        return await carryOut(state.finishReload(set, answers, at: clock.now))
    }

    private func messages(of round: Round) -> [OutgoingMessage] {
        guard isPublishing else { return [] }
        var caches = EncodingCaches()
        return state.panelIDs.flatMap { state.presenter.messages(of: $0, in: round, caches: &caches, at: clock.now) }
    }
}
