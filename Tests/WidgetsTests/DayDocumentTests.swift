import Synchronization
import TestSupport
import Testing
import Time
import Timelines
import Weather
import Widgets

private let start = UTCInstant(unixSeconds: 1_795_298_400)  // 2026-11-21T22:00:00Z

@Suite struct DayDocumentTests {
    /// The entry for a moment, of a timeline that was made the day before.
    private func text(_ context: DisplayContext, zone: String = "Asia/Tokyo", at moment: UTCInstant) throws
        -> DocumentText
    {
        let timeline = DayTimeline.make(
            in: zone,
            at: moment.addingHours(-24),
            quote: Quote(text: "Carpe diem.", from: "Horatius"),
            source: "hitokoto",
            zones: HostZones()
        )
        return try DocumentText(try #require(timeline.entry(at: moment)).content(in: context))
    }

    private let sunday = Words.weekdayName(7, language: "ja")

    @Test func `the medium family has date and quote`() throws {
        let text = try text(context(language: "ja", options: ["slogan": "気圧"], hour: start), at: start)
        let compact =
            #"{"ts":1795298400,"y":2026,"m":11,"d":22,"w":7,"wn":"\#(sunday)","s":"気圧","q":"Carpe diem."}"#
        let full =
            #","f":"Horatius","hh":7,"mm":0,"ss":0,"date":"2026-11-22","tz":"Asia/Tokyo","off":540,"src":"hitokoto"}"#
        #expect(text.compact == compact)
        #expect(text.full == compact.dropLast() + full)
        #expect(
            text.fields == [
                "date": "2026-11-22", "weekday": sunday, "slogan": "気圧", "quote": "Carpe diem.", "from": "Horatius",
                "year": "2026", "month": "11", "day": "22",
                "hour": "7", "minute": "0", "second": "0",
            ]
        )
    }

    @Test func `the small family has the date alone`() throws {
        let text = try text(context(.small, language: "ja", options: ["slogan": "気圧"], hour: start), at: start)
        #expect(text.compact == #"{"ts":1795298400,"y":2026,"m":11,"d":22,"w":7,"wn":"\#(sunday)"}"#)
        #expect(text.fullKeys == ["ts", "y", "m", "d", "w", "wn", "hh", "mm", "ss", "date", "tz", "off", "src"])
        #expect(Set(text.fields.keys) == ["date", "weekday", "year", "month", "day", "hour", "minute", "second"])
    }

    @Test(arguments: [
        ("Europe/Berlin", "2025-03-30T00:00Z", 60), ("Europe/Berlin", "2025-03-30T01:00Z", 120),
        ("Europe/Berlin", "2025-10-26T00:00Z", 120), ("Europe/Berlin", "2025-10-26T01:00Z", 60),
        ("America/Havana", "2025-03-09T04:00Z", -300), ("America/Havana", "2025-03-09T05:00Z", -240),
        ("Australia/Lord_Howe", "2025-04-05T14:00Z", 660), ("Australia/Lord_Howe", "2025-04-05T15:00Z", 630),
        ("Asia/Kathmandu", "2025-04-05T18:00Z", 345),
    ])
    func `the offset is that of the hour that is shown`(zone: String, hour: String, minutes: Int) throws {
        let hour = try moment(hour)
        // The whole hour shows what began within it.
        for second in [0, 3599] {
            let text = try text(context(hour: hour), zone: zone, at: hour + .seconds(second))
            #expect(text.full.contains(#""off":\#(minutes),"#))
            let local = ((hour.unixSeconds / 60 + minutes) % 1440 + 1440) % 1440
            #expect(text.full.contains(#""hh":\#(local / 60),"mm":\#(local % 60),"ss":0,"#))
        }
    }

    @Test func `the sample is marked and has the date in UTC`() throws {
        for hour in 0..<48 {
            let now = start.addingHours(hour) + .seconds(1234)
            let sample = DayWidget().sample(at: now)
            #expect(sample.isPlaceholder && sample.day.date == CivilDate(at: now, utcOffsetSeconds: 0))
            #expect(sample.date == start.addingHours(hour) && sample.quote?.text.isEmpty == false)
        }
    }

    @Test func `the longest leaves room for texts`() throws {
        let text = try DocumentText(DayWidget().largest.content(in: context()))
        #expect(text.longestCompact < 110 && text.longestFull < 280)
    }

    @Test func `every option has a fallback of its own format`() throws {
        for option in DayWidget().options {
            switch option.format {
            case .choices(let choices):
                let chosen = option.fallback.split(separator: ",").map(String.init)
                #expect(!chosen.isEmpty && Set(chosen).isSubset(of: choices))
            case .integer(let range): #expect(range.contains(try #require(Int(option.fallback))))
            default: #expect(option.fallback.isEmpty)
            }
        }
    }
}
