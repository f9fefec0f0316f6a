import Foundation
import Testing
import Time
import Weather

/// Stored values may be damaged: decoding returns no value that the initializers would refuse.
@Suite struct DamagedValueTests {
    private func decode<Value: Decodable>(_ type: Value.Type, _ json: String) throws -> Value {
        try JSONDecoder().decode(type, from: Data(json.utf8))
    }

    @Test(arguments: [9991, -9991, 32_767, -32_768])
    func `a temperature that no thermometer shows is refused`(hundredths: Int) {
        #expect(throws: DecodingError.self) {
            try decode(Temperature.self, #"{"hundredthsCelsius":\#(hundredths)}"#)
        }
    }

    @Test(arguments: [0, 79_999, 115_001, -100_000, 2_147_483_647])
    func `a pressure that no barometer shows is refused`(hundredths: Int) {
        #expect(throws: DecodingError.self) {
            try decode(SeaLevelPressure.self, #"{"hundredthsHPa":\#(hundredths)}"#)
        }
    }

    @Test(arguments: [-1, 1501, .max, .min])
    func `a wind that no anemometer shows is refused`(tenths: Int) {
        #expect(throws: DecodingError.self) {
            try decode(WindSpeed.self, #"{"tenthsMetresPerSecond":\#(tenths)}"#)
        }
    }

    @Test(arguments: [("openweather", 0), ("openweather", 6), ("us-epa", -1), ("us-epa", 1000), ("cn-mee", .max)])
    func `an index that its scale does not have is refused`(scale: String, index: Int) {
        #expect(throws: DecodingError.self) {
            try decode(AirQuality.self, #"{"index":\#(index),"scale":"\#(scale)"}"#)
        }
    }

    @Test(arguments: [-719_529, 2_932_897, .max, .min])
    func `a day that is in no calendar is refused`(days: Int) {
        #expect(throws: DecodingError.self) { try decode(CivilDate.self, #"{"daysSinceEpoch":\#(days)}"#) }
    }

    @Test func `what was stored comes back, up to the ends of each range`() throws {
        func expectSame<Value: Codable & Equatable>(_ value: Value?) throws {
            let value = try #require(value)
            #expect(try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value)) == value)
        }
        for celsius in [-99.9, 0, 99.9] { try expectSame(Temperature(celsius: celsius)) }
        for pressure in [800.0, 1005.44, 1150] { try expectSame(SeaLevelPressure(hPa: pressure)) }
        for speed in [0.0, 6.9, 150] { try expectSame(WindSpeed(metresPerSecond: speed)) }
        for index in [1, 5] { try expectSame(AirQuality(index: index, scale: .openWeather)) }
        for year in [0, 2026, 9999] { try expectSame(CivilDate(year: year, month: 12, day: 31)) }
        try expectSame(CivilDate(year: 0, month: 1, day: 1))
    }
}
