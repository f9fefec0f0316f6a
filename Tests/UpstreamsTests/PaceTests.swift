import TestSupport
import Testing
import Time

@testable import Upstreams

@Suite(.timeLimit(.minutes(4)))
struct PaceTests {
    private let clock = TestClock(now: testNow)
    private let turns = Recorder<Int>()

    /// Starts so many, each in the line before the next comes.
    private func line(of count: Int, at pace: Pace, in group: inout TaskGroup<Void>) async {
        for number in 0..<count {
            group.addTask { [turns] in
                guard (try? await pace.turn()) != nil else { return turns.append(-1) }
                turns.append(number)
            }
            // The first goes at once; each other one sleeps behind those before it.
            if number == 0 { _ = try? await turns.first { $0 == 0 } } else { await sleeps(number) }
        }
    }

    /// Waits until somebody has gone to sleep so many times.
    private func sleeps(_ count: Int) async {
        while clock.sleepCount < count { await Task.yield() }
    }

    @Test func `each goes so long after the one before, in the order of coming`() async throws {
        let pace = Pace(clock: clock, interval: .seconds(1))
        await withTaskGroup(of: Void.self) { group in
            await line(of: 5, at: pace, in: &group)
            for number in 1..<5 {
                #expect(turns.elements == Array(0..<number))
                let next = await clock.nextSleep()
                #expect(next == testNow + .seconds(number))
                clock.set(to: next)
                _ = try? await turns.first { $0 == number }
            }
        }
        #expect(turns.elements == [0, 1, 2, 3, 4])
        // One sleep each: nobody is woken for nothing.
        #expect(clock.sleepCount == 4)
    }

    @Test func `after a leap of the clock they still go one by one`() async throws {
        let pace = Pace(clock: clock, interval: .seconds(1))
        await withTaskGroup(of: Void.self) { group in
            await line(of: 4, at: pace, in: &group)
            clock.advance(by: .seconds(3600))
            for number in 1..<4 {
                _ = try? await turns.first { $0 == number }
                #expect(turns.elements == Array(0...number))
                let now = clock.now
                if number < 3 { clock.set(to: await clock.nextSleep { $0 > now }) }
            }
        }
    }

    @Test func `a clock that was set back holds up nobody longer than an interval`() async throws {
        let pace = Pace(clock: clock, interval: .seconds(1))
        try await pace.turn()
        let past = testNow.addingHours(-5)
        clock.set(to: past)
        async let second: Void = pace.turn()
        #expect(await clock.nextSleep() == past + .seconds(1))
        clock.advance(by: .seconds(1))
        try await second
    }

    @Test func `who gives up makes room`() async throws {
        let pace = Pace(clock: clock, interval: .seconds(1), mostWaiting: 1)
        try await pace.turn()
        let waiting = Task { try await pace.turn() }
        _ = await clock.nextSleep()
        await #expect(throws: Pace.Failure.full(limit: 1)) { try await pace.turn() }
        waiting.cancel()
        await #expect(throws: Pace.Failure.cancelled) { try await waiting.value }
        async let last: Void = pace.turn()
        #expect(await clock.nextSleep() == testNow + .seconds(1))
        clock.advance(by: .seconds(1))
        try await last
    }
}
