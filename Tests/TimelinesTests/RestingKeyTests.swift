import TestSupport
import Testing
import Time

@testable import Timelines

/// Keys that no panel shows.
@Suite struct RestingKeyTests {
    @Test func `keys that rest are bounded in number and in time`() {
        var scheduler = makeScheduler(at: midnight)
        for index in 0..<1000 {
            scheduler.insert("\(index)", timeline: timeline(from: midnight), asking: nil, now: midnight)
            scheduler.rest("\(index)")
        }
        #expect((0..<1000).filter { scheduler.contains("\($0)") } == Array(744..<1000))
        _ = scheduler.advance(to: midnight.addingHours(5))
        #expect((0..<1000).allSatisfy { !scheduler.contains("\($0)") })
    }

    @Test func `a key that is left while it is asked for is not asked for again by who comes back`() {
        var scheduler = makeScheduler(at: midnight)
        let late = midnight + .seconds(3599)
        // More of them than may rest.
        let keys = (0..<1000).map { "\($0)" }
        for key in keys {
            scheduler.insert(key, timeline: nil, asking: nil, now: late)
            _ = scheduler.advance(to: late)
            scheduler.rest(key)
        }
        let next = midnight.addingHours(1)
        #expect(scheduler.advance(to: next) == [.hourMark])
        for key in keys { scheduler.insert(key, timeline: nil, asking: nil, now: next) }
        #expect(scheduler.advance(to: next) == [])
        for key in keys { scheduler.rest(key) }
        for key in keys { scheduler.finishReload(of: key, with: .success(reloaded(from: late)), at: next) }
        #expect(keys.filter { scheduler.contains($0) } == Array(keys.suffix(256)), "bounded again once they have come")
    }

    @Test func `an answer to nobody's question leaves a key that rests as it is`() {
        var scheduler = makeScheduler(at: midnight)
        scheduler.insert("a", timeline: timeline(from: midnight), asking: nil, now: midnight)
        scheduler.rest("a")
        scheduler.finishReload(of: "a", with: .failure(failure), at: midnight)
        #expect(scheduler.asking(of: "a")?.failures == 0)
    }
}
