import Messaging
import Payloads
import Testing
import Time
import Timelines
import Weather

@testable import Bridge

/// 2026-03-28T12:00:00Z: the night after it Europe goes to summer time.
private let noon = UTCInstant(unixSeconds: 1_774_699_200)

private let threePlaces = """
    encodings: [compact, full, fields, frame]
    panels:
      - {id: berlin, location: "52.52,13.405", language: de}
      - {id: kolkata, location: "22.57,88.36"}
      - {id: apia, location: "-13.83,-171.76"}
    """

@Suite struct DayTests {
    @Test func `a day has 24 hour marks, each with the entry of its hour in every encoding`() async throws {
        var day = try await Rehearsal(threePlaces, at: noon + .seconds(1200))
        day.run(until: noon + .seconds(1200))
        for hour in 1...24 {
            let mark = noon.addingHours(hour)
            day.run(until: mark - .seconds(1))
            day.published = []
            day.run(until: mark)
            #expect(day.hourMarks.last == mark)
            for panel in ["berlin", "kolkata", "apia"] {
                let topic = "kiatsu/\(panel)/weather"
                for encoding in ["", "/full", "/frame"] {
                    let weather = try day.weather(topic + encoding)
                    #expect(weather.date == mark)
                    let first = Int16(10_000 + (mark.unixSeconds / 3600) % 100)
                    if encoding != "" { #expect(weather.pressures.first == SeaLevelPressure(tenthsHPa: Int(first))) }
                }
                #expect(day.last("kiatsu/\(panel)/status") == "fresh")
                #expect(day.last(topic + "/pressure") != nil)
            }
            #expect(day.published.count == 3 * (3 + 11 + 1), "each topic once, and the status")
        }
        #expect(day.hourMarks == (1...24).map { noon.addingHours($0) })
        #expect(day.reloads.count == 24, "one request an hour for all three places")
        #expect(day.reloads.allSatisfy { $0.cells.count == 3 })
    }

    @Test func `the offset and the labels follow each place's clocks`() async throws {
        var day = try await Rehearsal(threePlaces, at: noon + .seconds(60))
        day.run(until: noon.addingHours(12))
        // Midnight UTC: 01:00 in Berlin, one hour before 02:00 becomes 03:00; 05:30 in Kolkata; 13:00 in Apia.
        let berlin = try day.weather("kiatsu/berlin/weather/full")
        #expect(berlin.utcOffsetMinutes == 60)
        #expect(berlin.labels?.prefix(6) == ["・", "3", "・", "・", "6", "・"])
        let kolkata = try day.weather("kiatsu/kolkata/weather/full")
        #expect(kolkata.utcOffsetMinutes == 330)
        #expect(kolkata.labels?.prefix(4) == ["・", "6", "・", "・"])
        let apia = try day.weather("kiatsu/apia/weather/full")
        #expect(apia.utcOffsetMinutes == 780)
        #expect(apia.labels?.prefix(3) == ["・", "・", "15"])
        day.run(until: noon.addingHours(13))
        #expect(try day.weather("kiatsu/berlin/weather/full").utcOffsetMinutes == 120)
        #expect(try day.weather("kiatsu/berlin/weather/frame").utcOffsetMinutes == 120)
    }

    @Test func `an upstream that fails for six hours shows stale, then expired, and never a sample`() async throws {
        var day = try await Rehearsal(threePlaces, at: noon + .seconds(60))
        day.run(until: noon.addingHours(1))
        day.upstream = { _, _ in .failure(serverError) }
        var ladder: [String] = []
        for hour in 2...7 {
            day.run(until: noon.addingHours(hour))
            ladder.append(day.last("kiatsu/berlin/status") ?? "")
            #expect(try day.weather("kiatsu/berlin/weather/frame").isPlaceholder == false)
        }
        // The forecast of 12:01 has entries for 12:00 to 16:00.
        #expect(ladder == ["stale", "stale", "stale", "expired", "expired", "expired"])
        #expect(try day.weather("kiatsu/berlin/weather/frame").date == noon.addingHours(4))
        #expect(try day.weather("kiatsu/berlin/weather/frame").isStale == true)
        day.upstream = { .success(Rehearsal.forecast($0, at: $1)) }
        day.run(until: noon.addingHours(8))
        #expect(day.last("kiatsu/berlin/status") == "fresh")
        #expect(try day.weather("kiatsu/berlin/weather/frame").date == noon.addingHours(8))
    }

    @Test func `a reload publishes what changed and nothing else`() async throws {
        var day = try await Rehearsal(threePlaces, at: noon + .seconds(60))
        day.run(until: noon.addingHours(1))
        day.published = []
        day.run(until: noon.addingHours(1) + .seconds(600))
        let topics = Set(day.published.map(\.topic).filter { $0.hasPrefix("kiatsu/berlin/weather") })
        #expect(topics == Set(["full", "updated", "updated_time"].map { "kiatsu/berlin/weather/" + $0 }))
    }

    @Test func `hours are published a lead before they begin`() async throws {
        var day = try await Rehearsal("schedule: {lead: 20}\n" + threePlaces, at: noon + .seconds(60))
        day.run(until: noon.addingHours(3))
        #expect(day.hourMarks == (1...3).map { noon.addingHours($0) - .seconds(20) })
        #expect(try day.weather("kiatsu/berlin/weather").date == noon.addingHours(3))
    }

    @Test func `without any forecast the sample is shown, named and marked as one`() async throws {
        var day = try await Rehearsal(
            "panels: [{id: p, location: \"35.6465,139.6297\", language: ja}]",
            at: noon + .seconds(60)
        )
        day.upstream = { _, _ in .failure(serverError) }
        day.run(until: noon.addingHours(6))
        #expect(day.last("kiatsu/p/status") == "sample")
        #expect(day.last("kiatsu/p/weather/place") == "サンプル")
        #expect(try day.weather("kiatsu/p/weather/frame").isPlaceholder == true)
        #expect(day.logged.contains { $0.contains("answered 500") && $0.contains("next try") })
    }

    @Test func `messages expire a day after their hour`() async throws {
        var day = try await Rehearsal(threePlaces, at: noon + .seconds(60))
        day.run(until: noon.addingHours(1))
        let message = try #require(day.published.last { $0.topic == "kiatsu/berlin/weather" })
        #expect(message.isRetained && message.lifetime == .seconds(24 * 3600))
    }
}
