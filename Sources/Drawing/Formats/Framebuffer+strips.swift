import Pictures

extension Framebuffer {
    /// Strips of whole rows, each behind a header of ``FramebufferLayout/stripHeaderBytes``, at most `mostBytes`
    /// together.
    ///
    /// All strips but the last have the same number of rows. Empty if not even one row fits.
    package func strips(mostBytes: Int) -> [[UInt8]] {
        let rows = layout.rowsPerStrip(mostBytes: mostBytes)
        guard rows > 0 else { return [] }
        let count = layout.stripCount(mostBytes: mostBytes)
        let id = id
        return (0..<count).map { index in
            let first = index * rows
            let end = min(bytes.count, (first + rows) * layout.bytesPerRow)
            var strip: [UInt8] = []
            strip.append(littleEndian: id)
            strip.append(littleEndian: UInt16(first))
            strip.append(littleEndian: UInt16(count))
            strip += bytes[first * layout.bytesPerRow..<end]
            return strip
        }
    }
}

extension [UInt8] {
    fileprivate mutating func append(littleEndian value: some FixedWidthInteger) {
        for shift in stride(from: 0, to: value.bitWidth, by: 8) {
            append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }
}
