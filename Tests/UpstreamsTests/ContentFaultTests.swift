import TestSupport
import Testing
import Time
import Timelines
import Weather
import Widgets

@testable import Upstreams

/// An hour of an answer as it is written, which need not be JSON.
struct WrittenHour: Sendable {
    /// Hours from now on.
    var offset: Int
    var pressure: String
}

/// A source of forecasts, and how it writes an answer.
enum ForecastService: String, Sendable, CaseIterable {
    case openMeteo, openWeather, metNorway

    func answer(_ hours: [WrittenHour]) -> String {
        func list(_ write: (WrittenHour) -> String) -> String { hours.map(write).joined(separator: ",") }
        func start(_ hour: WrittenHour) -> UTCInstant { testNow.hourStart.addingHours(hour.offset) }
        switch self {
        case .openMeteo:
            let times = list { "\(start($0).unixSeconds)" }
            return #"{"timezone":"Asia/Tokyo","hourly":{"time":[\#(times)],"pressure_msl":[\#(list(\.pressure))]}}"#
        case .openWeather:
            let rows = list { #"{"dt":\#(start($0).unixSeconds),"pressure":\#($0.pressure)}"# }
            return #"{"timezone":"Asia/Tokyo","hourly":[\#(rows)]}"#
        case .metNorway:
            let rows = list { hour in
                #"{"time":"\#(start(hour).iso8601)","data":{"instant":{"details":"#
                    + #"{"air_pressure_at_sea_level":\#(hour.pressure)}}}}"#
            }
            return #"{"properties":{"timeseries":[\#(rows)]}}"#
        }
    }

    /// The forecast that is made of the answer, or the failure.
    func forecast(from text: String) async throws -> Result<HourlyForecast, ReloadFailure> {
        let server = try HTTPServer { _ in .json(text) }
        let client = HTTPClient(version: "0", contact: "test")
        let clock = TestClock(now: testNow)
        let source: any ForecastSource =
            switch self {
            case .openMeteo: OpenMeteo(client: client, clock: clock, baseURL: server.baseURL)
            case .openWeather: OpenWeather(client: client, clock: clock, baseURL: server.baseURL, apiKey: "k")
            case .metNorway: UpstreamsTests.metNorway(server, clock: clock)
            }
        return try #require(await source.forecasts(for: try coordinates((35.65, 139.63))).first)
    }
}

@Suite(.timeLimit(.minutes(1)))
struct ContentFaultTests {
    /// The pressure of an hour says which row it is from.
    private static func hours(_ offsets: [Int]) -> [WrittenHour] {
        offsets.enumerated().map { WrittenHour(offset: $1, pressure: "\(1000 + $0)") }
    }

    /// Offsets as they are written, and what is read: offset and row.
    private static let orders: [(name: String, written: [Int], read: [(offset: Int, row: Int)])] = [
        ("in order", [0, 1, 2, 3], [(0, 0), (1, 1), (2, 2), (3, 3)]),
        ("hours missing", [0, 1, 5, 6], [(0, 0), (1, 1), (5, 2), (6, 3)]),
        ("duplicated", [0, 1, 1, 2, 2, 2], [(0, 0), (1, 1), (2, 3)]),
        ("unsorted", [3, 0, 2, 1], [(0, 1), (1, 3), (2, 2), (3, 0)]),
        ("time going backwards", [2, 1, 0, -1, -2], [(-2, 4), (-1, 3), (0, 2), (1, 1), (2, 0)]),
        ("time beginning again", [0, 1, 2, 0, 1, 2, 3], [(0, 0), (1, 1), (2, 2), (3, 6)]),
        ("a row of another year", [0, 1, 9000, 2], [(0, 0), (1, 1), (2, 3), (9000, 2)]),
    ]

    @Test(arguments: ForecastService.allCases, orders.indices)
    func `each hour has the first row that is written for it, in the order of time`(
        service: ForecastService,
        index: Int
    ) async throws {
        let order = Self.orders[index]
        let forecast = try await service.forecast(from: service.answer(Self.hours(order.written))).get()
        let expected = order.read.map { testNow.hourStart.addingHours($0.offset) }
        #expect(forecast.hours.map(\.start) == expected, "\(order.name)")
        #expect(forecast.hours.map { $0.pressure?.wholeHPa } == order.read.map { 1000 + $0.row }, "\(order.name)")
    }

    @Test(arguments: ForecastService.allCases)
    func `an answer of the past alone is none`(service: ForecastService) async throws {
        let failure = failure(of: try await service.forecast(from: service.answer(Self.hours([-3, -2, -1]))))
        #expect(failure.retry == .halfHourly)
        #expect(failure.reason.contains("no data"))
    }

    @Test(arguments: ForecastService.allCases, ["null", "0", "-1", "1e308", "-1e308", "799.9", "1150.1"])
    func `a pressure that no barometer shows is none, and the other hours stay`(
        service: ForecastService,
        text: String
    ) async throws {
        var hours = Self.hours([0, 1, 2])
        hours[1].pressure = text
        let forecast = try await service.forecast(from: service.answer(hours)).get()
        #expect(forecast.hours.map { $0.pressure?.wholeHPa } == [1000, nil, 1002])
    }

    @Test(
        arguments: ForecastService.allCases,
        [
            "NaN", "Infinity", "1e999", "-1e999", "1e-400", "\"NaN\"", "\"1005\"", "true", "[1005]", "{}", "01005",
            "1005.", "+1005",
        ]
    )
    func `an answer with what is no number is refused as a whole`(
        service: ForecastService,
        text: String
    ) async throws {
        var hours = Self.hours([0, 1, 2])
        hours[1].pressure = text
        let failure = failure(of: try await service.forecast(from: service.answer(hours)))
        #expect(failure.retry == .backoff)
        #expect(failure.reason.contains("cannot be read"))
    }

    @Test(arguments: ForecastService.allCases)
    func `what nobody reads may be as long as an answer may`(service: ForecastService) async throws {
        let text = service.answer(Self.hours([0, 1]))
        let filler = #"{"x":"\#(String(repeating: "x", count: 900_000))","#
        #expect(try await service.forecast(from: filler + text.dropFirst()).get().hours.count == 2)
    }
}
