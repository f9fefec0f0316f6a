package import Time
import Timelines
package import Widgets

/// The tide in an hour.
package struct TideEntry: WidgetEntry {
    /// The levels that an entry can have, in centimetres above chart datum.
    package static let levels = -2000...2000

    /// A full hour in UTC.
    package let date: UTCInstant
    /// In centimetres above chart datum.
    package let level: Int
    /// The time of the next high water; nil if it is not known.
    package let highWater: UTCInstant?
    /// The time at which the levels were obtained; nil for a sample.
    package let obtained: UTCInstant?
    /// The upstream's name, `sample` for a placeholder.
    package let source: String

    package init(date: UTCInstant, level: Int, highWater: UTCInstant?, obtained: UTCInstant?, source: String) {
        self.date = date
        self.level = level
        self.highWater = highWater
        self.obtained = obtained
        self.source = source
    }

    /// Nil: harbours do not say it.
    package var placeTimeZone: String? { nil }
    package var isPlaceholder: Bool { obtained == nil }

    /// The placeholder.
    package static func sample(at now: UTCInstant) -> TideEntry {
        let hour = now.hourStart
        return TideEntry(date: hour, level: 240, highWater: hour.addingHours(2), obtained: nil, source: "sample")
    }

    /// ``document(in:)``, and a frame.
    package func content(in context: DisplayContext) -> any WidgetContent {
        TideContent(entry: self, document: document(in: context))
    }

    /// The document of the entry.
    ///
    ///     {"ts":1774699200,"n":"世田谷区","h":1.2,"hw":1774710000}
    ///
    /// | key | value |
    /// |---|---|
    /// | `ts` | start of the hour, Unix seconds |
    /// | `n` | the place's name |
    /// | `h` | the level in the unit, to 0.01 |
    /// | `hw` | start of the hour of the next high water, Unix seconds |
    /// | `src` | the upstream's name (full) |
    private func document(in context: DisplayContext) -> Document {
        let hundredths = TideOptions(context.options).unit.hundredths(centimetres: level)
        // In feet, which give the larger numbers: how long payloads get must not depend on an option.
        let level = Document.Value.decimal(hundredths, digits: 2, within: -6562...6562)
        return Document([
            .init("ts", .seconds(date.unixSeconds)),
            .init("n", .text(context.placeName, weight: 1), field: "place"),
            .init("h", level, field: "level"),
            .init("hw", .seconds(highWater?.unixSeconds), field: "high_water"),
            .init("src", compact: nil, full: .code(source, mostBytes: Bounds.sourceBytes)),
        ])
    }
}
