import Commands
import Configuration
import Messaging
import Payloads
import Storage
import Testing
import Time
import Timelines
import Upstreams
import Weather
import Widgets

@testable import Bridge

/// A bridge that is nothing but its state: time, upstream and store are the test's.
struct Rehearsal {
    static let zones = LocalTimeZones(database: TimeZoneDatabase(), table: GeoNames())

    var state: BridgeState
    var now: UTCInstant
    /// Answers for a cell; a forecast of 30 hours from the current one unless a test says otherwise.
    var upstream: (GridCell, UTCInstant) -> Result<HourlyForecast, ReloadFailure> = {
        .success(Self.forecast($0, at: $1))
    }
    /// Whether moves are written and named at once.
    var storesAtOnce = true
    /// What the broker was handed, in order.
    var published: [OutgoingMessage] = []
    var stored: [String: StoredTimeline] = [:]
    var shown: [String: ShownPlace] = [:]
    var logged: [String] = []
    var hourMarks: [UTCInstant] = []
    var reloads: [(at: UTCInstant, cells: [GridCell])] = []

    init(_ yaml: String, at now: UTCInstant, stored: StoredState = StoredState()) async throws {
        let (configuration, _) = try Configuration.parse(
            yaml: Array(yaml.utf8),
            fileName: "test.yaml",
            environment: ["HOME": "/nowhere"],
            topicRoom: { _, _, _ in nil }
        )
        self.now = now
        let source = NoSource()
        let used = Set(configuration.panels.map(\.source))
        state = await BridgeState.restored(
            configuration,
            from: stored,
            names: PlaceNames(geocoder: GeoNames(), zones: Self.zones),
            providers: Dictionary(
                uniqueKeysWithValues: used.map { ($0, WeatherProvider(source: source, zones: Self.zones)) }
            ),
            now: now
        )
    }

    /// Lets time pass until `end`, deadline by deadline.
    mutating func run(until end: UTCInstant) {
        while state.nextDeadline <= end {
            now = max(now, state.nextDeadline)
            carryOut(state.advance(to: now))
        }
        now = end
    }

    mutating func send(
        _ payload: String,
        to topic: String,
        isRetained: Bool = false,
        responseTopic: String? = nil,
        correlationData: [UInt8]? = nil
    ) {
        carryOut(
            state.receive(
                IncomingMessage(
                    topic: topic,
                    payload: Array(payload.utf8),
                    isRetained: isRetained,
                    responseTopic: responseTopic,
                    correlationData: correlationData
                ),
                at: now
            )
        )
    }

    mutating func carryOut(_ effects: [Effect]) {
        for effect in effects {
            switch effect {
            case .publish(let messages): published += messages
            case .publishPanels(let topics):
                hourMarks.append(now)
                var cache = EncodingCache()
                for id in state.panelIDs { published += state.messages(of: id, topics, cache: &cache, at: now) }
            case .publishChanges(let source, let before):
                var (old, new) = (EncodingCache(), EncodingCache())
                for id in state.panelIDs {
                    published += state.changedMessages(
                        of: id,
                        source,
                        before: before,
                        oldCache: &old,
                        newCache: &new,
                        at: now
                    )
                }
            case .reload(let source, let cells): reload(source, cells)
            case .store(_, let panel, let generation):
                if storesAtOnce { carryOut(state.stored(panel: panel, generation: generation, at: now)) }
            case .name(let coordinate, let panel, let generation):
                let place =
                    GeoNames().place(near: coordinate, language: state.panels[panel]?.configuration.language ?? "en")
                    ?? Place(name: "sea", timeZone: "UTC")
                if storesAtOnce { carryOut(state.placed(panel: panel, generation: generation, place, at: now)) }
            case .storeShown(let place, let panel): shown[panel] = place
            case .storeTimelines(let timelines): stored.merge(timelines) { $1 }
            case .log(_, let text): logged.append(text)
            }
        }
    }

    private mutating func reload(_ source: Configuration.Source, _ cells: [GridCell]) {
        reloads.append((now, cells))
        var answers: [GridCell: Result<ReloadedTimeline<WeatherEntry>, ReloadFailure>] = [:]
        for cell in cells {
            answers[cell] = upstream(cell, now).map { forecast in
                ReloadedTimeline(
                    timeline: WeatherTimeline.make(from: forecast, at: cell.center, zones: Self.zones),
                    archive: [1]
                )
            }
        }
        carryOut(state.finishReload(source, answers, at: now))
    }

    /// Sea-level pressure that tells the hour and the cell apart.
    static func forecast(_ cell: GridCell, at now: UTCInstant, hours: Int = 30) -> HourlyForecast {
        let rows = (0..<hours).map { index in
            let start = now.hourStart.addingHours(index)
            return HourlyForecast.Hour(
                start: start,
                temperature: Temperature(tenthsCelsius: Int(cell.latitudeHundredths) / 100),
                pressure: SeaLevelPressure(tenthsHPa: 10_000 + (start.unixSeconds / 3600) % 100),
                condition: .rain,
                isDaylight: true
            )
        }
        return HourlyForecast(hours: rows, timeZone: nil, obtained: now, source: "open-meteo")
    }

    /// The last payload on a topic, as text.
    func last(_ topic: String) -> String? {
        published.last { $0.topic == topic }.map { String(decoding: $0.payload, as: UTF8.self) }
    }

    func weather(_ topic: String) throws -> DecodedWeather {
        let message = try #require(published.last { $0.topic == topic }, "nothing on \(topic)")
        return try topic.hasSuffix("/frame")
            ? FrameDecoder.decode(message.payload) : WeatherPayload.decode(compactOrFull: message.payload)
    }
}

/// A source that is never asked: a rehearsal answers by itself.
private struct NoSource: ForecastSource {
    let name = "open-meteo"
    let placesPerRequest = 100
    func forecasts(for places: [Coordinate]) async -> [Result<HourlyForecast, ReloadFailure>] { [] }
}

let serverError = ReloadFailure(reason: "answered 500", retry: .backoff)
