import Foundation
import Messaging
import Payloads
import Testing
import Time
import Weather
import Widgets

/// The messages on a panel's topics, read as its firmware would.
struct WeekPanel {
    let id: String
    let timeZone: TimeZone
    /// The widgets' topics, without the panel's id.
    let topics: Set<String>
    /// By topic, without the panel's id.
    private(set) var retained: [String: [UInt8]] = [:]

    init(id: String, timeZone: String, topics: [String]) throws {
        self.id = id
        self.timeZone = try #require(TimeZone(identifier: timeZone))
        self.topics = Set(topics)
    }

    /// Nil for a message that is another panel's.
    func topic(of message: OutgoingMessage) -> String? {
        let prefix = "kiatsu/\(id)/"
        return message.topic.hasPrefix(prefix) ? String(message.topic.dropFirst(prefix.count)) : nil
    }

    mutating func take(_ messages: [OutgoingMessage]) {
        for message in messages { if let topic = topic(of: message) { retained[topic] = message.payload } }
    }

    var status: String { text("status") }

    func text(_ topic: String) -> String { String(decoding: retained[topic] ?? [], as: UTF8.self) }

    /// An object of JSON.
    func object(_ topic: String) throws -> [String: Any] {
        let bytes = try #require(retained[topic], "nothing on \(id)/\(topic)")
        return try #require(JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    }

    /// The moment on the clock on the wall beside it: `Thu 26 Mar 09:00`.
    func localTime(at moment: UTCInstant) -> String {
        let parts = civil(moment)
        let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = [3: "Mar", 4: "Apr"]
        return String(
            format: "%@ %2d %@ %02d:%02d",
            weekdays[(parts.weekday ?? 1) - 1],
            parts.day ?? 0,
            months[parts.month ?? 0] ?? "?",
            parts.hour ?? 0,
            parts.minute ?? 0
        )
    }

    /// The date on the calendar on the wall beside it: `2026-03-26 4`, with the ISO weekday.
    func localDate(at moment: UTCInstant) -> String {
        let parts = civil(moment)
        let weekday = ((parts.weekday ?? 0) + 5) % 7 + 1
        return String(format: "%04d-%02d-%02d %d", parts.year ?? 0, parts.month ?? 0, parts.day ?? 0, weekday)
    }

    private func civil(_ moment: UTCInstant) -> DateComponents {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        return calendar.dateComponents(
            [.year, .month, .day, .hour, .minute, .weekday],
            from: Date(timeIntervalSince1970: Double(moment.unixSeconds))
        )
    }
}

/// One fact that a widget shows.
struct WeekFact: Equatable {
    var text: String
    /// Longer, for a line of its own.
    var long: String?
}

/// The content of a panel in a few words: the gist of each widget, fact by fact.
struct WeekGist: Equatable {
    var weather: [WeekFact]
    var conditions: [WeekFact]
    var day: [WeekFact]
    var poem: [WeekFact]

    var widgets: [(name: String, facts: [WeekFact])] {
        [("weather", weather), ("conditions", conditions), ("day", day), ("poem", poem)]
    }

    /// Every third of 24 letters.
    static func icons(_ letters: String) -> WeekFact {
        WeekFact(text: String(letters.enumerated().filter { $0.offset % 3 == 0 }.map(\.element)))
    }

    /// The age of a forecast, once that is an hour or more: `4h`.
    static func age(_ hours: Int) -> WeekFact { WeekFact(text: hours < 1 ? "" : "\(hours)h") }

    /// Told where it changes only.
    static func place(_ name: String) -> WeekFact { WeekFact(text: "", long: name) }

    static func quote(_ text: String, _ from: String?) -> WeekFact {
        let begin = text.count > 5 ? text.prefix(4) + "…" : text[...]
        return WeekFact(text: text.isEmpty ? "" : "「\(begin)」", long: "「\(text)」" + (from.map { " " + $0 } ?? ""))
    }

    static func poem(_ lines: [String], _ author: String) -> WeekFact {
        WeekFact(text: "\(lines.first ?? "")… \(author)", long: lines.joined(separator: " ") + " " + author)
    }
}

/// The date that a panel shows, `2026-03-26 4`.
extension WeekPanel {
    func shownDate() throws -> String {
        if retained["day/date"] != nil {
            let weekdays = ["Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag"]
            let weekday = try #require(weekdays.firstIndex(of: text("day/weekday")))
            let date = text("day/date")
            #expect(text("day/year") == date.prefix(4))
            #expect(Int(text("day/month")) == Int(date.dropFirst(5).prefix(2)))
            #expect(Int(text("day/day")) == Int(date.suffix(2)))
            return "\(date) \(weekday + 1)"
        }
        let day = try object(retained["day/full"] == nil ? "day" : "day/full")
        let numbers = try ["y", "m", "d", "w"].map { try #require(day[$0] as? Int) }
        let date = String(format: "%04d-%02d-%02d", numbers[0], numbers[1], numbers[2])
        if let iso = day["date"] as? String { #expect(iso == date) }
        return "\(date) \(numbers[3])"
    }
}

extension WeekPanel {
    /// The `ts` of weather, conditions, day and poem; none of fields, which have none.
    func entryHours() throws -> [UTCInstant] {
        try ["weather", "conditions", "day", "poem"].compactMap { widget in
            let topic = retained[widget] == nil ? widget + "/full" : widget
            guard retained[topic] != nil else { return nil }
            return UTCInstant(unixSeconds: try #require(try object(topic)["ts"] as? Int))
        }
    }
}

/// The reading of each of the three.
extension WeekPanel {
    /// Everything that can be seen at a glance, at a moment of the hour.
    func gist(at moment: UTCInstant) throws -> WeekGist {
        switch id {
        case "tokyo": try frameAndCompactGist(at: moment)
        case "berlin": try fieldsGist(at: moment)
        default: try fullGist(at: moment)
        }
    }

    private func frameAndCompactGist(at moment: UTCInstant) throws -> WeekGist {
        let frame = try FrameDecoder.decode(try #require(retained["weather/frame"]))
        let compact = try WeatherPayload.decode(compactOrFull: try #require(retained["weather"]))
        #expect(compact.date == frame.date)
        #expect(compact.icons == frame.icons)
        #expect(compact.temperature == frame.temperature)
        for (whole, exact) in zip(compact.pressures, frame.pressures) {
            let difference = try #require(whole).hPa - #require(exact).hPa
            // Of both each is rounded by itself.
            #expect(abs(difference) < 0.56)
        }
        let conditions = try object("conditions")
        let day = try object("day")
        let poem = try object("poem")
        let age = frame.ageHours.map { $0 + Int((moment.hourStart - frame.date).components.seconds) / 3600 }
        let trend = "\(frame.trend)".reduce("") { $0 + ($1.isUppercase ? " " : "") + $1.lowercased() }
        return WeekGist(
            weather: [
                WeekFact(text: Self.number(frame.temperature?.celsius, "°", digits: 1)),
                WeekFact(text: Self.number(frame.pressures[0]?.hPa, "", digits: 1)),
                WeekFact(text: trend), WeekGist.icons(frame.icons), WeekGist.age(age ?? 0),
                WeekGist.place(frame.placeName),
            ],
            conditions: [
                Self.fact(conditions["x"]), Self.fact(conditions["t"], "°"), Self.fact(conditions["ws"], " Bft"),
                WeekFact(text: "AQI " + Self.fact(conditions["aq"]).text), try today(of: conditions),
            ],
            day: [
                WeekFact(text: try shownDay(day["wn"])),
                WeekGist.quote(day["q"] as? String ?? "", nil),
            ],
            poem: [WeekGist.poem(poem["l"] as? [String] ?? [], poem["a"] as? String ?? "")]
        )
    }

    private func fieldsGist(at moment: UTCInstant) throws -> WeekGist {
        let updated = Int(text("weather/updated")).map { (moment.hourStart.unixSeconds - $0) / 3600 }
        return WeekGist(
            weather: [
                WeekFact(text: text("weather/temperature") + "°"), WeekFact(text: text("weather/pressure")),
                WeekFact(text: text("weather/trend").replacing("_", with: " ")), WeekGist.icons(text("weather/icons")),
                WeekGist.age(updated ?? 0), WeekGist.place(text("weather/place")),
            ],
            conditions: [
                WeekFact(text: text("conditions/text")), WeekFact(text: text("conditions/temperature") + "°"),
                WeekFact(text: text("conditions/wind_speed") + " km/h"),
                WeekFact(text: "AQI " + text("conditions/aqi")),
            ],
            day: [
                WeekFact(text: try shownDay(text("day/weekday"))), WeekFact(text: "„\(text("day/slogan"))“"),
                WeekGist.quote(text("day/quote"), text("day/from")),
            ],
            poem: [
                WeekGist.poem(
                    try #require(
                        JSONSerialization.jsonObject(with: Data(retained["poem/lines"] ?? [])) as? [String]
                    ),
                    text("poem/author")
                )
            ]
        )
    }

    private func fullGist(at moment: UTCInstant) throws -> WeekGist {
        let weather = try object("weather/full")
        let conditions = try object("conditions/full")
        let poem = try object("poem/full")
        let pressures = try #require(weather["p"] as? [Any])
        let fetched = (weather["fetched"] as? Int).map { (moment.hourStart.unixSeconds - $0) / 3600 }
        let trend = weather["trend"] as? String ?? "?"
        return WeekGist(
            weather: [
                Self.fact(weather["t"], "°"), Self.fact(pressures.first),
                WeekFact(text: trend.replacing("_", with: " ")), WeekGist.icons(weather["i"] as? String ?? ""),
                WeekGist.age(fetched ?? 0), WeekGist.place(weather["n"] as? String ?? "?"),
            ],
            conditions: [
                Self.fact(conditions["x"]), Self.fact(conditions["t"], "°"), Self.fact(conditions["wv"], " mph"),
                WeekFact(text: "AQI " + Self.fact(conditions["aq"]).text), try today(of: conditions),
            ],
            day: [WeekFact(text: try shownDay(try object("day/full")["wn"]))],
            poem: [WeekGist.poem(poem["l"] as? [String] ?? [], poem["a"] as? String ?? "")]
        )
    }

    /// `Sonntag 03-29`.
    private func shownDay(_ weekday: Any?) throws -> String {
        "\(weekday as? String ?? "?") \(try shownDate().prefix(10).dropFirst(5))"
    }

    /// The first of the days: `6…14 Cc`.
    private func today(of conditions: [String: Any]) throws -> WeekFact {
        let days = try #require(conditions["d"] as? [[Any]])
        #expect(days.count == 4)
        let today = try #require(days.first)
        return WeekFact(text: "\(Self.fact(today[0]).text)…\(Self.fact(today[1]).text) \(today[2])")
    }

    private static func fact(_ value: Any?, _ unit: String = "") -> WeekFact {
        WeekFact(text: value.map { $0 is NSNull ? "–" : "\($0)\(unit)" } ?? "–")
    }

    private static func number(_ value: Double?, _ unit: String, digits: Int) -> String {
        value.map { String(format: "%.\(digits)f", $0) + unit } ?? "–"
    }
}
