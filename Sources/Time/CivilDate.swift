/// A day of the Gregorian calendar, such as 2026-11-21.
package struct CivilDate: Sendable, Hashable, Comparable, Codable {
    /// Days since 1970-01-01.
    package let daysSinceEpoch: Int

    package init(daysSinceEpoch: Int) {
        self.daysSinceEpoch = daysSinceEpoch
    }

    /// The date that a clock `utcOffsetSeconds` ahead of UTC shows at `instant`.
    package init(at instant: UTCInstant, utcOffsetSeconds: Int) {
        let seconds = instant.unixSeconds + utcOffsetSeconds
        daysSinceEpoch = (seconds - (seconds % 86_400 + 86_400) % 86_400) / 86_400
    }

    /// A date of year 0…9999, `month` 1…12 and `day` 1…31; nil for a day that the calendar does not have.
    package init?(year: Int, month: Int, day: Int) {
        guard (0...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else { return nil }
        self.init(daysSinceEpoch: Self.daysSinceEpoch(year: year, month: month, day: day))
        guard month == self.month, day == self.day else { return nil }
    }

    /// The date written as `2026-11-21`; nil for any other text.
    package init?(iso8601 text: some StringProtocol) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts.map(\.utf8.count) == [4, 2, 2],
            parts.allSatisfy({ $0.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// The year of the proleptic Gregorian calendar, year 0 being 1 BC.
    package var year: Int { civil.year }
    /// The month, 1…12.
    package var month: Int { civil.month }
    /// The day of the month, 1…31.
    package var day: Int { civil.day }
    /// The weekday, 1 for Monday … 7 for Sunday, as ISO 8601 counts.
    package var isoWeekday: Int { ((daysSinceEpoch + 3) % 7 + 7) % 7 + 1 }

    /// Throws for a day outside 0000-01-01…9999-12-31.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        daysSinceEpoch = try container.decode(Int.self, forKey: .daysSinceEpoch)
        guard Self.storedDays.contains(daysSinceEpoch) else {
            throw DecodingError.dataCorruptedError(
                forKey: .daysSinceEpoch,
                in: container,
                debugDescription: "\(daysSinceEpoch) is no day from 0000-01-01 to 9999-12-31"
            )
        }
    }

    private static let storedDays = -719_528...2_932_896

    /// The date as ISO 8601 writes it: `2026-11-21`.
    package var iso8601: String {
        let (year, month, day) = civil
        func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
        let digits = "\(year)"
        let zeros = String(repeating: "0", count: max(0, 4 - digits.count))
        return "\(zeros)\(digits)-\(two(month))-\(two(day))"
    }

    /// The date `days` later; earlier for a negative count.
    package func addingDays(_ days: Int) -> CivilDate { CivilDate(daysSinceEpoch: daysSinceEpoch + days) }

    /// Earlier dates sort first.
    package static func < (left: CivilDate, right: CivilDate) -> Bool { left.daysSinceEpoch < right.daysSinceEpoch }

    /// Days since 1970-01-01 in the proleptic Gregorian calendar; a day past its month's end runs on into the next.
    ///
    /// Years are counted from March, so that the leap day is the last of its year (Hinnant, `days_from_civil`, 2013).
    static func daysSinceEpoch(year: Int, month: Int, day: Int) -> Int {
        let marchYear = month <= 2 ? year - 1 : year
        let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
        let yearOfEra = marchYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// The civil date by Howard Hinnant's `civil_from_days` (2013).
    private var civil: (year: Int, month: Int, day: Int) {
        let shifted = daysSinceEpoch + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let calendarMonth = month < 10 ? month + 3 : month - 9
        let year = yearOfEra + era * 400 + (calendarMonth <= 2 ? 1 : 0)
        return (year, calendarMonth, dayOfYear - (153 * month + 2) / 5 + 1)
    }
}
