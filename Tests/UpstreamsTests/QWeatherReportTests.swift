import TestSupport
import Testing
import Time
import Timelines
import Weather
import Widgets

@testable import Upstreams

@Suite(.timeLimit(.minutes(4)))
struct QWeatherReportTests {
    @Test func `generation v1 is read whole`() async throws {
        let server = try HTTPServer(QWeatherAnswers.all)
        let report = try await QWeatherAnswers.source(server).report()
        var current = CurrentConditions(observed: testNow, condition: .rain)
        current.text = SourceText("Light Rain", language: "en")
        current.temperature = Temperature(celsius: 12.34)
        current.apparentTemperature = Temperature(celsius: -0.5)
        current.windFromDegrees = 0
        current.windSpeed = WindSpeed(metresPerSecond: 4.7)
        current.relativeHumidityPercent = 69
        current.precipitationTenthsMillimetre = 13
        current.visibilityMetres = 29_020
        current.pressure = SeaLevelPressure(hPa: 1001.5)
        #expect(report.current == current)
        #expect(report.airQuality == AirQuality(index: 46, scale: .unitedStates))
        #expect(report.days.map(\.date.iso8601) == (6...10).map { "2022-02-\($0 < 10 ? "0" : "")\($0)" })
        let first = try #require(report.days.first)
        #expect(first.maximum == Temperature(celsius: 20) && first.minimum == Temperature(celsius: 10.5))
        #expect(first.dayCondition == .mostlyCloudy && first.nightCondition == .snow)
        #expect(report.timeZone == nil && report.obtained == testNow && report.source == "qweather")
    }

    @Test func `generation v7 is read whole, but for its pressure, which is the station's`() async throws {
        let server = try HTTPServer(QWeatherAnswers.all)
        let report = try await QWeatherAnswers.source(server, generation: "v7").report()
        var current = CurrentConditions(observed: UTCInstant(unixSeconds: 1_644_045_720), condition: .sleet)
        current.text = SourceText("阵雨夹雪", language: "zh")
        current.temperature = Temperature(celsius: -3)
        current.apparentTemperature = Temperature(celsius: -8)
        current.isDaylight = false
        current.windFromDegrees = 0
        current.windSpeed = WindSpeed(metresPerSecond: 5)
        current.relativeHumidityPercent = 74
        current.precipitationTenthsMillimetre = 3
        current.visibilityMetres = 4000
        #expect(report.current == current)
        #expect(report.current.pressure == nil)
        #expect(report.airQuality == AirQuality(index: 128, scale: .china))
        #expect(report.days.map(\.date.day) == Array(5...11))
        let last = try #require(report.days.last)
        #expect(last.maximum == Temperature(celsius: 11) && last.minimum == Temperature(celsius: -11))
        #expect(last.dayCondition == .clear && last.nightCondition == .clear)
    }

    @Test(arguments: [
        (#""小雪""#, "zh"), (#""Light snow""#, "en"), (#""小雨转晴""#, "zh"), (#""弱い雪""#, nil),
        (#""Leichter Schneeregen ü""#, nil),
        (#""""#, nil), ("null", nil), ("7", nil), (#""a\u0007b""#, nil),
    ])
    func `its words count where their language shows`(text: String, language: String?) throws {
        let v7 = #"{"now":{"temp":"1","icon":"400","text":\#(text)}}"#
        let v1 = #"{"condition":{"text":\#(text),"code":"400"},"temperature":{"value":1,"unit":"°C"}}"#
        let reports = [
            QWeatherV7.current(Array(v7.utf8), now: testNow), QWeatherV1.current(Array(v1.utf8), now: testNow),
        ]
        for current in reports {
            let current = try #require(current)
            #expect(current.text?.language == language && current.condition == .snow)
        }
    }

    @Test func `generation v1 is asked by path, with two decimals and the key in a header`() async throws {
        let server = try HTTPServer(QWeatherAnswers.all)
        _ = try await QWeatherAnswers.source(server).report(-33.869, 151.2)
        let requests = server.requests.sorted { $0.path < $1.path }
        #expect(
            requests.map(\.path) == [
                "/airquality/v1/current/-33.87/151.20", "/weather/v1/current/-33.87/151.20",
                "/weather/v1/daily/-33.87/151.20",
            ]
        )
        #expect(requests.map(\.query) == [[:], [:], ["days": "5", "localTime": "true"]])
        #expect(requests.allSatisfy { $0.headers["x-qw-api-key"] == "s3cret" && $0.headers["authorization"] == nil })
    }

    @Test func `generation v7 is asked with the longitude first`() async throws {
        let server = try HTTPServer(QWeatherAnswers.all)
        _ = try await QWeatherAnswers.source(server, generation: "v7").report(-33.869, 151.2)
        #expect(Set(server.requests.map(\.path)) == ["/v7/weather/now", "/v7/weather/7d", "/v7/air/now"])
        #expect(server.requests.allSatisfy { $0.query == ["location": "151.20,-33.87"] })
        #expect(server.requests.allSatisfy { $0.headers["x-qw-api-key"] == "s3cret" })
    }

    @Test(arguments: [
        (#"{"code":"us-epa","aqi":46},{"code":"cn-mee","aqi":30.5}"#, AirQuality(index: 31, scale: .china)),
        (#"{"code":"qaqi","aqi":0.9},{"code":"us-epa","aqi":"57"}"#, AirQuality(index: 57, scale: .unitedStates)),
        (#"{"code":"cn-mee","aqi":null},{"code":"us-epa","aqi":1}"#, AirQuality(index: 1, scale: .unitedStates)),
        (#""nothing",{"code":"us-epa","aqi":2}"#, AirQuality(index: 2, scale: .unitedStates)),
        (#"{"code":"eu-eea","aqi":3},{"code":"qaqi","aqi":0.9}"#, nil),
        (#"{"code":"us-epa","aqi":-1}"#, nil), (#"{"code":"us-epa","aqi":1000}"#, nil),
        (#"{"code":"us-epa","aqi":"NA"}"#, nil), (#"{"code":"us-epa"}"#, nil), ("", nil),
    ])
    func `China's air quality index is preferred, then that of the United States`(
        indexes: String,
        expected: AirQuality?
    ) {
        #expect(QWeatherV1.airQuality(Array(QWeatherAnswers.airV1(indexes).utf8)) == expected)
    }

    @Test(arguments: [
        // Written in local time, the day stands there.
        ("2022-02-05T00:00+14:00", -157.5, "2022-02-05"), ("2022-02-05T00:00:00-11:00", -170.7, "2022-02-05"),
        // In UTC it is the day that begins at this moment where the sun is about right.
        ("2022-02-05T00:00Z", -0.1, "2022-02-05"), ("2022-02-04T15:00Z", 139.7, "2022-02-05"),
        ("2022-02-05T05:00Z", -73.9, "2022-02-05"), ("2022-02-04T11:00Z", 174.8, "2022-02-05"),
        ("2022-02-05T11:00Z", -170.7, "2022-02-05"), ("2022-02-04T18:30Z", 77.2, "2022-02-05"),
    ])
    func `a day is that of the place's calendar`(start: String, longitude: Double, date: String) throws {
        let place = try #require(Coordinate(latitude: 0, longitude: longitude))
        let days = QWeatherV1.days(Array(QWeatherAnswers.daysV1([start]).utf8), at: place)
        #expect(days?.map(\.date.iso8601) == [date])
    }

    @Test(arguments: [
        ("2022-02-05T16:22+09:00", 1_644_045_720), ("2022-02-05T07:22Z", 1_644_045_720),
        ("2022-02-05T07:22:30Z", 1_644_045_750), ("2022-02-04T21:52-09:30", 1_644_045_720),
        ("2022-02-05T07:22", nil), ("2022-02-05 07:22Z", nil), ("2022-02-30T07:22Z", nil), ("2022-02-05T24:00Z", nil),
        ("2022-02-05T7:22Z", nil), ("2022-02-05T07:60Z", nil), ("2022-02-05T07:22+0900", nil), ("", nil), ("T", nil),
        ("2022-02-05T+7:22Z", nil), ("2022-02-05T07:22+", nil), ("2022-02-05TZ", nil),
    ])
    func `a time is read with seconds or without`(text: String, unixSeconds: Int?) {
        #expect(ISO8601Time(text)?.instant.unixSeconds == unixSeconds)
    }

    @Test(arguments: [
        (#""temperature":{"value":54,"unit":"°F"}"#, nil), (#""temperature":{"value":"12.5","unit":"°C"}"#, 12.5),
        (#""temperature":12.5"#, nil), (#""temperature":null"#, nil),
        (#""temperature":{"value":1e3,"unit":"°C"}"#, nil),
        (#""temperature":{"value":[1],"unit":"°C"}"#, nil),
    ])
    func `a value of another type or unit is left out, and nothing else with it`(
        field: String,
        celsius: Double?
    ) throws {
        let json = #"{"condition":{"code":100},"humidity":"0.5","wind":"calm","visibility":{},\#(field)}"#
        let current = try #require(QWeatherV1.current(Array(json.utf8), now: testNow))
        #expect(current.temperature?.celsius == celsius)
        #expect(current.condition == .clear && current.relativeHumidityPercent == 50)
        #expect(current.windSpeed == nil && current.visibilityMetres == nil && current.pressure == nil)
    }

    @Test func `generation v7 may send numbers as numbers, and nonsense is left out`() throws {
        let json = """
            {"code":"200","now":{"obsTime":7,"temp":-3.5,"icon":999,"wind360":-999,"windSpeed":"","humidity":"101",
            "precip":true,"vis":"1e9","pressure":1004}}
            """
        let current = try #require(QWeatherV7.current(Array(json.utf8), now: testNow))
        var expected = CurrentConditions(observed: testNow, condition: .unknown)
        expected.temperature = Temperature(celsius: -3.5)
        #expect(current == expected)
    }

    @Test func `only an icon for the night alone says that it is night`() throws {
        let nights = try (100...999).filter { icon in
            let json = #"{"now":{"temp":"1","icon":"\#(icon)"}}"#
            let isDaylight = try #require(QWeatherV7.current(Array(json.utf8), now: testNow)).isDaylight
            #expect(isDaylight != true)
            return isDaylight == false
        }
        #expect(nights == Array(150...159) + [350, 351, 456, 457])
    }

    @Test func `a row of days that cannot be read takes no other with it`() throws {
        let row = #"{"fxDate":"2022-02-05","tempMax":"7"}"#
        let json = #"{"code":"200","daily":[1,{},{"fxDate":"x","tempMax":"1"},{"fxDate":"2022-02-06"},\#(row)]}"#
        let days = try #require(QWeatherV7.days(Array(json.utf8)))
        #expect(days.map(\.date.iso8601) == ["2022-02-05"])
        #expect(QWeatherV7.days(Array(#"{"code":"200","daily":{}}"#.utf8)) == nil)
    }
}
