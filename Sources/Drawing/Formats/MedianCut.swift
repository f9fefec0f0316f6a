/// A colour, and how many pixels have it.
struct ColorCount {
    let color: Color
    let count: Int

    init(color: UInt32, count: Int) {
        self.color = Color(UInt8(color >> 16), UInt8(color >> 8 & 0xFF), UInt8(color & 0xFF))
        self.count = count
    }

    @inline(__always)
    fileprivate subscript(channel: Int) -> Int {
        channel == 0 ? Int(color.red) : channel == 1 ? Int(color.green) : Int(color.blue)
    }
}

/// Chooses a few colours that represent many.
///
/// Heckbert, Color image quantization for frame buffer display, 1982, with the cut of Wan, Wong and Prusinkiewicz, An
/// algorithm for multidimensional data clustering, 1988: the box with the largest sum of squared distances from its
/// mean is cut at that mean.
enum MedianCut {
    /// At most so many colours; each is the mean of those that it stands for.
    static func colors(of counts: [ColorCount], most: Int) -> [Color] {
        guard !counts.isEmpty else { return [] }
        var counts = counts
        var boxes = [Box(counts[...])]
        while boxes.count < most, let widest = boxes.indices.max(by: { boxes[$0].spread < boxes[$1].spread }) {
            let box = boxes[widest]
            guard box.spread > 0 else { break }
            let middle = counts[box.range].partition { $0[box.channel] > box.mean }
            boxes[widest] = Box(counts[box.range.lowerBound..<middle])
            boxes.append(Box(counts[middle..<box.range.upperBound]))
        }
        return boxes.map(\.color)
    }

    private struct Box {
        let range: Range<Int>
        let color: Color
        /// The channel with the largest spread: 0 red, 1 green, 2 blue.
        let channel: Int
        /// Of that channel, rounded down: where colours differ, some are above it and some are not.
        let mean: Int
        /// The weighted sum of squared distances in that channel.
        let spread: Double

        /// As a distance between colours weighs them.
        private static let weights = [2.0, 4.0, 3.0]

        init(_ counts: ArraySlice<ColorCount>) {
            range = counts.indices
            let total = Double(counts.reduce(0) { $0 + $1.count })
            let means = (0..<3).map { channel in
                Double(counts.reduce(0) { $0 + $1.count * $1[channel] }) / total
            }
            let spreads = (0..<3).map { channel in
                Self.weights[channel]
                    * counts.reduce(0.0) { sum, entry in
                        let distance = Double(entry[channel]) - means[channel]
                        return sum + Double(entry.count) * distance * distance
                    }
            }
            let channel = spreads.indices.max { spreads[$0] < spreads[$1] } ?? 0
            self.channel = channel
            mean = Int(means[channel])
            spread = spreads[channel]
            let rounded = means.map { UInt8($0.rounded()) }
            color = Color(rounded[0], rounded[1], rounded[2])
        }
    }
}
