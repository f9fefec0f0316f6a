/// A picture as numbers into a list of at most 256 colours.
package struct IndexedPixels: Sendable, Equatable {
    /// The pixels in a row.
    package let width: Int
    /// The number of rows.
    package let height: Int
    /// The palette, at most 256 colours.
    package let colors: [Color]
    /// The index into ``colors`` of each pixel, one byte each, rows from the top.
    package let indices: [UInt8]

    private static let mostColors = 256
    /// The number of most frequent colours that are kept exactly: text and paper keep their colours, whatever the
    /// texture.
    private static let keptColors = 16
    /// The most distinct colours counted exactly; beyond that bits are dropped first, which bounds the time.
    private static let mostDistinct = 1 << 14

    /// Indexes pixels of up to 256 colours without loss, others by the nearest of 256 chosen colours.
    package init(_ pixels: Pixels) {
        (width, height) = (pixels.width, pixels.height)
        var droppedBits: UInt32 = 0
        var numbered = Self.numbered(pixels, droppedBits)
        while numbered == nil {
            droppedBits += 1
            numbered = Self.numbered(pixels, droppedBits)
        }
        let (numbers, table) = numbered ?? ([], ColorTable(mostColors: 0))
        let distinct = zip(table.colors, table.counts).map { ColorCount(color: $0, count: $1) }
        guard distinct.count > Self.mostColors else {
            colors = distinct.map(\.color)
            indices = numbers.map { UInt8(truncatingIfNeeded: $0) }
            return
        }
        let chosen = Self.chosen(of: distinct)
        let nearest = distinct.map { Self.nearest(in: chosen, to: $0.color) }
        colors = chosen
        indices = numbers.map { nearest[Int($0)] }
    }

    /// Each pixel's colour as a number; nil where there are more than ``mostDistinct``.
    private static func numbered(_ pixels: Pixels, _ droppedBits: UInt32) -> (numbers: [UInt16], table: ColorTable)? {
        var table = ColorTable(mostColors: mostDistinct)
        let count = pixels.width * pixels.height
        var numbers = [UInt16](repeating: 0, count: count)
        let bytes = pixels.bytes
        let keptBits = (0xFF << droppedBits & 0xFF) as UInt32 * 0x01_01_01
        for index in 0..<count {
            let color = ColorTable.packed(bytes[3 * index], bytes[3 * index + 1], bytes[3 * index + 2]) & keptBits
            guard let number = table.add(color) else { return nil }
            numbers[index] = UInt16(truncatingIfNeeded: number)
        }
        return (numbers, table)
    }

    /// `distinct` is in the order in which colours came up, which decides between equally frequent ones.
    private static func chosen(of distinct: [ColorCount]) -> [Color] {
        let byFrequency = distinct.enumerated()
            .sorted { ($0.element.count, $1.offset) > ($1.element.count, $0.offset) }
            .map(\.element)
        let kept = byFrequency.prefix(keptColors)
        let rest = Array(byFrequency.dropFirst(keptColors))
        return kept.map(\.color) + MedianCut.colors(of: rest, most: mostColors - kept.count)
    }

    private static func nearest(in chosen: [Color], to color: Color) -> UInt8 {
        var best = (index: 0, distance: Int.max)
        for index in chosen.indices {
            let distance = chosen[index].distance(to: color)
            if distance < best.distance { best = (index, distance) }
        }
        return UInt8(truncatingIfNeeded: best.index)
    }
}
