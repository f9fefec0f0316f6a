package import Time

/// What is to be shown from one moment on.
package protocol TimelineEntry: Sendable, Equatable {
    /// The moment from which it is to be shown.
    var date: UTCInstant { get }
    /// Until when it says what is so, where no later entry takes its place before.
    var end: UTCInstant { get }
}

extension TimelineEntry {
    /// An hour after its date.
    package var end: UTCInstant { date.addingHours(1) }
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

    /// The entry that is to be shown at a moment: the last that has begun by then, whether or not it has ended.
    package func entry(at moment: UTCInstant) -> Entry? {
        entries.last { $0.date <= moment }
    }

    /// When what is to be shown is first another after a moment: an entry begins, or one ends.
    func nextChange(after moment: UTCInstant) -> UTCInstant? {
        let begins = entries.first { $0.date > moment }?.date
        let ends = entry(at: moment).map(\.end).flatMap { $0 > moment ? $0 : nil }
        return begins.map { min($0, ends ?? $0) } ?? ends
    }
}

/// How much trust what a panel shows deserves; the raw value is the payload of its status topic.
package enum Freshness: String, Sendable {
    /// The hour's entry, from a forecast of the hour before or of this one.
    case fresh
    /// The hour's entry, from an older forecast.
    case stale
    /// Nothing is left to show for this hour, or the broker does not take it; the last entry stays.
    case expired
    /// The placeholder: no forecast has ever come.
    case sample
}
