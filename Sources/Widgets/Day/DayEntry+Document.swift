import Time
import Weather

/// The entry's document.
///
///     {"ts":1795298400,"y":2026,"m":11,"d":22,"w":7,"wn":"日曜日","s":"","q":"Carpe diem."}
///
/// | key | value |
/// |---|---|
/// | `ts` | start of the hour that is shown, Unix seconds |
/// | `y`, `m`, `d` | the date |
/// | `w`, `wn` | the ISO weekday, 1 for Monday, and its name |
/// | `s` | the slogan |
/// | `q` | the quote |
/// | `f` | whose the quote is (full) |
/// | `hh`, `mm`, `ss` | what clocks show at `ts`: hour, minute and second (full) |
/// | `date` | the date as `2026-11-22` (full) |
/// | `tz`, `off` | the time zone's IANA name, and its offset from UTC at `ts` in minutes (full) |
/// | `src` | who gave the quote (full) |
///
/// A panel of the small family gets none of `s`, `q` and `f`. Without a slogan `s` is empty, and so is its field.
extension DayEntry {
    package func content(in context: DisplayContext) -> any WidgetContent {
        let date = day.date
        let weekday = Words.weekdayName(date.isoWeekday, language: context.settings.language)
        let offset = day.utcOffsetMinutes(at: context.hour)
        let seconds = ((context.hour.unixSeconds + offset * 60) % 86_400 + 86_400) % 86_400
        func time(_ key: String, _ value: Int, most: Int, field: String) -> Document.Member {
            let value = Document.Value.integer(value, within: 0...most)
            return .init(key, compact: nil, full: value, field: .init(field, value))
        }
        let isoDate = Document.Value.code(date.iso8601, mostBytes: 10)
        var members: [Document.Member] = [
            .init("ts", .seconds(context.hour.unixSeconds)),
            .init("y", .integer(date.year, within: 0...9999), field: "year"),
            .init("m", .integer(date.month, within: 1...12), field: "month"),
            .init("d", .integer(date.day, within: 1...31), field: "day"),
            .init("w", .integer(date.isoWeekday, within: 1...7)),
            .init("wn", .text(weekday, weight: 2), field: "weekday"),
        ]
        if context.settings.family != .small { members.append(contentsOf: words(in: context)) }
        members.append(contentsOf: [
            time("hh", seconds / 3600, most: 23, field: "hour"),
            time("mm", seconds / 60 % 60, most: 59, field: "minute"),
            time("ss", seconds % 60, most: 59, field: "second"),
            .init("date", compact: nil, full: isoDate, field: .init("date", isoDate)),
            .init("tz", compact: nil, full: .code(timeZone, mostBytes: Bounds.timeZoneBytes)),
            .init("off", compact: nil, full: .integer(offset, within: Bounds.utcOffsetMinutes)),
            .init("src", compact: nil, full: .code(source, mostBytes: Bounds.sourceBytes)),
        ])
        return Document(members)
    }

    private func words(in context: DisplayContext) -> [Document.Member] {
        let slogan =
            isPlaceholder
            ? Words.sampleName(language: context.settings.language) : DayOptions(context.options).slogan
        let from = Document.Value.text(quote?.from, weight: 2)
        return [
            .init("s", .text(slogan, weight: 2), field: "slogan"),
            .init("q", .text(quote?.text, weight: 4), field: "quote"),
            .init("f", compact: nil, full: from, field: .init("from", from)),
        ]
    }
}
