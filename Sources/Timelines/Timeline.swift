package import Time

/// The content to show from one moment on.
package protocol TimelineEntry: Sendable, Equatable {
    /// The moment from which the entry is shown.
    var date: UTCInstant { get }
    /// The moment at which the entry stops being true, unless a later entry replaces it before.
    var end: UTCInstant { get }
}

extension TimelineEntry {
    /// An hour after its date.
    package var end: UTCInstant { date.addingHours(1) }
}

/// Entries in the order of their dates, with the moment they were obtained.
package struct Timeline<Entry: TimelineEntry>: Sendable, Equatable {
    /// The entries, ascending by date, each date once.
    package let entries: [Entry]
    /// The moment the upstream answered.
    package let obtained: UTCInstant

    /// Sorts the entries; of two with one date the first is kept.
    package init(entries: [Entry], obtained: UTCInstant) {
        var seen = Set<UTCInstant>()
        self.entries = entries.filter { seen.insert($0.date).inserted }.sorted { $0.date < $1.date }
        self.obtained = obtained
    }

    /// The entry to show at a moment: the last one that has begun, even where it has ended; nil before the first.
    package func entry(at moment: UTCInstant) -> Entry? {
        entries.last { $0.date <= moment }
    }

    /// The first moment after `moment` at which an entry begins or ends; nil where none does.
    func nextChange(after moment: UTCInstant) -> UTCInstant? {
        let begins = entries.first { $0.date > moment }?.date
        let ends = entry(at: moment).map(\.end).flatMap { $0 > moment ? $0 : nil }
        return begins.map { min($0, ends ?? $0) } ?? ends
    }
}

/// The age of the data on a panel; the raw value is the payload of its status topic.
package enum Freshness: String, Sendable {
    /// The hour's entry, from a forecast of the hour before or of this one.
    case fresh
    /// The hour's entry, from an older forecast.
    case stale
    /// No entry is left for this hour, or the broker refuses it; the last one stays on the panel.
    case expired
    /// The placeholder: no forecast has arrived yet.
    case sample
}
