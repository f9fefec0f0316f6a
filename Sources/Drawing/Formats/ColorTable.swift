/// Numbers the colours of a picture in order of appearance.
///
/// A hash table with open addressing: a dictionary is too slow for hundreds of thousands of pixels.
struct ColorTable {
    /// The colours in the order of their numbers, packed as ``packed(_:_:_:)`` does.
    private(set) var colors: [UInt32] = []
    /// The number of pixels of each colour.
    private(set) var counts: [Int] = []
    /// A colour's number and 1, or 0 where there is none; at least twice as many as there may be colours.
    private var slots: [Int32]
    private let mostColors: Int
    private let mask: Int

    init(mostColors: Int) {
        self.mostColors = mostColors
        var size = 16
        while size < 2 * mostColors { size *= 2 }
        slots = [Int32](repeating: 0, count: size)
        mask = size - 1
    }

    static func packed(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> UInt32 {
        UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
    }

    /// A colour's number; nil where it is new and there are as many as there may be.
    @inline(__always)
    mutating func add(_ color: UInt32) -> Int? {
        var slot = Int(truncatingIfNeeded: (UInt64(color) &* 0x9E37_79B9_7F4A_7C15) >> 32) & mask
        while true {
            let number = Int(slots[slot]) - 1
            if number < 0 { break }
            if colors[number] == color {
                counts[number] += 1
                return number
            }
            slot = (slot + 1) & mask
        }
        guard colors.count < mostColors else { return nil }
        colors.append(color)
        counts.append(1)
        slots[slot] = Int32(colors.count)
        return colors.count - 1
    }
}
