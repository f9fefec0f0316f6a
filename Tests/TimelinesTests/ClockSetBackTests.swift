import Testing
import Time

@testable import Timelines

@Suite struct ClockSetBackTests {
    @Test func `a clock that is set back over a change within the hour tells of it`() {
        let change = midnight + .seconds(2700)
        let parts = [
            Hourly(date: midnight, text: "old", end: change),
            Hourly(date: change, text: "new", end: change.addingHours(24)),
        ]
        var scheduler = makeScheduler(at: midnight)
        scheduler.insert("a", timeline: Timeline(entries: parts, obtained: midnight), asking: nil, now: midnight)
        _ = scheduler.advance(to: midnight)
        #expect(scheduler.advance(to: change + .seconds(60)) == [.changed(["a"])])
        #expect(scheduler.advance(to: change - .seconds(60)) == [.changed(["a"])])
        #expect(scheduler.presentation(of: "a")?.entry.text == "old")
    }

    @Test func `what an upstream asked to wait for by a clock that was ahead does not hold up a request for long`() {
        let ahead = midnight.addingHours(10)
        let day = Hourly(date: midnight, text: "day", end: midnight.addingHours(24))
        var scheduler = makeScheduler(at: ahead)
        scheduler.insert("a", timeline: Timeline(entries: [day], obtained: midnight), asking: nil, now: ahead)
        _ = scheduler.advance(to: ahead)
        let wait = ReloadFailure(reason: "429", retry: .after(.seconds(1800)))
        scheduler.finishReload(of: "a", with: .failure(wait), at: ahead)
        #expect(scheduler.advance(to: midnight) == [.hourMark])
        #expect(scheduler.requestReload(of: "a", at: midnight + .seconds(60)) < midnight.addingHours(2))
    }
}
