import Commands
import Configuration
import Foundation
import Messaging
import Payloads
import Storage
import Support
import TestSupport
import Testing
import Time
import Timelines
import Upstreams
import Weather
import Widgets

@testable import Bridge
@testable import Places

/// A bridge that is nothing but its state: time, upstream and store are the test's.
///
/// Widgets other than the weather come from their real providers, which ask nobody here.
struct Rehearsal {
    /// The time zones that upstreams named, and the widgets that use them.
    let named: NamedZones
    let zones: LocalTimeZones

    var state: BridgeState
    var now: UTCInstant
    /// Answers for a cell; a forecast of 30 hours from the current one unless a test says otherwise.
    var upstream: (GridCell, UTCInstant) -> Result<HourlyForecast, ReloadFailure> = {
        .success(Self.forecast($0, at: $1))
    }
    /// Answers the conditions widget.
    var conditions: (GridCell, UTCInstant) -> Result<ConditionsReport, ReloadFailure> = {
        .success(Self.report($0, at: $1))
    }
    /// True if moves are written and named at once.
    var storesAtOnce = true
    /// The messages for the broker, in order.
    var published: [OutgoingMessage] = []
    var stored: [String: StoredTimeline] = [:]
    /// By panel, of the widget that was shown last.
    var shown: [String: ShownPlace] = [:]
    /// By panel and widget.
    var shownByWidget: [String: [String: ShownPlace]] = [:]
    /// The requests to store options that came while `storesOptionsAtOnce` was false, in order.
    var optionsToStore: [OptionsRequest] = []
    var storesOptionsAtOnce = true
    /// The requests to store panels that came while `storesPanelsAtOnce` was false, in order.
    var panelsToStore: [PanelRequest] = []
    var storesPanelsAtOnce = true
    /// The panels on the disk that were added, in order.
    var added: [StoredPanel] = []
    /// The panels whose place was to be named again, in order.
    var namedAgain: [String] = []
    var logged: [String] = []
    /// The warnings and errors among them.
    var warned: [String] = []
    /// The number of rounds through all panels.
    var roundCount = 0
    /// The number of times that refusals of upstreams were to be forgotten.
    var forgottenCount = 0
    /// The panels that were to be drawn before others.
    var drawn: Set<String> = []
    var hourMarks: [UTCInstant] = []
    /// Of the weather widget.
    var reloads: [(at: UTCInstant, cells: [GridCell])] = []

    init(
        _ yaml: String,
        at now: UTCInstant,
        stored: StoredState = StoredState(),
        environment: [String: String] = [:],
        named: NamedZones = NamedZones()
    ) async throws {
        await self.init(try Self.configuration(yaml, environment: environment), at: now, stored: stored, named: named)
    }

    static func configuration(_ yaml: String, environment: [String: String] = [:]) throws -> Configuration {
        try Configuration.parse(
            yaml: Array(yaml.withoutDiscovery.utf8),
            fileName: "test.yaml",
            environment: environment.merging(["HOME": "/nowhere"]) { $1 },
            catalogue: .kiatsu,
            topicRoom: { _, _, _, _ in nil }
        ).configuration
    }

    init(
        _ configuration: Configuration,
        at now: UTCInstant,
        stored: StoredState = StoredState(),
        named: NamedZones = NamedZones()
    ) async {
        self.now = now
        self.named = named
        zones = LocalTimeZones(database: TimeZoneDatabase(), table: GeoNames(), named: named)
        let environment = ProviderEnvironment(
            zones: zones,
            sources: Dictionary(uniqueKeysWithValues: NoSource.names.map { ($0, NoSource(name: $0)) }),
            collections: configuration.collections
        )
        state = await BridgeState.restored(
            configuration,
            catalogue: .kiatsu,
            from: stored,
            names: PlaceNames(geocoder: GeoNames(), zones: zones),
            makeProvider: { $0.anyProvider(for: $1, in: environment) },
            now: now
        )
    }

    /// Lets time pass until `end`, deadline by deadline.
    mutating func run(until end: UTCInstant) {
        while state.nextDeadline() <= end {
            now = max(now, state.nextDeadline())
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

    static func report(_ cell: GridCell, at now: UTCInstant) -> ConditionsReport {
        var current = CurrentConditions(observed: now, condition: .rain)
        current.temperature = Temperature(tenthsCelsius: Int(cell.latitudeHundredths) / 100)
        return ConditionsReport(
            current: current,
            airQuality: AirQuality(index: 42, scale: .european),
            days: [],
            timeZone: nil,
            obtained: now,
            source: "open-meteo"
        )
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
private struct NoSource: ForecastSource, ConditionsSource, QuoteSource {
    static let names = ["open-meteo", "openweather", "hitokoto"]

    let name: String
    let placesPerRequest = 100
    func forecasts(for places: [Coordinate]) async -> [Result<HourlyForecast, ReloadFailure>] { [] }
    func reports(for places: [Coordinate]) async -> [Result<ConditionsReport, ReloadFailure>] { [] }
    func quote(_ request: QuoteRequest) async -> Result<Quote, ReloadFailure> { .failure(serverError) }
}

let serverError = ReloadFailure(reason: "answered 500", retry: .backoff)
