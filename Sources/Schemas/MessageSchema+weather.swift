import JSON
import Weather
import Widgets

/// The weather, whose JSON is written by hand for its size: tests hold what is written against this.
extension MessageSchema {
    private static let hours = WeatherEntry.hourCount
    private static let temperature = JSONSchema.number.orNull
    private static let icons = JSONSchema.text(pattern: "^[\(letters)]{1,\(hours)}$")
    private static let allIcons = JSONSchema.text(pattern: "^[\(letters)]{\(hours)}$")
    private static let pictureName = JSONSchema.text(pattern: "^[A-Za-z0-9_.-]{1,\(IconTheme.mostNameBytes)}$")
    private static let zone = JSONSchema.text(pattern: "^[A-Za-z0-9+_/-]{1,\(Bounds.timeZoneBytes)}$").orNull
    private static let clock = JSONSchema.text(pattern: "^[0-2][0-9]:[0-5][0-9]$").orNull
    private static let trends = PressureTrend.allCases.map(\.rawValue)

    /// The letters of all conditions by day and by night.
    private static let letters = String(
        decoding: (UInt8.min...UInt8.max).filter { Condition.decode(code: $0) != nil },
        as: UTF8.self
    )

    private static let start = [
        member("ts", "the hour that it is for, Unix seconds", .unixSeconds),
        member("t", "temperature now, °C, or the unit of u", temperature),
        member("n", "the place", .text),
    ]

    static let weatherCompact =
        start + [
            member(
                "p",
                "24 pressures at sea level in hPa, from that hour on",
                .list(of: JSONSchema.integer().orNull, hours...hours)
            ),
            member("i", "24 icons: upper case by day, lower case by night", allIcons),
            optional("off", "minutes from UTC; left out if the name needs its room", offset),
        ]

    static let weatherFull =
        start + [
            member("tz", "the time zone's IANA name", zone),
            member("off", "minutes from UTC", offset),
            member("p", "pressures at sea level in 0.1 hPa, or the unit of u", .list(of: temperature, 1...hours)),
            optional("h", "temperatures", .list(of: JSONSchema.integer().orNull, hours...hours)),
            member("i", "icons: upper case by day, lower case by night", icons),
            optional("l", "hour labels", .list(of: .text, hours...hours)),
            member("d3", "the change of pressure in the coming three hours", temperature),
            member("trend", "the trend of the pressure", .one(of: trends.map { .text($0) } + [.null])),
            member("fetched", "when the forecast came, Unix seconds", JSONSchema.unixSeconds.orNull),
            member("ut", "when the forecast came, on the place's clocks", clock),
            member("src", "the source that answered", .text(0...Bounds.sourceBytes)),
            optional(
                "u",
                "the units of temperatures and pressures, if they are others than °C and hPa",
                .list([
                    .choice(TemperatureUnit.allCases.map(\.rawValue)), .choice(PressureUnit.allCases.map(\.rawValue)),
                ])
            ),
            optional("icon", "with an icon theme: the name now", pictureName),
            optional(
                "icon_names",
                "with an icon theme: 24 names, or as many as fit",
                .list(of: pictureName, 1...hours)
            ),
        ]

    private static let offset = JSONSchema.integer(Bounds.utcOffsetMinutes)

    static let weatherFields: [(name: String, schema: JSONSchema)] = [
        ("temperature", temperature), ("place", .text), ("pressure", temperature),
        ("pressures", .list(of: temperature, hours...hours)), ("icons", allIcons),
        ("temperatures", .list(of: JSONSchema.integer().orNull, hours...hours)),
        ("labels", .list(of: .text, hours...hours)), ("condition", .text), ("trend", .choice(trends + ["null"])),
        ("updated", JSONSchema.unixSeconds.orNull), ("updated_time", .text), ("icon", .text), ("icon_names", .text),
    ]
}
