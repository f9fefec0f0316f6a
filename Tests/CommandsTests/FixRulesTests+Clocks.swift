import Commands
import TestSupport
import Testing
import Time
import Weather

extension FixRulesTests {
    // MARK: Clocks

    @Test func `a tracker whose clock was set back is believed when its clock goes on`() {
        var track = Track { $0.minimumDistanceMetres = 0 }
        #expect(track.fix(0, tst: 0) == "ok")
        #expect(track.fix(10, tst: -1_600_000_000, at: 60) == "stale")
        #expect(track.fix(10, tst: -1_600_000_000, at: 90) == "stale", "the same once more")
        #expect(track.fix(20, tst: -1_599_999_940, at: 150) == "ok")
        #expect(track.fix(30, tst: -1_599_999_880, at: 210) == "ok")
        #expect(track.fix(40, tst: 240) == "ok", "and right again")
    }

    @Test func `a queue that is emptied is no clock that was set back`() {
        var track = Track { _ in }
        #expect(track.fix(0, tst: 0) == "ok")
        for index in 0..<100 { #expect(track.fix(10, tst: index * 60 - 7200, at: Double(index) / 10) == "stale") }
    }

    /// A tracker that moves at a walk, with clocks, ours and its own, that jump, and fixes that are wrong.
    @Test(arguments: UInt64(0)..<100)
    func `whatever the clocks did, a tracker that reports on is believed within two reports and the interval`(
        seed: UInt64
    ) throws {
        var random = SeededGenerator(seed: seed)
        var track = Track {
            $0.maximumSpeedKmh = 1200
            $0.minimumDistanceMetres = 500
            $0.minimumInterval = .seconds(300)
        }
        var ours = 0.0
        for _ in 0..<40 {
            let tst = Int(ours) + Int.random(in: -4_000_000...4_000_000, using: &random)
            let metres = Double.random(in: -9_000_000...9_000_000, using: &random)
            let isTimed = Bool.random(using: &random)
            _ = isTimed ? track.fix(metres, tst: tst, at: ours) : track.untimed(metres, at: ours)
            if let opening = track.opening, Bool.random(using: &random) { _ = track.taken(at: opening) }
            if Bool.random(using: &random) { ours += Double.random(in: 0...600, using: &random) }
            if Int.random(in: 0..<8, using: &random) == 0 { ours -= Double.random(in: 0...9_000_000, using: &random) }
        }
        // From here on all is well, but for the tracker's clock, which may be wrong by any amount.
        let error = Int.random(in: -90_000_000...290, using: &random)
        let home = Double.random(in: -9_000_000...9_000_000, using: &random)
        for index in 0...14 {
            _ = track.fix(home + Double(index), tst: Int(ours) + error, at: ours)
            if let opening = track.opening, opening <= ours { _ = track.taken(at: ours) }
            ours += 60
        }
        let last = track.fix(home, tst: Int(ours) + error, at: ours)
        #expect(last == "too_near", "the panel is at home")
    }
}
