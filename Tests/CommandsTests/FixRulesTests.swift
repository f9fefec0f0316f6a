import Commands
import TestSupport
import Testing
import Time
import Weather

private let now = UTCInstant(unixSeconds: 1_644_048_000)

@Suite struct FixRulesTests {
    private func restored(_ metres: Double, at second: Int, tst: Int? = nil, isFollowed: Bool) -> RestoredPosition {
        guard case .set(let position) = Track.change(metres, tst: tst) else { preconditionFailure() }
        return RestoredPosition(
            coordinate: position.coordinate,
            accuracyMetres: nil,
            reportedAt: position.reportedAt,
            acceptedAt: now + .seconds(second),
            isFollowed: isFollowed
        )
    }

    // MARK: Null island

    @Test(arguments: [
        (0.0, 0.0, "null_island"), (0.0099, -0.0099, "null_island"), (-0.0, 0.005, "null_island"), (0.01, 0, "ok"),
        (0, -0.01, "ok"), (5.6, 0, "ok"), (0, 6.7, "ok"),
    ])
    func `nobody is on null island`(latitude: Double, longitude: Double, outcome: String) throws {
        let coordinate = try #require(Coordinate(latitude: latitude, longitude: longitude))
        let change = PositionChange.set(ReportedPosition(coordinate: coordinate, accuracyMetres: 9))
        for origin in [PositionOrigin.command, .follow(isRetained: false), .follow(isRetained: true)] {
            var track = Track {
                $0.refusesNullIsland = true
                $0.maximumAccuracyMetres = latitude == 0 && longitude == 0 ? 1 : nil
            }
            #expect(track.judge(change, origin, at: 0) == outcome)
            #expect(track.judge(.reset(id: nil), .command, at: 0) == "ok", "to a panel that is configured there")
            var any = Track { _ in }
            #expect(any.judge(change, origin, at: 0) == "ok")
        }
    }

    // MARK: Distance

    @Test func `a fix near the position in use changes nothing`() {
        var track = Track { $0.minimumDistanceMetres = 500 }
        #expect(track.fix(499, tst: 0) == "too_near", "of the configured one, too")
        #expect(track.fix(501, tst: 1) == "ok")
        #expect(track.fix(2, tst: 2) == "too_near")
        #expect(track.fix(1000, tst: 3) == "too_near")
        #expect(track.fix(1002, tst: 4) == "ok")
        #expect(track.untimed(1400, at: 5) == "too_near")
        #expect(track.fix(501, tst: 6) == "ok")
    }

    @Test func `a person's own word is obeyed, however near and soon`() {
        var track = Track {
            $0.minimumDistanceMetres = 500
            $0.minimumInterval = .seconds(300)
            $0.maximumSpeedKmh = 100
        }
        #expect(track.fix(9000, tst: 0) == "ok")
        #expect(track.word(9001, at: 1) == "ok")
        #expect(track.word(5_000_000, at: 2) == "ok")
        #expect(track.judge(.reset(id: nil), .command, at: 3) == "ok")
        let change = Track.change(9100, tst: 4)
        #expect(track.judge(change, .command, at: 4) == "too_soon", "a command with a time is a tracker's")
        #expect(track.judge(Track.change(9100, tst: 9999), .command, at: 5) == "too_soon", "even a wrong time")
    }

    @Test func `a fix that changes nothing still tells that the tracker is here`() {
        var track = Track { $0.minimumDistanceMetres = 500 }
        #expect(track.fix(1000, tst: 100) == "ok")
        #expect(track.fix(1100, tst: 200, at: 200) == "too_near")
        #expect(track.fix(5000, tst: 150, at: 201) == "stale", "it was taken on the way, and came late")
        #expect(track.fix(1100, tst: 200, at: 202) == "too_near", "once more")
        #expect(track.fix(1000, tst: 100, at: 203) == "same")
    }

    // MARK: Interval

    @Test func `of the fixes that come too soon the newest is taken when the time has passed`() {
        var track = Track { $0.minimumInterval = .seconds(300) }
        #expect(track.fix(1000, tst: 0) == "ok")
        #expect(track.opening == nil)
        #expect(track.fix(2000, tst: 100) == "too_soon")
        #expect(track.fix(3000, tst: 299) == "too_soon")
        #expect(track.opening == 300)
        #expect(track.taken(at: 299.9) == nil)
        #expect(track.taken(at: 300) == Track.change(3000, tst: 299))
        #expect(track.opening == nil)
        #expect(track.taken(at: 900) == nil)
        #expect(track.fix(4000, tst: 599) == "too_soon", "it counts from then on")
        #expect(track.fix(5000, tst: 600) == "ok")
        #expect(track.opening == nil, "the newer one came in time")
    }

    @Test func `a queue that is emptied at once gives its first fix and its last`() {
        var track = Track { $0.minimumInterval = .seconds(300) }
        let outcomes = (0..<60).map { track.fix(Double($0) * 900, tst: $0 * 600 - 40_000, at: Double($0) / 100) }
        #expect(outcomes == ["ok"] + Array(repeating: "too_soon", count: 59))
        #expect(track.taken(at: 300) == Track.change(59 * 900, tst: 59 * 600 - 40_000))
    }

    @Test func `a tracker that comes back has nowhere to go`() {
        var track = Track {
            $0.minimumInterval = .seconds(300)
            $0.minimumDistanceMetres = 500
        }
        #expect(track.fix(1000, tst: 0) == "ok")
        #expect(track.fix(9000, tst: 100) == "too_soon")
        #expect(track.fix(1010, tst: 200) == "too_near")
        #expect(track.opening == nil && track.taken(at: 300) == nil)
    }

    @Test func `a person's word takes the place of a fix that waits`() {
        var track = Track { $0.minimumInterval = .seconds(300) }
        #expect(track.fix(1000, tst: 0) == "ok")
        #expect(track.fix(9000, tst: 100) == "too_soon")
        #expect(track.word(5000, at: 200) == "ok")
        #expect(track.opening == nil)
        #expect(track.fix(9500, tst: 499) == "too_soon", "counted from the person's word on")
        #expect(track.opening == 500)
    }

    @Test func `what waits for the interval and the rate waits for both`() {
        var track = Track {
            $0.minimumInterval = .seconds(30)
            $0.commandsPerMinute = 2
        }
        #expect(track.word(1000, at: 0) == "ok")
        #expect(track.word(2000, at: 10) == "ok")
        #expect(track.fix(3000, tst: 20) == "too_soon")
        #expect(track.opening == 60)
        #expect(track.fix(4000, tst: 45) == "rate_limited")
        #expect(track.taken(at: 50) == nil)
        #expect(track.taken(at: 60) == Track.change(4000, tst: 45))
        #expect(track.word(5000, at: 71) == "ok")
        #expect(track.fix(6000, tst: 72) == "too_soon")
        #expect(track.opening == 120)
    }

    @Test func `the interval goes on after a restart`() {
        var track = Track(
            { $0.minimumInterval = .seconds(300) },
            restored: restored(1000, at: -100, tst: -100, isFollowed: true)
        )
        #expect(track.fix(3000, tst: 10) == "too_soon")
        #expect(track.opening == 200)
    }

    @Test func `a clock of ours that is set back does not shut the interval`() {
        var track = Track { $0.minimumInterval = .seconds(300) }
        #expect(track.fix(1000, tst: 0, at: 86_400) == "ok")
        #expect(track.fix(2000, tst: 86_401, at: 86_401) == "too_soon")
        #expect(track.taken(at: 10) == Track.change(2000, tst: 86_401))
        #expect(track.fix(4000, tst: 20) == "too_soon")
        #expect(track.opening == 310)
    }

    // MARK: Speed

    @Test(arguments: [
        (99_900.0, 299, "ok"), (100_700, 300, "too_fast"), (100_300, 300, "ok"), (334, 0, "same"), (600, 1, "ok"),
        (700, 1, "too_fast"), (20_000_000, 60_000, "ok"), (20_000_000, 59_000, "too_fast"),
    ])
    func `nobody moves faster than an airliner`(metres: Double, seconds: Int, outcome: String) {
        var track = Track { $0.maximumSpeedKmh = 1200 }
        #expect(track.fix(0, tst: 0) == "ok")
        #expect(track.fix(metres, tst: seconds) == outcome)
        var any = Track { _ in }
        #expect(any.fix(0, tst: 0) == "ok" && any.fix(metres, tst: seconds) != "too_fast")
    }

    @Test func `the first fix may be anywhere, whatever the panel was told`() {
        var track = Track { $0.maximumSpeedKmh = 100 }
        #expect(track.word(9_000_000, at: 0) == "ok")
        #expect(track.fix(1000, tst: 1) == "ok")
        #expect(track.word(9_000_000, at: 2) == "ok")
        #expect(track.fix(1050, tst: 3) == "ok", "the tracker is where it was")
        for isFollowed in [true, false] {
            for tst in [-5, nil] {
                var track = Track(
                    { $0.maximumSpeedKmh = 100 },
                    restored: restored(9_000_000, at: -5, tst: tst, isFollowed: isFollowed)
                )
                let isFix = isFollowed || tst != nil
                #expect(track.fix(1000, tst: 1) == (isFix ? "too_fast" : "ok"))
            }
        }
    }

    @Test func `each is allowed its accuracy`() {
        var track = Track { $0.maximumSpeedKmh = 36 }
        #expect(track.fix(0, tst: 0, acc: 50) == "ok")
        #expect(track.fix(151, tst: 1, acc: 80) == "too_fast")
        #expect(track.fix(149, tst: 1, acc: 80) == "ok")
    }

    @Test func `a wrong fix is not believed, and does no harm to the right ones`() {
        var track = Track { $0.maximumSpeedKmh = 1200 }
        #expect(track.fix(0, tst: 0) == "ok")
        for index in 1..<50 {
            #expect(track.fix(5_000_000 + Double(index % 2) * 3_000_000, tst: index * 20) == "too_fast")
            #expect(track.fix(Double(index) * 10, tst: index * 20 + 10) == "ok")
        }
    }

    @Test func `after a wrong fix that was believed the second right one is`() {
        var track = Track { $0.maximumSpeedKmh = 1200 }
        #expect(track.fix(5_000_000, tst: 0) == "ok")
        #expect(track.fix(0, tst: 10) == "too_fast")
        #expect(track.fix(0, tst: 10, at: 11) == "too_fast", "the same message once more is no witness")
        #expect(track.fix(9_000_000, tst: 20) == "too_fast", "nor is a third place")
        #expect(track.fix(10, tst: 30) == "too_fast")
        #expect(track.fix(20, tst: 40) == "ok")
        #expect(track.fix(30, tst: 50) == "ok")
    }

    @Test func `the way is reckoned from where the tracker was last, accepted or not`() {
        var track = Track {
            $0.maximumSpeedKmh = 1200
            $0.minimumDistanceMetres = 500
        }
        #expect(track.fix(1000, tst: 0) == "ok")
        #expect(track.fix(1010, tst: 36_000) == "too_near")
        #expect(track.fix(5_000_000, tst: 36_600) == "too_fast", "though ten hours would do")
    }

    @Test func `trackers without a clock are reckoned by ours`() {
        var track = Track { $0.maximumSpeedKmh = 1200 }
        #expect(track.untimed(0, at: 0) == "ok")
        #expect(track.untimed(1_000_000, at: 0) == "too_fast")
        #expect(track.untimed(1_000_000, at: 0) == "ok", "there is no telling that it is the same")
        #expect(track.fix(2_000_000, tst: -100, at: 5000) == "ok")
        #expect(track.fix(2_100_000, tst: 400, at: 5000) == "ok", "by its own time")
    }

    // MARK: Retained fixes

    @Test func `a retained fix without a time does not undo a command`() {
        var track = Track { _ in }
        #expect(track.untimed(1000, at: 0, isRetained: true) == "ok", "from the configured position")
        #expect(track.untimed(2000, at: 1, isRetained: true) == "ok", "from a followed one")
        #expect(track.word(3000, at: 2) == "ok")
        #expect(track.untimed(2000, at: 3, isRetained: true) == "retained")
        #expect(track.judge(.reset(id: nil), .command, at: 4) == "ok")
        #expect(track.untimed(2000, at: 5, isRetained: true) == "retained")
        #expect(track.untimed(2000, at: 6) == "ok", "the tracker itself")
        #expect(track.untimed(2500, at: 7, isRetained: true) == "ok")
    }

    @Test func `a retained fix with a time counts if it is newer than the command`() {
        var track = Track { _ in }
        #expect(track.word(3000, at: 100) == "ok")
        #expect(track.judge(Track.change(1, tst: 99), .follow(isRetained: true), at: 200) == "stale")
        #expect(track.judge(Track.change(1, tst: 101), .follow(isRetained: true), at: 200) == "ok")
        #expect(track.judge(Track.change(1, tst: 101), .follow(isRetained: true), at: 201) == "same")
        #expect(track.word(3000, at: 300) == "ok")
        #expect(track.judge(Track.change(1, tst: 101), .follow(isRetained: true), at: 301) == "same")
    }

    @Test(arguments: [(true, "ok"), (false, "retained")])
    func `after a restart a command still holds against a retained fix`(isFollowed: Bool, outcome: String) {
        var track = Track({ _ in }, restored: restored(1000, at: -100, isFollowed: isFollowed))
        #expect(track.untimed(2000, at: 0, isRetained: true) == outcome)
    }

    // MARK: Taking back

    @Test(arguments: UInt64(0)..<50)
    func `what could not be stored is judged as if it had not come`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var track = Track {
            $0.maximumSpeedKmh = 1200
            $0.minimumDistanceMetres = 500
        }
        for step in 0..<60 {
            let before = track
            let metres = Double.random(in: 0...2_000_000, using: &random)
            let tst = step * 300 - Int.random(in: 0...400, using: &random)
            let outcome = track.fix(metres, tst: tst, at: Double(step * 300))
            guard outcome == "ok", Bool.random(using: &random) else { continue }
            track.state.revert(to: before.state.memory)
            #expect(track.state.memory == before.state.memory)
            #expect(track.fix(metres, tst: tst, at: Double(step * 300)) == "ok")
        }
    }
}
