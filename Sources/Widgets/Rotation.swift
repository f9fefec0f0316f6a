import Timelines

/// An endless shuffled order that needs no memory: each item once per round, none twice in a row.
enum Rotation {
    /// The index of the item, of `count` (at least one), for a slot; equal on each run for equal seeds.
    ///
    /// Every `count` slots are a round, which is shuffled by itself.
    static func index(at slot: Int, of count: Int, seed: UInt64) -> Int {
        let round = (slot - (slot % count + count) % count) / count
        let position = slot - round * count
        switch count {
        case 1: return 0
        // Two items have only one order in which none repeats.
        case 2: return SplitMix64.mix(seed) & 1 == 0 ? position : 1 - position
        default:
            var order = shuffled(count, round: round, seed: seed)
            // The last item of a round never moves, so that this round need not know about swaps in the one before.
            if order[0] == shuffled(count, round: round - 1, seed: seed)[count - 1] { order.swapAt(0, 1) }
            return order[position]
        }
    }

    /// By Fisher and Yates.
    private static func shuffled(_ count: Int, round: Int, seed: UInt64) -> [Int] {
        var order = Array(0..<count)
        var random = SplitMix64.mix(seed ^ SplitMix64.mix(UInt64(bitPattern: Int64(round))))
        for last in stride(from: count - 1, to: 0, by: -1) {
            random = SplitMix64.mix(random)
            order.swapAt(last, Int(random % UInt64(last + 1)))
        }
        return order
    }
}
