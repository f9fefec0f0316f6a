/// A buffer that builds a document or a frame byte by byte, without an intermediate `String`.
///
/// Its functions are inlinable because an entry's encodings are made of thousands of small calls.
package struct ByteWriter: ~Copyable {
    /// The bytes written so far.
    @usableFromInline package internal(set) var bytes: [UInt8] = []

    /// `capacity` is how many bytes are expected; more do no harm.
    @inlinable package init(capacity: Int) {
        bytes.reserveCapacity(capacity)
    }

    /// The text as it is.
    @inlinable package mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }
    /// The bytes as they are.
    @inlinable package mutating func append(_ slice: ArraySlice<UInt8>) { bytes.append(contentsOf: slice) }
    /// One byte.
    @inlinable package mutating func append(byte: UInt8) { bytes.append(byte) }

    /// A whole number in decimal digits.
    @inlinable package mutating func append(integer value: Int) {
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        append(magnitude: value.magnitude)
    }

    @inlinable mutating func append(magnitude: UInt) {
        var divisor: UInt = 1
        while magnitude / divisor >= 10 { divisor *= 10 }
        while divisor > 0 {
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: magnitude / divisor % 10))
            divisor /= 10
        }
    }

    /// A number in units of 10^−`digits`, in its shortest form: with one digit 58 is `5.8`, 50 is `5`, −4 is `-0.4`.
    @inlinable package mutating func append(decimal value: Int, digits: Int) {
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        var scale: UInt = 1
        for _ in 0..<digits { scale *= 10 }
        var (whole, fraction) = value.magnitude.quotientAndRemainder(dividingBy: scale)
        append(magnitude: whole)
        guard fraction > 0 else { return }
        bytes.append(UInt8(ascii: "."))
        while fraction > 0 {
            scale /= 10
            (whole, fraction) = fraction.quotientAndRemainder(dividingBy: scale)
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: whole))
        }
    }

    /// A whole number in decimal digits, `null` for nil.
    @inlinable package mutating func append(integerOrNull value: Int?) {
        if let value { append(integer: value) } else { append("null") }
    }

    /// A number in units of 10^−`digits` in its shortest form, `null` for nil.
    @inlinable package mutating func append(decimalOrNull value: Int?, digits: Int) {
        if let value { append(decimal: value, digits: digits) } else { append("null") }
    }

    /// The elements between brackets, parted by commas.
    @inlinable package mutating func append<Elements: Collection>(
        arrayOf elements: Elements,
        _ write: (inout ByteWriter, borrowing Elements.Element) -> Void
    ) {
        var separator = UInt8(ascii: "[")
        for element in elements {
            bytes.append(separator)
            write(&self, element)
            separator = UInt8(ascii: ",")
        }
        if elements.isEmpty { bytes.append(separator) }
        bytes.append(UInt8(ascii: "]"))
    }

    /// The low byte first.
    @inlinable package mutating func append(littleEndian value: UInt16) {
        bytes.append(UInt8(truncatingIfNeeded: value))
        bytes.append(UInt8(truncatingIfNeeded: value >> 8))
    }

    /// The low byte first.
    @inlinable package mutating func append(littleEndian value: UInt32) {
        append(littleEndian: UInt16(truncatingIfNeeded: value))
        append(littleEndian: UInt16(truncatingIfNeeded: value >> 16))
    }

    /// All that was written.
    @inlinable package consuming func finish() -> [UInt8] { bytes }
}
