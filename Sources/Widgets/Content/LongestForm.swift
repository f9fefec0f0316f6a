/// How many bytes values take in JSON when they are at their longest.
package enum LongestForm {
    /// What stands for a missing value.
    package static let null = 4

    /// A number in units of 10^−`digits`, or `null` where that is longer.
    package static func number(within range: ClosedRange<Int>, digits: Int = 0) -> Int {
        let (lower, upper) = (range.lowerBound, range.upperBound)
        let ends = max(null, lower.decimalByteCount(digits: digits), upper.decimalByteCount(digits: digits))
        guard digits > 0, lower < upper else { return ends }
        // The ends may be round and so be shorter than what lies beside them: 1150 hPa and 1149.9.
        return max(ends, (lower + 1).decimalByteCount(digits: digits), (upper - 1).decimalByteCount(digits: digits))
    }

    /// As many numbers as `count` between brackets, parted by commas.
    package static func list(of count: Int, byteCount: Int) -> Int {
        count * byteCount + max(0, count - 1) + 2
    }
}

extension Int {
    /// The nearest number in the range.
    package func clamped(to range: ClosedRange<Int>) -> Int {
        Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
    }

    /// The bytes of the shortest form of a number in units of 10^−`digits`.
    fileprivate func decimalByteCount(digits: Int) -> Int {
        var magnitude = magnitude
        var digits = digits
        while digits > 0, magnitude.isMultiple(of: 10) {
            magnitude /= 10
            digits -= 1
        }
        var wholeDigits = 1 - digits
        while magnitude >= 10 {
            magnitude /= 10
            wholeDigits += 1
        }
        return (self < 0 ? 1 : 0) + Swift.max(1, wholeDigits) + (digits > 0 ? 1 + digits : 0)
    }
}
