import Commands
import TestSupport
import Testing
import Time
import Weather

extension PositionRules {
    /// Whatever comes, as long as it is no more than 100 a minute.
    static let anything = PositionRules(
        maximumAccuracyMetres: nil,
        commandsPerMinute: 100,
        minimumDistanceMetres: 0,
        minimumInterval: .zero,
        maximumSpeedKmh: nil,
        refusesNullIsland: false,
        refusesOutOfOrder: false
    )
}

@Suite struct PositionRulesTests {
    private let now = UTCInstant(unixSeconds: 1_644_048_000)

    private func state(accuracy: Double? = 100, perMinute: Int = 3, reportedAt: UTCInstant? = nil) -> PanelPositionState
    {
        var rules = PositionRules.anything
        rules.maximumAccuracyMetres = accuracy
        rules.commandsPerMinute = perMinute
        rules.refusesOutOfOrder = true
        let restored = reportedAt.map {
            RestoredPosition(
                coordinate: .origin,
                accuracyMetres: nil,
                reportedAt: $0,
                acceptedAt: now - .seconds(3600),
                isFollowed: false
            )
        }
        return PanelPositionState(rules: rules, configured: .origin, restored: restored)
    }

    /// A change whose tst is so many seconds after `now`.
    private func change(tst: Int? = nil, acc: Double? = nil, id: Int64 = 1) -> PositionChange {
        .set(
            ReportedPosition(
                coordinate: .origin,
                accuracyMetres: acc,
                reportedAt: tst.map { now + .seconds($0) },
                id: .integer(id)
            )
        )
    }

    private func code(_ body: () throws -> Void) -> PositionError.Code? {
        do { try body() } catch { return (error as? PositionError)?.code }
        return nil
    }

    @Test(
        arguments: [
            (100.0, nil, true), (100, 100, true), (100, 100.1, false), (100, 0, true), (nil, 1e9, true), (0, 1, false),
        ] as [(Double?, Double?, Bool)]
    )
    func `a fix worse than the limit is inaccurate`(limit: Double?, accuracy: Double?, accepted: Bool) throws {
        var state = state(accuracy: limit)
        let code = code { _ = try state.judge(change(acc: accuracy), at: now) }
        #expect(code == (accepted ? nil : .inaccurate))
    }

    @Test(
        arguments: [
            (-10, -11, PositionError.Code.stale, false), (-10, -10, nil, true), (-10, -9, nil, false),
            (nil, -1_000_000, nil, false), (-10, nil, nil, false),
            // A clock ahead of us does not count, neither what it says now nor what it said before.
            (-10, 301, nil, false), (301, -20, nil, false), (300, -20, .stale, false),
        ] as [(Int?, Int?, PositionError.Code?, Bool)]
    )
    func `fixes are taken in the order of their time`(
        accepted: Int?,
        arriving: Int?,
        code expected: PositionError.Code?,
        isRepeat: Bool
    ) throws {
        var state = state(reportedAt: accepted.map { now + .seconds($0) })
        var decision: PanelPositionState.Decision?
        let code = code { decision = try state.judge(change(tst: arriving), at: now) }
        #expect(code == expected)
        #expect((decision == .noChange) == isRepeat)
    }

    @Test func `a tst from the future is dropped, so that the next right one is newer`() throws {
        var state = state(perMinute: 9)
        #expect(try state.judge(change(tst: 301), at: now) == .apply(change(tst: nil)))
        #expect(state.memory.reportedAt == nil)
        #expect(try state.judge(change(tst: 1), at: now) == .apply(change(tst: 1)))
        #expect(state.memory.reportedAt == now + .seconds(1))
    }

    @Test func `the order of fixes outlives commands without a time and resets`() throws {
        var state = state(perMinute: 9)
        _ = try state.judge(change(tst: -5), at: now)
        _ = try state.judge(change(), at: now)
        #expect(try state.judge(.reset(id: nil), at: now) == .apply(.reset(id: nil)))
        #expect(code { _ = try state.judge(change(tst: -6), at: now) } == .stale)
        #expect(try state.judge(change(tst: -5), at: now) == .noChange)
    }

    @Test func `over the limit the newest command waits for the window to open`() throws {
        var state = state(perMinute: 3)
        for second in 0..<3 { _ = try state.judge(change(id: Int64(second)), at: now + .seconds(second)) }
        #expect(state.nextOpening == nil)
        for id in 3..<6 {
            let error = #expect(throws: PositionError.self) {
                try state.judge(change(id: Int64(id)), at: now + .seconds(9))
            }
            #expect(error?.code == .rateLimited)
            #expect(error?.id == .integer(Int64(id)))
        }
        #expect(state.nextOpening == now + .seconds(60))
        #expect(state.takePending(at: now + .seconds(59)) == nil)
        #expect(state.takePending(at: now + .seconds(60))?.change == change(id: 5))
        #expect(state.nextOpening == nil)
        #expect(state.takePending(at: now + .seconds(600)) == nil)
    }

    @Test func `a command that is admitted takes the place of the pending one`() throws {
        var state = state(perMinute: 1)
        _ = try state.judge(change(id: 1), at: now)
        #expect(code { _ = try state.judge(change(id: 2), at: now) } == .rateLimited)
        #expect(try state.judge(change(id: 3), at: now + .seconds(60)) == .apply(change(id: 3)))
        #expect(state.nextOpening == nil)
    }

    @Test func `an older fix does not take the place of a pending one, which counts once it is taken`() throws {
        var state = state(perMinute: 1)
        _ = try state.judge(change(tst: -9), at: now)
        #expect(code { _ = try state.judge(change(tst: -3, id: 2), at: now) } == .rateLimited)
        #expect(code { _ = try state.judge(change(tst: -6, id: 3), at: now) } == .stale)
        #expect(state.memory.reportedAt == now - .seconds(9))
        #expect(state.takePending(at: now + .seconds(60))?.change == change(tst: -3, id: 2))
        #expect(state.memory.reportedAt == now - .seconds(3))
    }

    @Test func `order is kept only where that is asked for, a repeat is one all the same`() throws {
        var state = PanelPositionState(rules: .anything, configured: .origin)
        _ = try state.judge(change(tst: -5), at: now)
        #expect(try state.judge(change(tst: -9), at: now) == .apply(change(tst: -9)))
        #expect(try state.judge(change(tst: -9), at: now) == .noChange)
    }

    @Test func `a reset is counted and can wait, too`() throws {
        var state = state(perMinute: 1)
        _ = try state.judge(.reset(id: nil), at: now)
        #expect(code { _ = try state.judge(.reset(id: .text("r")), at: now) } == .rateLimited)
        #expect(state.takePending(at: now + .seconds(60))?.change == .reset(id: .text("r")))
    }

    @Test func `refusals and repeats take nothing from the limit`() throws {
        var state = state(perMinute: 1, reportedAt: now)
        for _ in 0..<5 {
            #expect(code { _ = try state.judge(change(acc: 101), at: now) } == .inaccurate)
            #expect(code { _ = try state.judge(change(tst: -1), at: now) } == .stale)
            #expect(try state.judge(change(tst: 0), at: now) == .noChange)
        }
        #expect(try state.judge(change(tst: 1), at: now) == .apply(change(tst: 1)))
    }

    // MARK: The window

    @Test(arguments: UInt64(0)..<50)
    func `no minute sees more than the limit, and none is refused below it`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let limit = Int.random(in: 1...8, using: &random)
        var window = RateWindow(limit: limit)
        var admitted: [UTCInstant] = []
        var moment = now
        for _ in 0..<300 {
            moment = moment + .milliseconds(Int.random(in: 0...15_000, using: &random))
            let lastMinute = admitted.filter { moment - $0 < .seconds(60) }.count
            let isAdmitted = window.admit(at: moment)
            #expect(isAdmitted == (lastMinute < limit))
            if isAdmitted { admitted.append(moment) }
        }
    }

    /// Asks for admission at so many seconds after `now`, one after the other.
    private func admissions(to window: inout RateWindow, at seconds: [Int]) -> [Bool] {
        seconds.map { window.admit(at: now + .seconds($0)) }
    }

    @Test func `a clock that is set back does not shut the window`() {
        var window = RateWindow(limit: 1)
        #expect(admissions(to: &window, at: [0, 59]) == [true, false])
        #expect(window.nextOpening == now + .seconds(60))
        #expect(admissions(to: &window, at: [-3600]) == [true])
        #expect(window.nextOpening == now - .seconds(3540))
    }

    @Test func `a limit below one counts as one`() {
        var window = RateWindow(limit: 0)
        #expect(admissions(to: &window, at: [0, 0]) == [true, false])
    }
}
