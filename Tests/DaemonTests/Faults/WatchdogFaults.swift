import Support
import Synchronization
import TestSupport
import Testing
import Time

@testable import Bridge
@testable import Daemon

@Suite(.timeLimit(.minutes(1)))
struct WatchdogFaults {
    private let clock = TestClock(now: Installation.noon)
    private let log = Recorder<String>()
    private let feeds = Recorder<UTCInstant>()
    private let answers = Answers()
    private let silences = Recorder<Set<String>>()

    /// The answers of the parts, which a test changes.
    private final class Answers: Sendable {
        let isAlive = Mutex(true)
        let hang = Mutex<CheckedContinuation<Void, Never>?>(nil)
        let hangs = Mutex(false)

        func give() async -> Bool {
            if hangs.withLock({ $0 }) {
                await withCheckedContinuation { continuation in hang.withLock { $0 = continuation } }
            }
            return isAlive.withLock { $0 }
        }

        func letGo() {
            hangs.withLock { $0 = false }
            hang.withLock { $0.take() }?.resume()
        }
    }

    private func watchdog() -> Watchdog<TestClock> {
        let answers = answers
        return Watchdog(
            parts: [.init(name: "the rest") { true }, .init(name: "the store") { await answers.give() }],
            interval: .seconds(60),
            clock: clock,
            log: Logger(level: .info, clock: clock) { [log] in log.append($0) },
            tell: { [silences] in silences.append($0) }
        )
    }

    private func whileRunning(_ body: () async throws -> Void) async throws {
        let watchdog = watchdog()
        let task = Task { [feeds, clock] in await watchdog.run { feeds.append(clock.now) } }
        defer { task.cancel() }
        try await body()
        answers.letGo()
        task.cancel()
        await task.value
    }

    /// Waits until the watchdog sleeps for so long and lets that pass.
    private func pass(_ duration: Duration) async {
        let deadline = clock.now + duration
        _ = await clock.nextSleep { $0 == deadline }
        clock.advance(by: duration)
    }

    @Test func `it is fed at once and after each interval while all parts answer`() async throws {
        try await whileRunning {
            for round in 0..<5 {
                let instant = Installation.noon + .seconds(60) * round
                _ = try await feeds.first { $0 == instant }
                await pass(.seconds(60))
            }
        }
        #expect(log.elements.isEmpty)
    }

    @Test func `a part that says no is asked again each second, and nothing is fed meanwhile`() async throws {
        try await whileRunning {
            _ = try await feeds.first { _ in true }
            answers.isAlive.withLock { $0 = false }
            await pass(.seconds(60))
            for _ in 0..<3 { await pass(.seconds(1)) }
            let nextQuestion = Installation.noon + .seconds(64)
            _ = await clock.nextSleep { $0 == nextQuestion }
            #expect(feeds.elements.count == 1)
            answers.isAlive.withLock { $0 = true }
            await pass(.seconds(1))
            let fed = try await feeds.first(since: 1) { _ in true }
            #expect(fed == nextQuestion)
        }
        FaultTable.held("a part of the bridge is not alive", "the watchdog is not fed until it is")
    }

    @Test func `a part that never answers starves it, is told of once, and feeds again when it answers`() async throws {
        try await whileRunning {
            _ = try await feeds.first { _ in true }
            answers.hangs.withLock { $0 = true }
            await pass(.seconds(60))
            await pass(.seconds(60))
            let line = try await log.first { _ in true }
            #expect(line.contains("error: the store gave no sign of life for 60.0 seconds"), "\(line)")
            #expect(!line.contains("the rest"))
            for _ in 0..<20 { clock.advance(by: .seconds(60)) }
            #expect(feeds.elements.count == 1)
            try await eventually { answers.hang.withLock { $0 != nil } }
            answers.letGo()
            _ = try await feeds.first(since: 1) { _ in true }
            #expect(silences.elements == [["the store"], []])
            #expect(log.elements.count == 2 && log.elements[1].contains("give signs of life again"))
        }
        FaultTable.held("a part of the bridge hangs", "the watchdog is not fed, and it is told which part")
    }

    @Test func `a schedule is late only when nothing was done for long, by whatever the wall clock says`() {
        var punctuality = Punctuality()
        let start = ContinuousClock.now
        func isKept(_ seconds: Int, isLate: Bool = true) -> Bool {
            punctuality.isKept(isLate: isLate, at: start + .seconds(seconds))
        }
        // The clock was set forward by hours: noticed within 30 s.
        #expect(isKept(0) && isKept(30))
        punctuality.actionsPerformed()
        #expect(isKept(31, isLate: false))
        // Nobody turns.
        #expect(isKept(60) && isKept(90) && isKept(150) && !isKept(151) && !isKept(10_000))
        punctuality.actionsPerformed()
        #expect(isKept(10_001))
        // Set back: nothing is due any more.
        #expect(isKept(10_060) && isKept(10_090, isLate: false) && isKept(10_200))
    }
}
