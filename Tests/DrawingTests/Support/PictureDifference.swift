import Drawing

/// The difference between a drawn picture and the one that was expected.
///
/// Two pixels differ where a channel differs by more than 48: what another FreeType makes of an edge does not count, a
/// stroke that is elsewhere does. The pictures are alike where no more than 0.5 % of the pixels differ, and no more
/// than 12 in any square of 16×16 pixels: a letter that has moved is few pixels of the picture, and many of its place.
/// Squares lie at every eighth pixel, so that each letter is whole in one of them.
struct PictureDifference {
    static let channelTolerance = 48
    static let mostDiffering = 0.005
    static let square = 16
    static let mostDifferingInSquare = 12

    /// Nil where the sizes differ.
    let differing: [Bool]?
    let count: Int
    let mostInSquare: Int
    private let width: Int
    private let expected: Pixels

    var isAlike: Bool {
        guard let differing else { return false }
        return Double(count) <= Self.mostDiffering * Double(differing.count)
            && mostInSquare <= Self.mostDifferingInSquare
    }

    init(_ actual: Pixels, _ expected: Pixels) {
        self.expected = expected
        width = expected.width
        guard actual.width == expected.width, actual.height == expected.height else {
            (differing, count, mostInSquare) = (nil, 0, 0)
            return
        }
        var differing = [Bool](repeating: false, count: expected.width * expected.height)
        var count = 0
        for pixel in differing.indices {
            for byte in 3 * pixel..<3 * pixel + 3
            where abs(Int(actual.bytes[byte]) - Int(expected.bytes[byte])) > Self.channelTolerance {
                differing[pixel] = true
            }
            if differing[pixel] { count += 1 }
        }
        self.differing = differing
        self.count = count
        mostInSquare = count == 0 ? 0 : Self.mostInSquare(differing, width: expected.width)
    }

    private static func mostInSquare(_ differing: [Bool], width: Int) -> Int {
        let half = square / 2
        let columns = (width + half - 1) / half
        // Quarters are counted once; a square is four of them.
        var quarters: [Int: Int] = [:]
        for pixel in differing.indices where differing[pixel] {
            quarters[pixel / width / half * (columns + 1) + pixel % width / half, default: 0] += 1
        }
        var most = 0
        for quarter in quarters.keys {
            for corner in [quarter, quarter - 1, quarter - columns - 1, quarter - columns - 2] {
                let sum = [corner, corner + 1, corner + columns + 1, corner + columns + 2]
                    .reduce(0) { $0 + (quarters[$1] ?? 0) }
                most = max(most, sum)
            }
        }
        return most
    }

    /// The expected picture in pale grey, what differs in red.
    var picture: Pixels {
        var picture = expected
        for pixel in 0..<expected.width * expected.height {
            let (x, y) = (pixel % width, pixel / width)
            let color = expected[x, y]
            let grey = (Int(color.red) + Int(color.green) + Int(color.blue)) / 3
            picture[x, y] = differing?[pixel] == true ? .red : Color(grey: UInt8(160 + grey * 95 / 255))
        }
        return picture
    }

    var summary: String {
        guard let differing else { return "of another size" }
        return "\(count) of \(differing.count) pixels differ, \(mostInSquare) within a square"
    }
}
