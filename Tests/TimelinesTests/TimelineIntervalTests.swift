import TestSupport
import Testing
import Time

@testable import Timelines

@Suite struct TimelineIntervalTests {
    @Test func `an entry that begins within the hour is told when it begins, with the lead`() {
        var scheduler = makeScheduler(at: midnight, lead: .seconds(60))
        let change = midnight + .seconds(2700)
        let entries = [Hourly(date: midnight, text: "old", end: change), Hourly(date: change, text: "new")]
        let timeline = Timeline(entries: entries, obtained: midnight)
        scheduler.insert("a", timeline: timeline, asking: asked(at: midnight), now: midnight)
        #expect(scheduler.nextDeadline() == change - .seconds(60))
        #expect(scheduler.presentation(of: "a")?.entry.text == "old")
        #expect(scheduler.advance(to: change - .seconds(60)) == [.changed(["a"])])
        #expect(scheduler.presentation(of: "a")?.entry.text == "new")
        #expect(scheduler.advance(to: change) == [])
    }

    @Test func `an entry that ends with nothing after it is told as expired`() {
        var scheduler = makeScheduler(at: midnight)
        let end = midnight + .seconds(600)
        let timeline = Timeline(entries: [Hourly(date: midnight, text: "short", end: end)], obtained: midnight)
        scheduler.insert("a", timeline: timeline, asking: asked(at: midnight), now: midnight)
        #expect(scheduler.nextDeadline() == end)
        #expect(scheduler.advance(to: end) == [.changed(["a"])])
        #expect(scheduler.presentation(of: "a") == .init(entry: timeline.entries[0], freshness: .expired))
    }

    @Test func `every two hours is every second hour, however long the reload took`() {
        var scheduler = makeScheduler(at: midnight, policy: ReloadPolicy(interval: .hours(2)))
        scheduler.insert("a", timeline: nil, asking: nil, now: midnight)
        var reloads: [Int] = []
        while scheduler.nextDeadline() < midnight.addingHours(12) {
            let now = scheduler.nextDeadline()
            if scheduler.advance(to: now).contains(.reload(["a"])) {
                reloads.append((now - midnight).components.seconds.hours)
                scheduler.finishReload(of: "a", with: .success(reloaded(from: now)), at: now + .seconds(600))
            }
        }
        #expect(reloads == [0, 2, 4, 6, 8, 10])
    }

    @Test func `a timeline that is made anew at its last entry is never expired`() {
        var scheduler = makeScheduler(at: midnight, policy: ReloadPolicy(interval: .atLastEntry, freshHours: nil))
        scheduler.insert("a", timeline: nil, asking: nil, now: midnight)
        var reloads: [Int] = []
        while scheduler.nextDeadline() < midnight.addingHours(13) {
            let now = scheduler.nextDeadline()
            if scheduler.advance(to: now).contains(.reload(["a"])) {
                reloads.append((now - midnight).components.seconds.hours)
                scheduler.finishReload(of: "a", with: .success(reloaded(from: now)), at: now)
            }
            #expect(scheduler.presentation(of: "a")?.freshness == .fresh)
        }
        #expect(reloads == [0, 4, 8, 12])
    }

    @Test func `a part that is missing is asked for again before the next regular reload`() {
        var scheduler = makeScheduler(at: midnight, policy: ReloadPolicy(interval: .hours(2)))
        scheduler.insert("a", timeline: nil, asking: nil, now: midnight)
        _ = scheduler.advance(to: midnight)
        var part = reloaded(from: midnight)
        part.retry = .after(.seconds(600))
        scheduler.finishReload(of: "a", with: .success(part), at: midnight)
        let next = scheduler.asking(of: "a")?.nextAt ?? .distantFuture
        #expect(next >= midnight + .seconds(600) && next <= midnight + .seconds(660))
        #expect(scheduler.asking(of: "a")?.failures == 0)
        #expect(scheduler.presentation(of: "a")?.freshness == .fresh)
    }

    private func asked(at instant: UTCInstant) -> Scheduler.Asking {
        Scheduler.Asking(askedAt: instant, failures: 0, nextAt: .distantFuture)
    }
}

extension Int64 {
    fileprivate var hours: Int { Int(self) / 3600 }
}
