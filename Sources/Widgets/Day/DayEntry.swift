package import Time
import Timelines

/// A day as the clocks of a place show it, and a quote for it.
package struct DayEntry: WidgetEntry {
    /// The start of the day, or the hour in which the timeline was made.
    package let date: UTCInstant
    /// The day.
    package let day: LocalDay
    /// The IANA name of the time zone.
    package let timeZone: String
    /// The quote; nil if none is wanted.
    package let quote: Quote?
    /// The upstream that the quote is from, `collection`, `builtin`, or `sample` for a placeholder.
    package let source: String

    package init(
        date: UTCInstant,
        day: LocalDay,
        timeZone: String,
        quote: Quote?,
        source: String
    ) {
        self.date = date
        self.day = day
        self.timeZone = timeZone
        self.quote = quote
        self.source = source
    }

    /// The next day's beginning.
    package var end: UTCInstant { day.end }
    /// The next day's beginning: yesterday's date is worse than none.
    package var expires: UTCInstant { day.end }
    /// Nil: it is the panel's own zone, which no upstream gave.
    package var placeTimeZone: String? { nil }
    package var isPlaceholder: Bool { source == OwnSource.sample }

    /// The placeholder: the date in UTC.
    package static func sample(at now: UTCInstant) -> DayEntry {
        DayEntry(
            date: now.hourStart,
            day: LocalDay(containing: now, in: "UTC", zones: FixedOffset(seconds: 0)),
            timeZone: "UTC",
            quote: .builtin,
            source: OwnSource.sample
        )
    }
}

extension Quote {
    /// The quote shown until there is another: short, in ASCII, in the public domain.
    static let builtin = Quote(text: "Carpe diem.", from: "Horatius, Carmina I, 11")
}
