/// Parses a TZ string from left to right; every part gives nil where the text is none.
struct POSIXTimeZoneParser<Text: Collection<UInt8>> {
    private var rest: Text.SubSequence

    init(_ text: Text) {
        rest = text[...]
    }

    mutating func parse() -> POSIXTimeZone? {
        guard parseName(), let west = parseTime(hours: 24) else { return nil }
        let standard = -west
        guard !rest.isEmpty else { return POSIXTimeZone(standardOffset: standard, daylight: nil) }
        guard parseName() else { return nil }
        var offset = standard + 3600
        if rest.first != UInt8(ascii: ",") {
            guard let west = parseTime(hours: 24) else { return nil }
            offset = -west
        }
        guard take(","), let start = parseChange(), take(","), let end = parseChange(), rest.isEmpty else { return nil }
        let daylight = POSIXTimeZone.Daylight(offset: offset, start: start, end: end)
        return POSIXTimeZone(standardOffset: standard, daylight: daylight)
    }

    /// Three letters or more, or `<…>` with signs and digits as well.
    private mutating func parseName() -> Bool {
        let isQuoted = take("<")
        let name = rest.prefix { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"): isQuoted
            default: false
            }
        }
        rest = rest[name.endIndex...]
        return name.count >= 3 && (!isQuoted || take(">"))
    }

    /// `hh[:mm[:ss]]` with or without a sign, in seconds; the hours up to a bound.
    private mutating func parseTime(hours bound: Int) -> Int? {
        let isNegative = take("-")
        if !isNegative { _ = take("+") }
        guard let hours = parseNumber(in: 0...bound) else { return nil }
        var seconds = hours * 3600
        for unit in [60, 1] where take(":") {
            guard let number = parseNumber(in: 0...59) else { return nil }
            seconds += number * unit
        }
        return isNegative ? -seconds : seconds
    }

    /// A day, and after a slash a time, 02:00:00 without it.
    private mutating func parseChange() -> POSIXTimeZone.Change? {
        guard let day = parseDay() else { return nil }
        guard take("/") else { return POSIXTimeZone.Change(day: day, seconds: 7200) }
        return parseTime(hours: 167).map { POSIXTimeZone.Change(day: day, seconds: $0) }
    }

    private mutating func parseDay() -> POSIXTimeZone.Day? {
        if take("J") { return parseNumber(in: 1...365).map { .julian($0) } }
        guard take("M") else { return parseNumber(in: 0...365).map { .ordinal($0) } }
        guard let month = parseNumber(in: 1...12), take("."), let week = parseNumber(in: 1...5), take("."),
            let day = parseNumber(in: 0...6)
        else { return nil }
        return .weekday(month: month, week: week, day: day)
    }

    /// One digit to three.
    private mutating func parseNumber(in range: ClosedRange<Int>) -> Int? {
        let digits = rest.prefix(3).prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
        rest = rest[digits.endIndex...]
        guard !digits.isEmpty else { return nil }
        let number = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        return range.contains(number) ? number : nil
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest = rest.dropFirst()
        return true
    }
}
