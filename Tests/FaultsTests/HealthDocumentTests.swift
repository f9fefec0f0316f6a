import Foundation
import TestSupport
import Testing
import Time

@testable import Faults

private let noon = UTCInstant(unixSeconds: 1_774_699_200)

@Suite struct HealthDocumentTests {
    private func document(_ faults: [Fault] = [], failing: Set<String> = []) -> HealthDocument {
        HealthDocument(
            at: noon + .seconds(90),
            isOK: true,
            record: HealthRecord(startedAt: .zero),
            panelCount: 3,
            figures: HealthFigures(uptime: .seconds(90)),
            failing: failing,
            faults: faults
        )
    }

    private func fault(_ key: String, _ message: String, at now: UTCInstant = noon) -> Fault {
        Fault(FaultReport(key: FaultKey(text: key), cause: "", message: message, recovery: ""), at: now)
    }

    @Test func `it says how the bridge is, and leaves out what there is not`() throws {
        var health = document()
        let bare = String(decoding: health.payload, as: UTF8.self)
        #expect(
            bare
                == #"""
                {"ts":1774699290,"ok":true,"alive":true,"uptime":90,"panels":3,"reconnects":0,\#
                "waiting":0,"waiting_bytes":0}
                """#
        )
        health.record.connections = 3
        health.record.upstreams["open-meteo"] = UpstreamRecord(answeredAt: noon, error: "it was slow", errors: 2)
        health.figures = HealthFigures(
            uptime: .seconds(90),
            residentBytes: 1 << 20,
            waiting: 2,
            waitingBytes: 500,
            calls: ["open-meteo": CallCount(today: 7, limit: 10_000), "hitokoto": CallCount(today: 1)]
        )
        health.faults = [fault("upstream/open-meteo", "it is slow; wait")]
        health.failing = ["open-meteo"]
        let told = try ToldHealth(health.payload)
        #expect(told.rss == 1 << 20 && told.reconnects == 2 && told.waiting == 2 && told.waitingBytes == 500)
        #expect(
            told.upstreams == [
                "open-meteo": .init(
                    ok: false,
                    ts: noon.unixSeconds,
                    error: "it was slow",
                    errors: 2,
                    callsToday: 7,
                    limit: 10_000
                ),
                "hitokoto": .init(ok: true, errors: 0, callsToday: 1),
            ]
        )
        #expect(
            told.faults == [
                .init(fault: "upstream/open-meteo", since: noon.unixSeconds, count: 1, message: "it is slow; wait")
            ]
        )
    }

    @Test(arguments: UInt64(0)..<100)
    func `whatever texts there are, it is JSON of at most 4 KiB, and has the newest faults`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let letters = ["a", "\"", "\\", "\n", "é", "世", "👩‍👩‍👧‍👦", "\u{0}", "\u{202E}"]
        func text() -> String {
            let length = Int.random(in: 0...700, using: &random)
            let kind = Int.random(in: 0...letters.count, using: &random)
            return (0..<length).map { _ in
                kind < letters.count ? letters[kind] : letters[Int.random(in: 0..<letters.count, using: &random)]
            }.joined()
        }
        var health = document((0..<Int.random(in: 0...64, using: &random)).map { fault("f\($0)", text()) })
        for index in 0..<Int.random(in: 0...20, using: &random) {
            health.record.upstreams["upstream\(index)"] = UpstreamRecord(error: text(), errors: .max)
        }
        let payload = health.payload
        #expect(payload.count <= HealthDocument.mostBytes)
        let told = try ToldHealth(payload)
        let names = told.faults?.map(\.fault) ?? []
        #expect(names == (0..<names.count).map { "f\($0)" } && names.count <= HealthDocument.mostFaults)
        #expect(health.faults.isEmpty || !names.isEmpty, "the newest is always told")
    }

    @Test(arguments: [4096, 1000, 400, 200])
    func `it is as short as the broker wants it, and says first how the bridge is`(limit: Int) throws {
        var health = document((0..<20).map { fault("f\($0)", String(repeating: "x", count: 300)) })
        health.record.upstreams = ["open-meteo": UpstreamRecord(error: String(repeating: "x", count: 90))]
        health.limit = limit
        #expect(health.payload.count <= limit)
        let told = try ToldHealth(health.payload)
        #expect(told.ok && told.uptime == 90 && (told.upstreams != nil) == (limit > 300))
    }

    @Test func `it is told every minute, and news after five seconds at the earliest`() {
        var schedule = HealthSchedule()
        #expect(schedule.next(at: noon) == noon)
        schedule.told(at: noon)
        #expect(schedule.next(at: noon) == noon + .seconds(60))
        schedule.isNews = true
        #expect(schedule.next(at: noon + .seconds(2)) == noon + .seconds(5))
        schedule.told(at: noon + .seconds(5))
        #expect(schedule.next(at: noon + .seconds(6)) == noon + .seconds(65))
        #expect(schedule.next(at: noon - .seconds(3600)) == noon - .seconds(3600), "the clock was set back")
    }
}
