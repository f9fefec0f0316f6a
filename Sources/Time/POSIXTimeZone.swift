/// A time zone rule for all years, as the TZ variable and a TZif footer write it: `CET-1CEST,M3.5.0,M10.5.0/3`.
///
/// Source: POSIX.1-2024, Base Definitions 8.3, with RFC 9636's hours from −167 to 167.
/// Offsets are seconds east of Greenwich; the text counts them west.
struct POSIXTimeZone: Sendable, Hashable {
    /// A day of any year, as a rule names it.
    enum Day: Sendable, Hashable {
        /// `Jn`: 1…365, 29 February never counted.
        case julian(Int)
        /// `n`: 0…365, 29 February counted.
        case ordinal(Int)
        /// `Mm.w.d`: day d (0 Sunday…6) of week w (1…5, 5 the last) of month m.
        case weekday(month: Int, week: Int, day: Int)
    }

    /// A clock change: a day, and the seconds from its midnight in the local time that ends there.
    struct Change: Sendable, Hashable {
        var day: Day
        var seconds: Int
    }

    /// Daylight saving time: its offset, start and end.
    struct Daylight: Sendable, Hashable {
        var offset: Int
        var start: Change
        var end: Change
    }

    var standardOffset: Int
    var daylight: Daylight?

    /// The rule in a TZ string; nil for any other text, and for daylight saving time without its dates.
    init?(_ text: some Collection<UInt8>) {
        var parser = POSIXTimeZoneParser(text)
        guard let zone = parser.parse() else { return nil }
        self = zone
    }

    init(standardOffset: Int, daylight: Daylight?) {
        self.standardOffset = standardOffset
        self.daylight = daylight
    }

    func utcOffsetSeconds(atUnixSeconds seconds: Int) -> Int {
        guard let daylight else { return standardOffset }
        // A change may lie up to a week from its day, so that a neighbouring year's rule may hold at either end of a
        // year: the latest change before the moment decides.
        let year = CivilDate(daysSinceEpoch: (seconds + standardOffset).flooredDay).year
        var latest: (moment: Int, offset: Int)?
        for year in (year - 1)...(year + 1) {
            let start = Self.moment(of: daylight.start, in: year) - standardOffset
            let end = Self.moment(of: daylight.end, in: year) - daylight.offset
            for (moment, offset) in [(end, standardOffset), (start, daylight.offset)] where moment <= seconds {
                // If one year's end coincides with the next one's start (`0/0,J365/25`: all year), the start wins.
                if latest.map({ moment >= $0.moment }) ?? true { latest = (moment, offset) }
            }
        }
        return latest?.offset ?? standardOffset
    }

    /// Unix seconds of the change if local time were UTC.
    private static func moment(of change: Change, in year: Int) -> Int {
        let newYear = CivilDate.daysSinceEpoch(year: year, month: 1, day: 1)
        let day: Int
        switch change.day {
        case .julian(let number):
            day = newYear + number - 1 + (CivilDate.isLeap(year) && number >= 60 ? 1 : 0)
        case .ordinal(let number):
            day = newYear + number
        case .weekday(let month, let week, let weekday):
            let first = CivilDate.daysSinceEpoch(year: year, month: month, day: 1)
            // 1970-01-01 was a Thursday.
            let firstMatch = first + (weekday - (first + 4) % 7 + 14) % 7
            let length = CivilDate.length(ofMonth: month, year: year)
            let wanted = firstMatch + (week - 1) * 7
            day = wanted >= first + length ? wanted - 7 : wanted
        }
        return day * 86_400 + change.seconds
    }
}

extension Int {
    /// The day since the epoch that these seconds lie in, rounded towards the past.
    fileprivate var flooredDay: Int { (self - (self % 86_400 + 86_400) % 86_400) / 86_400 }
}

extension CivilDate {
    fileprivate static func isLeap(_ year: Int) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }

    fileprivate static func length(ofMonth month: Int, year: Int) -> Int {
        month == 2 ? (isLeap(year) ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    }
}
