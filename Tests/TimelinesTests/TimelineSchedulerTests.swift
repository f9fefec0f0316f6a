import TestSupport
import Testing
import Time

@testable import Timelines

@Suite struct TimelineSchedulerTests {
    @Test func `a new key is asked for at once and shows the placeholder until then`() {
        var scheduler = makeScheduler(at: midnight + .seconds(600))
        scheduler.insert("a", timeline: nil, asking: nil, now: midnight + .seconds(600))
        #expect(scheduler.nextDeadline() == midnight + .seconds(600))
        #expect(scheduler.presentation(of: "a")?.freshness == .sample)
        #expect(scheduler.presentation(of: "a")?.entry.date == midnight)
        #expect(scheduler.advance(to: midnight + .seconds(600)) == [.reload(["a"])])
        #expect(scheduler.advance(to: midnight + .seconds(601)) == [], "it is in flight")
        scheduler.finishReload(
            of: "a",
            with: .success(reloaded(from: midnight + .seconds(602))),
            at: midnight + .seconds(602)
        )
        #expect(scheduler.presentation(of: "a")?.entry == Hourly(date: midnight, text: "real 0"))
        #expect(scheduler.presentation(of: "a")?.freshness == .fresh)
    }

    @Test func `a day has 24 hour marks and one reload an hour, between five and six minutes past`() {
        var scheduler = makeScheduler(at: midnight)
        scheduler.insert("a", timeline: nil, asking: nil, now: midnight)
        var marks: [UTCInstant] = []
        var reloads: [UTCInstant] = []
        while scheduler.nextDeadline() < midnight.addingHours(24) + .seconds(1) {
            let now = scheduler.nextDeadline()
            for action in scheduler.advance(to: now) {
                switch action {
                case .hourMark:
                    marks.append(now)
                    #expect(scheduler.presentation(of: "a")?.entry.date == now)
                    #expect(scheduler.presentation(of: "a")?.freshness == .fresh)
                case .changed: Issue.record("all entries begin at full hours")
                case .reload(let keys):
                    #expect(keys == ["a"])
                    reloads.append(now)
                    scheduler.finishReload(of: "a", with: .success(reloaded(from: now)), at: now)
                }
            }
        }
        #expect(marks == (1...24).map { midnight.addingHours($0) })
        #expect(reloads.count == 24)
        for (hour, reload) in reloads.enumerated().dropFirst() {
            let past = reload - midnight.addingHours(hour)
            #expect(past >= .seconds(300) && past < .seconds(360))
            #expect(past == reloads[1] - midnight.addingHours(1), "the jitter of a key is stable")
        }
    }

    @Test func `a reload that fails for six hours goes from fresh to stale to expired and back`() {
        var scheduler = makeScheduler(at: midnight)
        scheduler.insert("a", timeline: nil, asking: nil, now: midnight)
        var ladder: [Freshness] = []
        var failures = 0
        while scheduler.nextDeadline() < midnight.addingHours(9) {
            let now = scheduler.nextDeadline()
            for action in scheduler.advance(to: now) {
                switch action {
                case .hourMark:
                    ladder.append(scheduler.presentation(of: "a")?.freshness ?? .sample)
                case .changed: break
                case .reload:
                    let isDown = now > midnight.addingHours(1) && now < midnight.addingHours(7)
                    failures += isDown ? 1 : 0
                    let result: Result<ReloadedTimeline<Hourly>, ReloadFailure> =
                        isDown ? .failure(failure) : .success(reloaded(from: now))
                    scheduler.finishReload(of: "a", with: result, at: now)
                }
            }
        }
        // The forecast of 00:00 has entries for 00:00 to 04:00.
        #expect(ladder == [.fresh, .stale, .stale, .stale, .expired, .expired, .expired, .fresh])
        #expect((12...20).contains(failures), "30 s doubling to 30 min over six hours, was \(failures)")
    }

    @Test func `the entry that stays after the last one is the last one`() {
        var scheduler = makeScheduler(at: midnight)
        scheduler.insert("a", timeline: timeline(from: midnight.addingHours(-30)), asking: nil, now: midnight)
        #expect(scheduler.presentation(of: "a")?.freshness == .expired)
        #expect(scheduler.presentation(of: "a")?.entry.text == "real 4")
    }

    @Test(arguments: [
        (ReloadFailure.Retry.after(.seconds(90)), 90.0, 120.0), (.after(.seconds(9_999_999)), 86_400, 86_430),
        (.after(.seconds(1)), 1, 31), (.doubling(from: .seconds(600)), 600, 630), (.halfHourly, 1740, 1770),
        (.doubling(from: .seconds(1)), 24, 66), (.daily, 86_400, 86_430),
        (.backoff, 24, 36),
    ])
    func `a failure is retried when it makes sense`(retry: ReloadFailure.Retry, least: Double, most: Double) {
        var scheduler = makeScheduler(at: midnight)
        scheduler.insert("a", timeline: timeline(from: midnight), asking: nil, now: midnight)
        _ = scheduler.advance(to: midnight)
        scheduler.finishReload(of: "a", with: .failure(.init(reason: "", retry: retry)), at: midnight)
        let wait = scheduler.asking(of: "a").map { $0.nextAt - midnight } ?? .zero
        #expect(wait >= .seconds(least) && wait <= .seconds(most), "\(wait)")
        #expect(scheduler.presentation(of: "a")?.freshness == .fresh, "a failure loses nothing")
    }

    @Test(arguments: UInt64(0)..<200)
    func `a wait that an upstream names is never longer than a day, and any other than half an hour`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let policy = ReloadPolicy()
        let failures = Int.random(in: 0...70, using: &random)
        let wait = Duration.seconds(Int.random(in: -10...100_000, using: &random))
        func waits(_ retry: ReloadFailure.Retry) -> Duration {
            policy.retry(retry, failures: failures, at: midnight, seed: seed) - midnight
        }
        #expect(waits(.doubling(from: wait)) >= waits(.backoff))
        for retry in [ReloadFailure.Retry.after(wait), .doubling(from: wait), .refused(again: wait)] {
            #expect(waits(retry) >= min(wait, .seconds(86_400)))
            #expect(waits(retry) <= max(min(wait, .seconds(86_400)) + .seconds(30), .seconds(1800)))
        }
        for retry in [ReloadFailure.Retry.backoff, .halfHourly, .doubling(from: .seconds(7))] {
            #expect(waits(retry) <= .seconds(1800))
        }
    }

    @Test(arguments: [
        (0, 600), (1, 600), (2, 1200), (3, 1740), (8, 1740), (9, 1740), (100, 1740), (Int.max, 1740),
    ])
    func `a block that lasts longer each time is waited for twice as long each time, half an hour at most`(
        failures: Int,
        seconds: Int
    ) {
        let retry = ReloadFailure.Retry.doubling(from: .seconds(600))
        for seed in UInt64(0)..<50 {
            let wait = ReloadPolicy().retry(retry, failures: failures, at: midnight, seed: seed) - midnight
            #expect(wait >= .seconds(seconds) && wait <= .seconds(seconds == 1740 ? 1800 : seconds + 30))
        }
    }

    @Test func `what is refused until the configuration changes is not asked again but after a restart`() {
        var scheduler = makeScheduler(at: midnight)
        scheduler.insert("a", timeline: nil, asking: nil, now: midnight)
        _ = scheduler.advance(to: midnight)
        let refused = ReloadFailure(reason: "", retry: .untilConfigurationChanges)
        scheduler.finishReload(of: "a", with: .failure(refused), at: midnight)
        let asking = scheduler.asking(of: "a")
        #expect(asking?.nextAt == .distantFuture)
        var restarted = makeScheduler(at: midnight + .seconds(60))
        restarted.insert("a", timeline: nil, asking: asking, now: midnight + .seconds(60))
        #expect(restarted.advance(to: midnight + .seconds(60)) == [.reload(["a"])])
    }

    @Test func `what an upstream refuses is asked for again by itself, on demand and after a restart`() {
        var scheduler = makeScheduler(at: midnight)
        scheduler.insert("a", timeline: nil, asking: nil, now: midnight)
        _ = scheduler.advance(to: midnight)
        scheduler.finishReload(of: "a", with: .failure(.init(reason: "", retry: .daily)), at: midnight)
        let asking = scheduler.asking(of: "a")
        #expect(asking?.isRefused == true)
        #expect(asking.map { $0.nextAt <= midnight + .seconds(86_430) } == true)
        let later = midnight + .seconds(90)
        var restarted = makeScheduler(at: later)
        restarted.insert("a", timeline: nil, asking: asking, now: later)
        #expect(restarted.advance(to: later) == [.reload(["a"])])
        #expect(scheduler.requestReload(of: "a", at: later) == later)
        #expect(scheduler.advance(to: later) == [.reload(["a"])])
        scheduler.finishReload(of: "a", with: .success(reloaded(from: later)), at: later)
        #expect(scheduler.asking(of: "a")?.isRefused == false)
    }

    @Test func `a wait that grows does not outgrow another source's that has an end`() {
        var scheduler = makeScheduler(at: midnight)
        let asked = Scheduler.Asking(askedAt: midnight, failures: 20, nextAt: midnight)
        scheduler.insert("a", timeline: nil, asking: asked, now: midnight)
        _ = scheduler.advance(to: midnight)
        let failure = ReloadFailure(reason: "", retry: .backoff, latest: .seconds(200))
        scheduler.finishReload(of: "a", with: .failure(failure), at: midnight)
        let wait = scheduler.asking(of: "a").map { $0.nextAt - midnight } ?? .zero
        #expect(wait >= .seconds(200) && wait <= .seconds(230))
    }

    @Test func `after a restart nothing is asked that was asked this hour`() {
        let now = midnight + .seconds(2400)
        var scheduler = makeScheduler(at: now)
        let asked = Scheduler.Asking(askedAt: midnight + .seconds(310), failures: 0, nextAt: now)
        scheduler.insert("a", timeline: timeline(from: midnight + .seconds(310)), asking: asked, now: now)
        #expect(scheduler.presentation(of: "a")?.freshness == .fresh)
        #expect(scheduler.advance(to: now) == [])
        #expect(scheduler.nextDeadline() == midnight.addingHours(1))
        let next = scheduler.asking(of: "a")?.nextAt ?? now
        #expect(next >= midnight.addingHours(1) + .seconds(300))
    }

    @Test func `regular reloads due within a minute join in one request, retries wait for their own time`() {
        var scheduler = makeScheduler(at: midnight, policy: ReloadPolicy(joining: .seconds(60)))
        for key in ["a", "b", "c"] {
            let asked = Scheduler.Asking(askedAt: midnight, failures: 0, nextAt: midnight)
            scheduler.insert(key, timeline: timeline(from: midnight), asking: asked, now: midnight)
        }
        let waiting = Scheduler.Asking(askedAt: midnight, failures: 3, nextAt: midnight.addingHours(1) + .seconds(365))
        scheduler.insert("d", timeline: nil, asking: waiting, now: midnight)
        #expect(scheduler.advance(to: midnight.addingHours(1)) == [.hourMark])
        let first = scheduler.nextDeadline()
        guard case .reload(let keys)? = scheduler.advance(to: first).first else {
            Issue.record("no reload at \(first)")
            return
        }
        #expect(Set(keys) == ["a", "b", "c"])
    }

    @Test func `an entry can be shown a lead before its hour`() {
        var scheduler = makeScheduler(at: midnight, lead: .seconds(20))
        scheduler.insert("a", timeline: timeline(from: midnight), asking: nil, now: midnight)
        _ = scheduler.advance(to: midnight)
        scheduler.finishReload(of: "a", with: .success(reloaded(from: midnight)), at: midnight)
        #expect(scheduler.advance(to: midnight + .seconds(3579)) == [])
        #expect(scheduler.advance(to: midnight + .seconds(3580)).first == .hourMark)
        #expect(scheduler.presentation(of: "a")?.entry.date == midnight.addingHours(1))
    }

    @Test func `a clock that is set back shows the hour it tells and asks again within an hour of it`() {
        var scheduler = makeScheduler(at: midnight.addingHours(10))
        scheduler.insert("a", timeline: nil, asking: nil, now: midnight.addingHours(10))
        _ = scheduler.advance(to: midnight.addingHours(10))
        scheduler.finishReload(
            of: "a",
            with: .success(reloaded(from: midnight.addingHours(10))),
            at: midnight.addingHours(10)
        )
        #expect(scheduler.advance(to: midnight).contains(.hourMark))
        #expect(scheduler.hour == midnight)
        let next = scheduler.asking(of: "a")?.nextAt ?? .distantFuture
        #expect(next < midnight.addingHours(2))
    }

    @Test func `the outcome for a key that was never there is ignored`() {
        var scheduler = makeScheduler(at: midnight)
        scheduler.finishReload(of: "a", with: .failure(failure), at: midnight)
        #expect(!scheduler.contains("a"))
    }

    @Test func `a key that rests is not asked for, and comes back with its timeline within the hour`() {
        var scheduler = makeScheduler(at: midnight)
        scheduler.insert("a", timeline: nil, asking: nil, now: midnight)
        _ = scheduler.advance(to: midnight)
        scheduler.finishReload(of: "a", with: .success(reloaded(from: midnight)), at: midnight)
        scheduler.rest("a")
        #expect(scheduler.keys.isEmpty)
        #expect(scheduler.advance(to: midnight + .seconds(2400)) == [])
        scheduler.insert("a", timeline: nil, asking: nil, now: midnight + .seconds(2400))
        #expect(scheduler.presentation(of: "a")?.freshness == .fresh)
        #expect(scheduler.advance(to: midnight + .seconds(2400)) == [], "it was asked for this hour")
    }

    @Test func `a request to reload waits for as long as the upstream asked`() {
        var scheduler = makeScheduler(at: midnight)
        scheduler.insert("a", timeline: timeline(from: midnight), asking: nil, now: midnight)
        _ = scheduler.advance(to: midnight)
        let wait = ReloadFailure(reason: "429", retry: .after(.seconds(1800)))
        scheduler.finishReload(of: "a", with: .failure(wait), at: midnight)
        #expect(scheduler.requestReload(of: "a", at: midnight + .seconds(90)) >= midnight + .seconds(1800))
        #expect(scheduler.advance(to: midnight + .seconds(90)) == [])
    }

    @Test func `a clock that was days ahead asks at once when it is put right`() {
        let ahead = midnight.addingHours(240)
        var scheduler = makeScheduler(at: ahead)
        scheduler.insert("a", timeline: nil, asking: nil, now: ahead)
        _ = scheduler.advance(to: ahead)
        scheduler.finishReload(of: "a", with: .success(reloaded(from: ahead)), at: ahead)
        #expect(scheduler.advance(to: midnight) == [.hourMark, .reload(["a"])])
    }
}
