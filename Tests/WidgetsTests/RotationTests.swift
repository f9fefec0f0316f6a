import TestSupport
import Testing

@testable import Widgets

@Suite struct RotationTests {
    /// The hours since 1970 of 2026-11-21.
    private static let now = 498_600

    @Test(arguments: 1...50)
    func `each comes once a round`(count: Int) {
        for seed in UInt64(0)..<8 {
            for round in [-2, -1, 0, 1, Self.now / count] {
                let indices = (0..<count).map { Rotation.index(at: round * count + $0, of: count, seed: seed) }
                #expect(indices.sorted() == Array(0..<count))
            }
        }
    }

    @Test(arguments: 2...50)
    func `none comes twice running in three years of hours`(count: Int) {
        for seed in UInt64(0)..<2 {
            // Within a round none comes twice at all: what is left are the ends of rounds.
            let starts = stride(from: Self.now / count * count, to: Self.now + 3 * 8766, by: count)
            let repeated = starts.filter { slot in
                Rotation.index(at: slot - 1, of: count, seed: seed) == Rotation.index(at: slot, of: count, seed: seed)
            }
            #expect(repeated.isEmpty)
        }
    }

    @Test func `one alone comes always`() {
        #expect((-3...3).map { Rotation.index(at: $0, of: 1, seed: 7) } == [0, 0, 0, 0, 0, 0, 0])
    }

    @Test(arguments: 2...50)
    func `another seed is another order`(count: Int) {
        let orders = Set(
            (UInt64(0)..<20).map { seed in
                (0..<count).map { Rotation.index(at: Self.now + $0, of: count, seed: seed) }
            }
        )
        #expect(orders.count > 1)
    }

    @Test(arguments: UInt64(0)..<5)
    func `all have their turn at each place of a round`(seed: UInt64) {
        var seen = [Set<Int>](repeating: [], count: 6)
        for slot in 0..<600 { seen[slot % 6].insert(Rotation.index(at: slot, of: 6, seed: seed)) }
        #expect(seen == Array(repeating: Set(0..<6), count: 6))
    }
}
