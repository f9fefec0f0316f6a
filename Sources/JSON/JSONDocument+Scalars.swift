extension JSONDocument {
    /// The text at `index`, which must be one; throws where it is not UTF-8 or an escape is not one of JSON's.
    func text(at index: Int) throws(JSONSyntaxError) -> String {
        let range = values[index].range
        guard values[index].kind == .escapedText else {
            guard let text = String(validating: bytes[range], as: UTF8.self) else { throw .malformed }
            return text
        }
        var unescaped: [UInt8] = []
        unescaped.reserveCapacity(range.count)
        var position = range.lowerBound
        while position < range.upperBound {
            let byte = bytes[position]
            position += 1
            if byte == UInt8(ascii: "\\") {
                try appendEscaped(to: &unescaped, from: &position, before: range.upperBound)
            } else if byte >= 0x20 {
                unescaped.append(byte)
            } else {
                throw .malformed
            }
        }
        guard let text = String(validating: unescaped, as: UTF8.self) else { throw .malformed }
        return text
    }

    /// Appends what stands for an escape, whose letter is at `position`.
    private func appendEscaped(
        to text: inout [UInt8],
        from position: inout Int,
        before end: Int
    ) throws(JSONSyntaxError) {
        guard position < end else { throw .malformed }
        let letter = bytes[position]
        position += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(letter)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"):
            let scalar = try scalar(from: &position, before: end)
            text.append(contentsOf: String(Character(scalar)).utf8)
        default: throw .malformed
        }
    }

    /// The scalar of `XXXX`, or of a pair of surrogates `XXXX\uXXXX`, in hexadecimal digits.
    private func scalar(from position: inout Int, before end: Int) throws(JSONSyntaxError) -> Unicode.Scalar {
        let unit = try codeUnit(from: &position, before: end)
        guard UTF16.isLeadSurrogate(unit) else {
            guard let scalar = Unicode.Scalar(unit) else { throw .malformed }
            return scalar
        }
        guard position + 2 <= end, bytes[position] == UInt8(ascii: "\\"), bytes[position + 1] == UInt8(ascii: "u")
        else {
            throw .malformed
        }
        position += 2
        let trail = try codeUnit(from: &position, before: end)
        guard UTF16.isTrailSurrogate(trail) else { throw .malformed }
        return UTF16.decode(UTF16.EncodedScalar([unit, trail]))
    }

    private func codeUnit(from position: inout Int, before end: Int) throws(JSONSyntaxError) -> UInt16 {
        guard position + 4 <= end else { throw .malformed }
        var unit: UInt16 = 0
        for byte in bytes[position..<position + 4] {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { throw .malformed }
            unit = unit << 4 | UInt16(digit)
        }
        position += 4
        return unit
    }

    /// The whole number at `index`; throws where the value is no number of JSON, has a fraction or does not fit.
    func integer<Integer: FixedWidthInteger>(at index: Int) throws(JSONSyntaxError) -> Integer {
        let digits = bytes[values[index].range]
        let number = try JSONNumber(digits)
        if number.isPlainInteger {
            guard let integer = Integer(String(decoding: digits, as: UTF8.self)) else { throw .malformed }
            return integer
        }
        // Up to here a double tells each whole number from its neighbours.
        let mostExact = 9_007_199_254_740_992.0
        if let double = number.value(Double.self), double.magnitude < mostExact {
            guard let integer = Integer(exactly: double) else { throw .malformed }
            return integer
        }
        guard let integer: Integer = number.exactly() else { throw .malformed }
        return integer
    }

    /// The number at `index`; throws where the value is no number of JSON, or too large or too small for the type.
    func number<Number: BinaryFloatingPoint & LosslessStringConvertible>(
        at index: Int
    ) throws(JSONSyntaxError) -> Number {
        let number = try JSONNumber(bytes[values[index].range])
        guard let value = number.value(Number.self), value.isFinite, value != 0 || number.isZero else {
            throw .malformed
        }
        return value
    }
}

/// A number as a document has it, in JSON's grammar: `-`, digits without a leading zero, a fraction, an exponent.
private struct JSONNumber {
    private let text: String
    private let isNegative: Bool
    /// The digits before and behind the point.
    private let digits: ArraySlice<UInt8>
    private let fraction: ArraySlice<UInt8>
    private let exponent: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) throws(JSONSyntaxError) {
        func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
        isNegative = bytes.first == UInt8(ascii: "-")
        var rest = isNegative ? bytes.dropFirst() : bytes
        digits = rest.prefix(while: isDigit)
        rest = rest.dropFirst(digits.count)
        guard let first = digits.first, digits.count == 1 || first != UInt8(ascii: "0") else { throw .malformed }
        if rest.first == UInt8(ascii: ".") {
            fraction = rest.dropFirst().prefix(while: isDigit)
            rest = rest.dropFirst(1 + fraction.count)
            guard !fraction.isEmpty else { throw .malformed }
        } else {
            fraction = []
        }
        if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
            exponent = rest.dropFirst()
            rest =
                exponent.first == UInt8(ascii: "+") || exponent.first == UInt8(ascii: "-")
                ? exponent.dropFirst() : exponent
            guard !rest.isEmpty, rest.allSatisfy(isDigit) else { throw .malformed }
        } else {
            exponent = []
            guard rest.isEmpty else { throw .malformed }
        }
        text = String(decoding: bytes, as: UTF8.self)
    }

    var isPlainInteger: Bool { fraction.isEmpty && exponent.isEmpty }

    var isZero: Bool { (digits + fraction).allSatisfy { $0 == UInt8(ascii: "0") } }

    /// The nearest value of the type; infinite where there is none so large.
    func value<Number: LosslessStringConvertible>(_ type: Number.Type) -> Number? { Number(text) }

    /// The whole number, with all its digits; nil where there is a fraction or it does not fit.
    func exactly<Integer: FixedWidthInteger>() -> Integer? {
        var all = Array(digits + fraction)
        guard let power = exponent.isEmpty ? 0 : Int(String(decoding: exponent, as: UTF8.self)),
            abs(power) <= 400
        else { return nil }
        let zeros = power - fraction.count
        if zeros < 0 {
            guard all.suffix(-zeros).allSatisfy({ $0 == UInt8(ascii: "0") }) else { return nil }
            all.removeLast(min(-zeros, all.count))
        } else {
            all += repeatElement(UInt8(ascii: "0"), count: zeros)
        }
        return Integer((isNegative ? "-" : "") + String(decoding: all, as: UTF8.self))
    }
}
