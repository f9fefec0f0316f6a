/// Reduces pictures to the colours of a display.
package struct Quantizer: Sendable {
    private let entries: [Color]

    package init(_ palette: Palette) { entries = palette.entries }

    /// The pixels in the nearest colour each.
    package func nearest(_ pixels: Pixels) -> Pixels {
        guard !entries.isEmpty else { return pixels }
        var nearest = NearestEntry(entries)
        var bytes = pixels.bytes
        var last = (color: Color.black, found: nearest.entry(to: .black))
        for at in stride(from: 0, to: bytes.count - 2, by: 3) {
            let color = Color(bytes[at], bytes[at + 1], bytes[at + 2])
            if color != last.color { last = (color, nearest.entry(to: color)) }
            // Most pixels are in a colour of the display already.
            guard last.found != color else { continue }
            bytes[at] = last.found.red
            bytes[at + 1] = last.found.green
            bytes[at + 2] = last.found.blue
        }
        return Pixels(width: pixels.width, height: pixels.height, bytes: bytes)
    }

    /// The pixels dithered, so that areas have the right colour from a distance: Bayer's ordered dither, 8 × 8.
    package func dithered(_ pixels: Pixels) -> Pixels {
        guard !entries.isEmpty else { return pixels }
        // Two neighbouring greys are so far apart.
        let step = entries.count == 4 ? 85.0 : entries.count == 16 ? 17.0 : 255.0
        // Rounded towards zero, so that a colour of the display stays itself.
        let shifts = Self.bayer.map { Int(((Double($0) + 0.5) / 64 - 0.5) * step) }
        var nearest = NearestEntry(entries)
        var bytes = pixels.bytes
        var at = 0
        for y in 0..<pixels.height {
            for x in 0..<pixels.width {
                let shift = shifts[y % 8 * 8 + x % 8]
                func moved(_ value: UInt8) -> UInt8 { UInt8(clamping: Int(value) + shift) }
                let found = nearest.entry(to: Color(moved(bytes[at]), moved(bytes[at + 1]), moved(bytes[at + 2])))
                bytes[at] = found.red
                bytes[at + 1] = found.green
                bytes[at + 2] = found.blue
                at += 3
            }
        }
        return Pixels(width: pixels.width, height: pixels.height, bytes: bytes)
    }

    /// Bayer, An optimum method for two-level rendition of continuous-tone pictures, 1973.
    private static let bayer: [Int] = (0..<64).map { index in
        let (x, y) = (index % 8, index / 8)
        return (0..<3).reduce(0) { sum, bit in
            let (a, b) = (x >> bit & 1, y >> bit & 1)
            return sum | ((a ^ b) << 1 | b) << (2 * (2 - bit))
        }
    }
}

/// Finds the nearest of a few colours, and remembers what it found lately.
private struct NearestEntry {
    private let entries: [Color]
    /// The most recent colours by hash: the colour, a bit above it that marks the slot as used, and the index of the
    /// nearest entry.
    private var asked = [UInt32](repeating: 0, count: 1 << slotBits)
    private var found = [UInt8](repeating: 0, count: 1 << slotBits)

    private static let slotBits = 10
    private static let isUsed: UInt32 = 1 << 24

    init(_ entries: [Color]) { self.entries = entries }

    mutating func entry(to color: Color) -> Color {
        let key = Self.isUsed | UInt32(color.red) << 16 | UInt32(color.green) << 8 | UInt32(color.blue)
        let slot = Int((key &* 0x9E37_79B1) >> UInt32(32 - Self.slotBits))
        if asked[slot] == key { return entries[Int(found[slot])] }
        var best = (index: 0, distance: Int.max)
        for index in entries.indices {
            let distance = entries[index].distance(to: color)
            if distance < best.distance { best = (index, distance) }
        }
        asked[slot] = key
        found[slot] = UInt8(best.index)
        return entries[best.index]
    }
}

extension Color {
    /// Squared, green weighing most, as it does for eyes.
    func distance(to other: Color) -> Int {
        let red = Int(red) - Int(other.red)
        let green = Int(green) - Int(other.green)
        let blue = Int(blue) - Int(other.blue)
        return 2 * red * red + 4 * green * green + 3 * blue * blue
    }
}
