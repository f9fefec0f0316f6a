/// A parser of TZ strings, from left to right; each part returns nil for text that does not fit the grammar.
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
        guard accept(","), let start = parseChange(), accept(","), let end = parseChange(), rest.isEmpty else {
            return nil
        }
        let daylight = POSIXTimeZone.Daylight(offset: offset, start: start, end: end)
        return POSIXTimeZone(standardOffset: standard, daylight: daylight)
    }

    /// A zone's name: at least three letters, or `<…>`, which may hold signs and digits as well.
    private mutating func parseName() -> Bool {
        let isQuoted = accept("<")
        let name = rest.prefix { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"): isQuoted
            default: false
            }
        }
        rest = rest[name.endIndex...]
        return name.count >= 3 && (!isQuoted || accept(">"))
    }

    /// `hh[:mm[:ss]]` with an optional sign, in seconds; hours up to `bound`.
    private mutating func parseTime(hours bound: Int) -> Int? {
        let isNegative = accept("-")
        if !isNegative { _ = accept("+") }
        guard let hours = parseNumber(in: 0...bound) else { return nil }
        var seconds = hours * 3600
        for unit in [60, 1] where accept(":") {
            guard let number = parseNumber(in: 0...59) else { return nil }
            seconds += number * unit
        }
        return isNegative ? -seconds : seconds
    }

    /// A day, and after a slash a time; 02:00:00 without one.
    private mutating func parseChange() -> POSIXTimeZone.Change? {
        guard let day = parseDay() else { return nil }
        guard accept("/") else { return POSIXTimeZone.Change(day: day, seconds: 7200) }
        return parseTime(hours: 167).map { POSIXTimeZone.Change(day: day, seconds: $0) }
    }

    private mutating func parseDay() -> POSIXTimeZone.Day? {
        if accept("J") { return parseNumber(in: 1...365).map { .julian($0) } }
        guard accept("M") else { return parseNumber(in: 0...365).map { .ordinal($0) } }
        guard let month = parseNumber(in: 1...12), accept("."), let week = parseNumber(in: 1...5), accept("."),
            let day = parseNumber(in: 0...6)
        else { return nil }
        return .weekday(month: month, week: week, day: day)
    }

    /// A number of one to three digits.
    private mutating func parseNumber(in range: ClosedRange<Int>) -> Int? {
        let digits = rest.prefix(3).prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
        rest = rest[digits.endIndex...]
        guard !digits.isEmpty else { return nil }
        let number = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        return range.contains(number) ? number : nil
    }

    /// Consumes `character` if it comes next.
    private mutating func accept(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest = rest.dropFirst()
        return true
    }
}
