import Testing

@testable import Time

private let start = UTCInstant(unixSeconds: 1_774_699_200)

@Suite struct WallClockTests {
    /// The naps of a sleep until 20 minutes from now, by a clock that shows these times one after the other.
    private func naps(_ seconds: [Int]) async throws -> [Duration] {
        var times = seconds.makeIterator()
        var naps: [Duration] = []
        try await SystemWallClock.wait(until: start + .seconds(1200)) {
            times.next().map { start + .seconds($0) } ?? .distantFuture
        } sleep: {
            naps.append($0)
        }
        return naps
    }

    @Test func `a clock that is set forward is noticed within half a minute`() async throws {
        #expect(try await naps([0, 30, 1200]) == [.seconds(30), .seconds(30)])
        #expect(try await naps([1190, 1200]) == [.seconds(10)])
        #expect(try await naps([1300]) == [])
    }

    @Test func `a clock that is set back wakes who waits for a moment that is far off now`() async throws {
        #expect(try await naps([0, 30, -18_000, -17_970]) == [.seconds(30), .seconds(30)])
    }
}
