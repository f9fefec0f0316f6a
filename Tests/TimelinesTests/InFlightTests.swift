import Testing
import Time

@testable import Timelines

/// The number of keys in flight.
@Suite struct InFlightTests {
    /// The keys to ask for at a moment.
    private func reloads(_ scheduler: inout Scheduler, at now: UTCInstant) -> [String] {
        scheduler.advance(to: now).flatMap { action in
            if case .reload(let keys) = action { keys } else { [String]() }
        }
    }

    private func finish(_ keys: [String], _ scheduler: inout Scheduler, at now: UTCInstant) {
        for key in keys { scheduler.finishReload(of: key, with: .success(reloaded(from: now)), at: now) }
    }

    @Test func `more keys than may be in flight wait until there is room, and cost no wakeup meanwhile`() {
        var scheduler = makeScheduler(at: midnight, mostInFlight: 4)
        let keys = (0..<11).map { "k\($0)" }
        for key in keys { scheduler.insert(key, timeline: nil, asking: nil, now: midnight) }
        var asked: [String] = []
        var underway = reloads(&scheduler, at: midnight)
        while !underway.isEmpty {
            #expect(underway.count <= 4)
            asked += underway
            if asked.count < 11 {
                #expect(scheduler.nextDeadline() == midnight.addingHours(1), "nothing to do before one has ended")
                #expect(reloads(&scheduler, at: midnight + .seconds(1)) == [])
            }
            finish(underway, &scheduler, at: midnight + .seconds(2))
            if asked.count < 11 { #expect(scheduler.nextDeadline() <= midnight + .seconds(2)) }
            underway = reloads(&scheduler, at: midnight + .seconds(2))
        }
        #expect(asked.sorted() == keys.sorted(), "each once")
    }

    @Test func `a failure leaves its room to others`() {
        var scheduler = makeScheduler(at: midnight, mostInFlight: 1)
        for key in ["a", "b"] { scheduler.insert(key, timeline: nil, asking: nil, now: midnight) }
        let first = reloads(&scheduler, at: midnight)
        #expect(first.count == 1)
        scheduler.finishReload(of: first[0], with: .failure(failure), at: midnight + .seconds(1))
        let second = reloads(&scheduler, at: midnight + .seconds(1))
        #expect(Set(first + second) == ["a", "b"])
    }

    @Test func `a key that is left before there was room is never asked for, and forgotten`() {
        var scheduler = makeScheduler(at: midnight, mostInFlight: 1)
        scheduler.insert("a", timeline: nil, asking: nil, now: midnight)
        #expect(reloads(&scheduler, at: midnight) == ["a"])
        for number in 0..<1000 {
            scheduler.insert("\(number)", timeline: nil, asking: nil, now: midnight)
            #expect(reloads(&scheduler, at: midnight) == [])
            scheduler.rest("\(number)")
            #expect(!scheduler.contains("\(number)"))
        }
        scheduler.insert("z", timeline: nil, asking: nil, now: midnight)
        finish(["a"], &scheduler, at: midnight + .seconds(1))
        #expect(reloads(&scheduler, at: midnight + .seconds(1)) == ["z"])
    }

    /// For all sizes, whichever kind came first.
    @Test(arguments: [true, false], [2, 7, 10])
    func `neither regular reloads nor new keys wait for a crowd of the others`(isShownFirst: Bool, most: Int) {
        var scheduler = makeScheduler(at: midnight, mostInFlight: most)
        var (shownCount, emptyCount) = (0, 0)
        func add(shown isShown: Bool) {
            if isShown {
                let key = "shown \(shownCount)"
                let asking = Scheduler.Asking(askedAt: midnight.addingHours(-2), failures: 0, nextAt: midnight)
                let known = timeline(from: midnight.addingHours(-2))
                scheduler.insert(key, timeline: known, asking: asking, now: midnight)
                shownCount += 1
            } else {
                scheduler.insert("empty \(emptyCount)", timeline: nil, asking: nil, now: midnight)
                emptyCount += 1
            }
        }
        for _ in 0..<50 { add(shown: isShownFirst) }
        var underway = reloads(&scheduler, at: midnight)
        #expect(underway.count == most)
        for _ in 0..<50 { add(shown: !isShownFirst) }
        let others = isShownFirst ? "empty" : "shown"
        // One request ends at a time, and one more key waits each time.
        var waited = 0
        while !underway.contains(where: { $0.hasPrefix(others) }) {
            finish([underway.removeFirst()], &scheduler, at: midnight)
            add(shown: isShownFirst)
            underway += reloads(&scheduler, at: midnight)
            waited += 1
            if waited > most + 1 { break }
        }
        #expect(waited <= most + 1)
    }
}
