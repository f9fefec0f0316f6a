/// Builds a payload byte by byte, with no intermediate `String`.
struct ByteWriter: ~Copyable {
    private(set) var bytes: [UInt8] = []

    init(capacity: Int) {
        bytes.reserveCapacity(capacity)
    }

    mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }
    mutating func append(_ slice: ArraySlice<UInt8>) { bytes.append(contentsOf: slice) }
    mutating func append(byte: UInt8) { bytes.append(byte) }

    /// A whole number in decimal digits.
    mutating func append(integer value: Int) {
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        append(magnitude: value.magnitude)
    }

    private mutating func append(magnitude: UInt) {
        var divisor: UInt = 1
        while magnitude / divisor >= 10 { divisor *= 10 }
        while divisor > 0 {
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: magnitude / divisor % 10))
            divisor /= 10
        }
    }

    /// A number given in tenths, in its shortest form: 58 is `5.8`, 50 is `5`, −4 is `-0.4`.
    mutating func append(tenths value: Int) {
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        let (whole, tenth) = value.magnitude.quotientAndRemainder(dividingBy: 10)
        append(magnitude: whole)
        guard tenth > 0 else { return }
        bytes.append(UInt8(ascii: "."))
        bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: tenth))
    }

    mutating func append(integerOrNull value: Int?) {
        if let value { append(integer: value) } else { append("null") }
    }

    mutating func append(tenthsOrNull value: Int?) {
        if let value { append(tenths: value) } else { append("null") }
    }

    /// The elements between brackets, parted by commas.
    mutating func append<Element>(
        arrayOf elements: [Element],
        _ write: (inout ByteWriter, borrowing Element) -> Void
    ) {
        var separator = UInt8(ascii: "[")
        for element in elements {
            bytes.append(separator)
            write(&self, element)
            separator = UInt8(ascii: ",")
        }
        bytes.append(UInt8(ascii: "]"))
    }

    /// The low byte first.
    mutating func append(littleEndian value: UInt16) {
        bytes.append(UInt8(truncatingIfNeeded: value))
        bytes.append(UInt8(truncatingIfNeeded: value >> 8))
    }

    /// The low byte first.
    mutating func append(littleEndian value: UInt32) {
        append(littleEndian: UInt16(truncatingIfNeeded: value))
        append(littleEndian: UInt16(truncatingIfNeeded: value >> 16))
    }

    consuming func finish() -> [UInt8] { bytes }
}
