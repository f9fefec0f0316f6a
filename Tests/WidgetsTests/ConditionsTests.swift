import TestSupport
import Testing
import Time
import Timelines
import Weather
import Widgets

private let start = UTCInstant(unixSeconds: 1_795_298_400)  // 2026-11-21T22:00:00Z

private func report(
    zone: String? = "Asia/Tokyo",
    obtained: UTCInstant = start + .seconds(310),
    observed: UTCInstant = start,
    firstDay: String = "2026-11-22",
    dayCount: Int = 5,
    isDaylight: Bool? = nil
) throws -> ConditionsReport {
    var current = CurrentConditions(observed: observed, condition: .mostlyCloudy)
    current.temperature = Temperature(celsius: -3.46)
    current.apparentTemperature = Temperature(celsius: -7.02)
    current.isDaylight = isDaylight
    current.windFromDegrees = 340
    current.windSpeed = WindSpeed(metresPerSecond: 3.6)
    current.relativeHumidityPercent = 48
    current.precipitationTenthsMillimetre = 12
    current.visibilityMetres = 16_000
    current.pressure = SeaLevelPressure(hPa: 1013.25)
    let first = try #require(CivilDate(iso8601: firstDay))
    let days = (0..<dayCount).map { (index: Int) -> DailyForecast in
        DailyForecast(
            date: first.addingDays(index),
            minimum: Temperature(celsius: -5 + Double(index)),
            maximum: index == 1 ? nil : Temperature(celsius: 14.6),
            dayCondition: index == 2 ? .unknown : .rain,
            nightCondition: index == 0 ? .clear : .unknown
        )
    }
    return ConditionsReport(
        current: current,
        airQuality: AirQuality(index: 42, scale: .unitedStates),
        days: days,
        timeZone: zone,
        obtained: obtained,
        source: "test"
    )
}

private func make(_ report: ConditionsReport, at coordinate: Coordinate = .origin) -> Timeline<ConditionsEntry> {
    ConditionsTimeline.make(from: report, at: coordinate, zones: HostZones(everywhere: "Asia/Tokyo"))
}

@Suite struct ConditionsTimelineTests {
    @Test func `five hours have the same observation`() throws {
        let report = try report()
        let timeline = make(report)
        #expect(timeline.entries.map(\.date) == (0..<5).map { start.addingHours($0) })
        #expect(timeline.entries.allSatisfy { $0.current == report.current && $0.airQuality == report.airQuality })
        #expect(timeline.obtained == report.obtained)
    }

    @Test(arguments: [
        ("Asia/Kolkata", "2026-11-21T16:05Z", 30), ("Asia/Kathmandu", "2026-11-21T18:20Z", 15),
        ("Pacific/Chatham", "2026-11-21T06:59Z", 15), ("Australia/Adelaide", "2026-11-21T13:00Z", 30),
    ])
    func `a day that begins within an hour begins on time`(zone: String, obtained: String, minute: Int) throws {
        let obtained = try moment(obtained)
        let report = try report(zone: zone, obtained: obtained)
        let entries = make(report).entries
        #expect(entries.count == 6)
        let midnight = try #require(entries.first { $0.date != $0.date.hourStart })
        #expect((midnight.date.unixSeconds - midnight.date.hourStart.unixSeconds) / 60 == minute)
        #expect(midnight.end == midnight.date.hourStart.addingHours(1), "it ends with its hour")
        #expect(entries.filter { $0.date < midnight.date }.allSatisfy { $0.today < midnight.today })
        #expect(entries.filter { $0.date > midnight.date }.allSatisfy { $0.today == midnight.today })
    }

    @Test(
        arguments: [
            "Asia/Tokyo", "Asia/Kolkata", "Asia/Kathmandu", "Pacific/Chatham", "Australia/Lord_Howe", "America/Havana",
            "Asia/Beirut", "America/St_Johns", "Pacific/Kiritimati", "Pacific/Marquesas",
        ],
        ["2025-03-08T22:10Z", "2025-03-29T19:59Z", "2025-11-02T01:30Z", "2025-10-25T17:45Z", "2025-04-05T11:00Z"]
    )
    func `the days that are shown never begin with yesterday`(zone: String, first: String) throws {
        let zones = HostZones()
        for hour in 0..<24 {
            let obtained = try moment(first).addingHours(hour)
            let yesterday = zones.date(obtained, in: zone).addingDays(-1).iso8601
            let timeline = make(try report(zone: zone, obtained: obtained, firstDay: yesterday))
            for second in stride(from: obtained.unixSeconds, to: obtained.hourStart.unixSeconds + 5 * 3600, by: 900) {
                let now = UTCInstant(unixSeconds: second)
                let entry = try #require(timeline.entry(at: now))
                #expect(entry.today == zones.date(now, in: zone) && now < entry.end)
                #expect(entry.days.first??.date == entry.today && entry.days.count == 4)
            }
        }
    }

    @Test(arguments: [(0, 0), (1, 1), (3, 3), (4, 4), (9, 4)])
    func `a day that the report lacks is a gap`(given: Int, shown: Int) throws {
        let entry = try #require(make(try report(dayCount: given)).entries.first)
        #expect(entry.days.count == 4)
        #expect(entry.days.map { $0 != nil } == (0..<4).map { $0 < shown })
    }

    @Test(arguments: [nil, true, false], ["2026-11-21T20:05Z", "2026-11-22T06:05Z"])
    func `day begins and ends with the weather widget's, whatever the upstreams say`(
        said: Bool?,
        obtained: String
    ) throws {
        let obtained = try moment(obtained)
        // The sun rises there at 21:24Z and sets at 07:32Z.
        let place = try #require(Coordinate(latitude: 35.65, longitude: 139.63))
        let report = try report(obtained: obtained, observed: obtained.hourStart, isDaylight: said)
        let hours = (0..<30).map { index in
            HourlyForecast.Hour(
                start: obtained.hourStart.addingHours(index),
                temperature: Temperature(celsius: 5),
                pressure: nil,
                condition: .clear,
                isDaylight: said.map { $0 == index.isMultiple(of: 2) }
            )
        }
        let forecast = HourlyForecast(hours: hours, timeZone: nil, obtained: obtained, source: "test")
        let weather = WeatherTimeline.make(from: forecast, at: place, zones: HostZones(everywhere: "Asia/Tokyo"))
        let conditions = make(report, at: place).entries
        #expect(conditions.map(\.isDaylight) == weather.entries.map(\.hours[0].isDaylight))
        #expect(Set(conditions.map(\.isDaylight)) == [true, false])
    }

    @Test(arguments: [("Asia/Kolkata", "Asia/Kolkata"), ("Nowhere/Known", "Asia/Tokyo"), (nil, "Asia/Tokyo")])
    func `the upstream's zone comes first and the table's after`(given: String?, used: String) throws {
        let entries = make(try report(zone: given)).entries
        #expect(entries.allSatisfy { $0.timeZone == used && $0.placeTimeZone == used })
    }
}

@Suite struct ConditionsDocumentTests {
    private let american = Units(temperature: .fahrenheit, pressure: .inchesOfMercury, wind: .milesPerHour)

    private func text(_ context: DisplayContext, report: ConditionsReport? = nil) throws -> DocumentText {
        let report = try report ?? Self.night()
        let entry = try #require(make(report).entries.first)
        return try DocumentText(entry.content(in: context))
    }

    /// At 0° north, 0° east it is night at 22 UTC.
    private static func night() throws -> ConditionsReport { try report() }

    @Test func `an observation that is old says so as long as it is shown`() throws {
        let entries = make(try report()).entries
        let ages = try entries.map { try DocumentText($0.content(in: context())).compact }.map { compact in
            compact.firstMatch(of: /,"age":(\d+)}$/).map { String($0.1) }
        }
        #expect(ages == [nil, nil, "2", "3", "4"])
        let older = try report(observed: start.addingHours(-300))
        #expect(try text(context(.small), report: older).compact.hasSuffix(#","age":255}"#))
    }

    @Test(arguments: [("zh", "小雪"), ("zh-CN", "小雪"), ("zh-TW", "雪"), ("ja", "雪"), ("en", "Snow")])
    func `the upstream's own words are shown where they are in the panel's language`(
        language: String,
        shown: String
    ) throws {
        var report = try report()
        report.current.condition = .snow
        report.current.text = SourceText("小雪", language: "zh")
        let text = try text(context(language: language), report: report)
        #expect(text.fields["text"] == shown)
        #expect(text.compact.contains(#""x":"\#(shown)""#))
    }

    @Test(arguments: [(0, 12, "北风"), (44, 20, "东北风"), (359, 20, "北风"), (225, 90, "西南风"), (44, 2, nil)])
    func `the wind is told in words, but for a calm`(degrees: Int, tenths: Int, name: String?) throws {
        var report = try report()
        report.current.windFromDegrees = degrees
        report.current.windSpeed = WindSpeed(metresPerSecond: Double(tenths) / 10)
        #expect(try text(context(language: "zh"), report: report).fields["wind_text"] == name ?? "null")
    }

    @Test func `the compact JSON is in degrees Celsius whatever the units`() throws {
        let x = Words.conditionName(.mostlyCloudy, language: "en")
        let ac = Words.airQualityName(.usGood, language: "en")
        let expected =
            #"{"ts":1795298400,"t":-3.5,"n":"Setagaya","x":"\#(x)","i":"p","wd":340,"ws":3,"rh":48,"aq":42,"#
            + #""ac":"\#(ac)","d":[[-5,15,"Rc"],[-4,null,"Rr"],[-3,15,"??"],[-2,15,"Rr"]]}"#
        #expect(try text(context()).compact == expected)
        #expect(try text(context(units: american)).compact == expected)
    }

    @Test func `the full JSON adds what is observed and where from`() throws {
        let rain = Words.conditionName(.rain, language: "en")
        let unknown = Words.conditionName(.unknown, language: "en")
        let text = try text(context())
        let added =
            #"""
            "ob":1795298400,"ot":"\#(Words.hourText(7, language: "en"))","fl":-7,"wv":3.6,"wt":"Northerly",\#
            "pr":1.2,"vis":16000,\#
            "p":1013.3,"aqs":"us-epa","dt":["\#(rain)","\#(rain)","\#(unknown)","\#(rain)"],\#
            "dd":["2026-11-22","2026-11-23","2026-11-24","2026-11-25"],"off":540,"tz":"Asia/Tokyo",\#
            "fetched":1795298710,"ut":"07:05","src":"test"}
            """#
        #expect(text.full == text.compact.dropLast() + "," + added)
    }

    @Test func `full JSON and fields are in the panel's units`() throws {
        let text = try text(context(units: american))
        for part in [
            #""t":25.8,"#, #""fl":19.4,"#, #""wv":8,"#, #""p":29.92,"#,
            #""d":[[23,58,"Rc"],[25,null,"Rr"],[27,58,"??"],[28,58,"Rr"]]"#, #""u":["F","inHg","mph"]}"#,
        ] {
            #expect(text.full.contains(part), "\(part)")
        }
        #expect(text.fields["temperature"] == "25.8" && text.fields["feels_like"] == "19.4")
        #expect(text.fields["wind_speed"] == "8")
        #expect(text.fields["days"] == #"[[23,58,"Rc"],[25,null,"Rr"],[27,58,"??"],[28,58,"Rr"]]"#)
    }

    @Test func `fields`() throws {
        #expect(
            try text(context()).fields == [
                "temperature": "-3.5", "place": "Setagaya", "condition": "partlycloudy",
                "text": Words.conditionName(.mostlyCloudy, language: "en"), "icon": "p", "wind_direction": "340",
                "wind_force": "3", "wind_speed": "3.6", "wind_text": "Northerly", "humidity": "48", "aqi": "42",
                "air_quality": Words.airQualityName(.usGood, language: "en"),
                "days": #"[[-5,15,"Rc"],[-4,null,"Rr"],[-3,15,"??"],[-2,15,"Rr"]]"#, "observed": "1795298400",
                "feels_like": "-7", "precipitation": "1.2", "visibility": "16000", "updated": "1795298710",
                "updated_time": "07:05",
            ]
        )
    }

    @Test func `the small family leaves out the days and nothing else`() throws {
        let (small, medium) = (try text(context(.small)), try text(context()))
        #expect(small.fullKeys == medium.fullKeys.filter { !["d", "dt", "dd"].contains($0) })
        #expect(Set(medium.fields.keys).subtracting(small.fields.keys) == ["days"])
        #expect(small.compact == medium.compact.prefix { _ in true }.replacing(/,"d":.*/, with: "}"))
    }

    @Test func `an icon theme names the picture`() throws {
        let text = try text(context(theme: .hare))
        #expect(text.full.hasSuffix(#","src":"test","icon":"cloudy"}"#) && text.fields["icon"] == "cloudy")
        #expect(text.compact.contains(#""i":"p""#) && !text.compact.contains(#""icon""#))
    }

    @Test func `what is missing is null`() throws {
        let bare = ConditionsReport(
            current: CurrentConditions(observed: start, condition: .snow),
            airQuality: nil,
            days: [],
            timeZone: nil,
            obtained: start,
            source: "test"
        )
        let text = try text(context(), report: bare)
        #expect(
            text.compact.contains(#""t":null,"#)
                && text.compact.contains(#""wd":null,"ws":null,"rh":null,"aq":null,"ac":null,"#)
        )
        #expect(text.compact.hasSuffix(#""d":[[null,null,"??"],[null,null,"??"],[null,null,"??"],[null,null,"??"]]}"#))
        #expect(
            text.full.contains(
                #""fl":null,"wv":null,"wt":null,"pr":null,"vis":null,"p":null,"aqs":null,"dt":[null,null,null,null]"#
            )
        )
    }

    @Test func `the sample is marked and whole at any hour`() throws {
        for hour in 0..<48 {
            let sample = ConditionsWidget().sample(at: start.addingHours(hour) + .seconds(1234))
            #expect(sample.isPlaceholder && sample.source == "sample" && sample.date == start.addingHours(hour))
            #expect(sample.days.allSatisfy { $0 != nil } && sample.days.first??.date == sample.today)
        }
        let text = try DocumentText(ConditionsWidget().sample(at: start).content(in: context(language: "ja")))
        #expect(text.fields["place"] == Words.sampleName(language: "ja"))
        #expect(text.fields["updated"] == "null")
    }

    @Test func `the longest leaves room for texts`() throws {
        let theme = try #require(IconTheme(name: "long", names: [63: String(repeating: "p", count: 24)]))
        let entry = ConditionsWidget().largest
        let units = TemperatureUnit.allCases.flatMap { temperature in
            PressureUnit.allCases.flatMap { pressure in
                WindUnit.allCases.map { Units(temperature: temperature, pressure: pressure, wind: $0) }
            }
        }
        for units in units {
            let text = try DocumentText(entry.content(in: context(units: units, theme: theme)))
            // Fixed header, topic and packet identifier of a panel whose id has 24 characters.
            let overhead = 3 + 2 + "kiatsu/".utf8.count + 24 + "/conditions".utf8.count + 2
            #expect(text.longestCompact + overhead <= 255 - 24)
            #expect(text.longestFull + overhead + "/full".utf8.count <= 1024 - 240)
        }
    }
}
