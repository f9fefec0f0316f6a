import Support
import Time

@testable import Bridge

/// The week as a person would read it: a block an hour, with a line for each panel and one for each thing that happens
/// within the hour.
struct WeekLog {
    static let legend = """
        A week on three panels, read off what is published on their topics.

        A block is an hour. Its first lines say what each panel is sent when the hour begins:
          panel, local time, status | weather | conditions | day | poem
        tokyo takes the frame and compact JSON, berlin fields, both in °C and hPa; kathmandu full JSON in °F and inHg.
        weather:    temperature, pressure, its trend over three hours, the letter of every third of 24 hours, and how
                    old the forecast is, once that is an hour or more (`4h`)
        conditions: the last observation; of today the lowest and highest temperature and the letters of day and night
                    (berlin has the small family, which has no days)
        day:        weekday, month and day, berlin's slogan, the beginning of a quote (kathmandu has the small family,
                    which has neither)
        poem:       the first line and the author
        Letters: C clear, F fair, P mostly cloudy, O overcast, D drizzle, R rain, X heavy rain, W showers; small by \
        night.

        The lines with a time in UTC say what happened within the hour: what of the above is another on a panel then, \
        and
        what the log said, once an hour for all that is alike. A reload that brings nothing but its time is left out.

        The models are run anew at 4, 10, 16 and 22 UTC: forecasts change then, observations every hour.
        Berlin's low passes on Fri 27 Mar, Tokyo's on Tue 31 Mar.
        All sources are out of reach from Sat 28 Mar 10:00 to Mon 30 Mar 10:00 UTC.
        Berlin's clocks go from 02:00 to 03:00 on Sun 29 Mar, at 01:00 UTC. Kathmandu is 5:45 ahead of UTC: its days \
        begin
        at 18:15 UTC, within a block.

        """

    private struct Line {
        var at: UTCInstant
        var text: String
        /// Of how many that are alike, and the last of them.
        var count = 1
        var last: UTCInstant
    }

    private(set) var lines: [String] = []
    private var pending: [Line] = []

    /// A block begins; of the one before nothing more comes.
    mutating func begin(hour: UTCInstant) {
        flush()
        lines.append("")
        lines.append("\(hour.iso8601.prefix(10)) \(Self.time(hour).prefix(5)) UTC")
    }

    mutating func show(_ panel: WeekPanel, _ gist: WeekGist, at hour: UTCInstant) {
        let widgets = gist.widgets.map { $0.facts.map(\.text).filter { !$0.isEmpty }.joined(separator: " ") }
        let head =
            Self.padded(panel.id, to: 9) + " " + panel.localTime(at: hour) + " " + Self.padded(panel.status, to: 7)
        lines.append(([head] + widgets).joined(separator: " | "))
    }

    /// Tells what differs, fact by fact.
    mutating func tell(_ panel: String, from old: WeekGist, to new: WeekGist, at moment: UTCInstant) {
        for (before, after) in zip(old.widgets, new.widgets) where before.facts != after.facts {
            let facts = zip(before.facts, after.facts).filter { $0 != $1 }.map { Self.change($0, $1) }
            tell("\(panel) \(after.name): " + facts.joined(separator: ", "), at: moment)
        }
    }

    private static func change(_ old: WeekFact, _ new: WeekFact) -> String {
        if let long = new.long { return long }
        if new.text.isEmpty { return "no longer \(old.text) old" }
        return old.text.isEmpty ? new.text : "\(old.text) → \(new.text)"
    }

    mutating func tell(_ text: String, at moment: UTCInstant) {
        if let index = pending.firstIndex(where: { $0.text == text }) {
            pending[index].count += 1
            pending[index].last = moment
        } else {
            pending.append(Line(at: moment, text: text, last: moment))
        }
    }

    /// Without what is another each time, and without the line of each hour's round.
    mutating func log(_ level: LogLevel, _ text: String, at moment: UTCInstant) {
        guard level <= .info, !text.hasPrefix("forecasts for ") else { return }
        let lasting = text.split(separator: ", next try at").first.map(String.init) ?? text
        tell("log, \(level): \(lasting)", at: moment)
    }

    mutating func flush() {
        for line in pending {
            let repeated = line.count > 1 ? " (\(line.count) times, last at \(Self.time(line.last)))" : ""
            lines.append("  \(Self.time(line.at)) \(line.text)\(repeated)")
        }
        pending = []
    }

    /// `09:05:31`, in UTC.
    private static func time(_ moment: UTCInstant) -> String { String(moment.iso8601.dropFirst(11).dropLast()) }

    private static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}
