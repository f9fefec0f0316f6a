/// The longest forms of values in JSON, in bytes.
enum LongestForm {
    /// The length of `null`, which stands for a missing value.
    static let null = 4

    /// A number in units of 10^−`digits`, or `null` where that is longer.
    static func number(within range: ClosedRange<Int>, digits: Int = 0) -> Int {
        let (lower, upper) = (range.lowerBound, range.upperBound)
        let ends = max(null, lower.decimalByteCount(digits: digits), upper.decimalByteCount(digits: digits))
        guard digits > 0, lower < upper else { return ends }
        // The ends may be round numbers and so shorter than their neighbours: 1150 hPa against 1149.9.
        return max(ends, (lower + 1).decimalByteCount(digits: digits), (upper - 1).decimalByteCount(digits: digits))
    }

    /// The length of `count` numbers of at most `byteCount` bytes, with brackets and commas.
    static func list(of count: Int, byteCount: Int) -> Int {
        count * byteCount + max(0, count - 1) + 2
    }
}

extension Int {
    /// The nearest number in the range.
    func clamped(to range: ClosedRange<Int>) -> Int { Swift.min(Swift.max(self, range.lowerBound), range.upperBound) }

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
