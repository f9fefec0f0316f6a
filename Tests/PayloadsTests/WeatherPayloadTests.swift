import TestSupport
import Testing
import Time
import Weather

@testable import Payloads
@testable import Widgets

@Suite struct WeatherPayloadTests {
    @Test(arguments: [
        ("", "it is not JSON"), ("[1]", "it is not an object"), (#"{"ts":1}"#, "“n” is missing"),
        (#"{"ts":"x"}"#, "“ts” has the wrong type"), ("nul", "it is not JSON"),
    ])
    func `what is no weather says why`(json: String, reason: String) {
        #expect(throws: WeatherPayloadError.notWeather(reason)) {
            try WeatherPayload.decode(compactOrFull: Array(json.utf8))
        }
    }

    @Test(arguments: [
        (#""ts":1644048000"#, #""ts":-1"#, WeatherPayloadError.valueOutOfRange(key: "ts")),
        (#""t":5.8"#, #""t":100"#, .valueOutOfRange(key: "t")),
        ("1005.3,", "", .count(key: "p", count: 23)),
        ("1005.3,", "1.5,", .valueOutOfRange(key: "p")),
        ("PPccff", "PPccfz", .valueOutOfRange(key: "i")),
        ("PPccff", "PPccf", .count(key: "i", count: 23)),
        (#""18""#, #""24""#, .valueOutOfRange(key: "l")),
        (#""18","#, "", .count(key: "l", count: 23)),
        (#""h":[6,"#, #""h":[101,"#, .valueOutOfRange(key: "h")),
        (#""off":540"#, #""off":2000"#, .valueOutOfRange(key: "off")),
        (#""fetched":1644044700"#, #""fetched":-1"#, .valueOutOfRange(key: "fetched")),
    ])
    func `a value that cannot be is refused by its key`(
        value: String,
        replacement: String,
        expected: WeatherPayloadError
    ) throws {
        let json = String(decoding: try #require(Sample.setagaya.payloads(.full).first).bytes, as: UTF8.self)
        try #require(json.contains(value))
        #expect(throws: expected) {
            try WeatherPayload.decode(compactOrFull: Array(json.replacing(value, with: replacement).utf8))
        }
    }

    @Test func `JSON in other units is not taken for metric`() throws {
        let json = try #require(Sample.setagaya.payloads(.full, display: .imperial).first).bytes
        #expect(throws: WeatherPayloadError.notWeather("it is in F and inHg, and only °C and hPa are read")) {
            try WeatherPayload.decode(compactOrFull: json)
        }
    }

    @Test func `the compact JSON decodes to what it carries`() throws {
        let json = try #require(Sample.setagaya.payloads(.compact).first).bytes
        let weather = try WeatherPayload.decode(compactOrFull: json)
        #expect(weather.date.unixSeconds == 1_644_048_000)
        #expect(weather.placeName == "世田谷区")
        #expect(weather.temperature?.tenthsCelsius == 58)
        #expect(weather.pressures.prefix(3).map { $0?.tenthsHPa } == [10050, 10050, 10050])
        #expect(weather.icons == "PPccffooggorrdRWXOPFCCPP")
        #expect(weather.temperatures == nil)
        #expect(weather.isPlaceholder == nil)
        #expect(weather.trend == .unknown)
    }

    @Test(arguments: UInt64(0)..<200)
    func `damaged JSON is refused or read and drawn but never traps`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var json = try #require(Sample.setagaya.payloads(.full).first).bytes
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            let digits = Array("0123456789-eE.,\"[]{}nullx".utf8)
            json[Int.random(in: 0..<json.count, using: &random)] = digits.randomElement(using: &random) ?? 0
        }
        guard let weather = try? WeatherPayload.decode(compactOrFull: json) else { return }
        #expect(weather.pressures.count == 24)
        #expect(weather.conditions.count == 24)
        #expect(!TerminalRendering(usesColor: false).text(of: weather).isEmpty)
    }
}
