/// CRC-16/CCITT-FALSE: polynomial 0x1021, initial value 0xFFFF, nothing reflected, no final exclusive or.
///
/// Its check value, over the ASCII digits `123456789`, is 0x29B1.
package enum CyclicRedundancyCheck {
    /// The remainder of the bytes; of none it is 0xFFFF.
    package static func ccittFalse(_ bytes: some Sequence<UInt8>) -> UInt16 {
        var remainder: UInt16 = 0xFFFF
        for byte in bytes {
            // Eight steps at once: the polynomial has bits 12, 5 and 0 only, so that a byte's contribution
            // folds to three shifts.
            var top = UInt16(truncatingIfNeeded: remainder >> 8) ^ UInt16(byte)
            top ^= top >> 4
            remainder = (remainder << 8) ^ (top << 12) ^ (top << 5) ^ top
        }
        return remainder
    }
}
