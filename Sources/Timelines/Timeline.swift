package import Time

/// What is to be shown from one moment on.
package protocol TimelineEntry: Sendable, Equatable {
    /// The moment from which it is to be shown.
    var date: UTCInstant { get }
}

/// Entries in the order of their dates, and when what they say was obtained.
package struct Timeline<Entry: TimelineEntry>: Sendable, Equatable {
    /// Ascending by date, no date twice.
    package let entries: [Entry]
    /// When the upstream answered.
    package let obtained: UTCInstant

    /// Sorts the entries; of two for one date the first stands.
    package init(entries: [Entry], obtained: UTCInstant) {
        var seen = Set<UTCInstant>()
        self.entries = entries.filter { seen.insert($0.date).inserted }.sorted { $0.date < $1.date }
        self.obtained = obtained
    }

    /// The entry for exactly this date.
    package func entry(for date: UTCInstant) -> Entry? {
        entries.first { $0.date == date }
    }
}

/// How much trust what a panel shows deserves; the raw value is the payload of its status topic.
package enum Freshness: String, Sendable {
    /// The hour's entry, from a forecast of the hour before or of this one.
    case fresh
    /// The hour's entry, from an older forecast.
    case stale
    /// Nothing is left to show for this hour; the last entry stays.
    case expired
    /// The placeholder: no forecast has ever come.
    case sample
}
