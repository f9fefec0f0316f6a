import JSON
import Pictures
import Widgets

extension MessageSchema {
    /// The messages of the bridge about itself.
    static let bridge = [
        MessageSchema("info", "the version and the panels of the bridge", .object(information)),
        MessageSchema("health", "what works and what does not", .object(health)),
    ]

    /// The description of a picture.
    static let pictures = [MessageSchema("picture", "the description of a picture", .object(picture))]

    private static let information = [
        member("version", "Kiatsu's version", .text),
        member("protocol", "the version of MQTT", .choice(["5", "3.1.1"])),
        member("geocoder", "the service that names places", .text),
        member("panel_count", "the number of panels", .count),
        member(
            "panels",
            "the first thousand panels",
            .list(
                of: .object([
                    member("id", "the panel's id", .text), member("language", "the panel's language", .text),
                    member("widgets", "what it carries", .list(of: .object(informationWidget))),
                ])
            )
        ),
    ]

    private static let informationWidget = [
        member("widget", "the widget's name", .text),
        member("family", "how much it shows", .choice(Family.allCases.map(\.rawValue))),
        member("sources", "the sources that it asks, in order", .list(of: .text)),
        member("encodings", "its encodings", .list(of: .choice(Encoding.allCases.map(\.rawValue)))),
        optional(
            "pictures",
            "how it is drawn",
            .object([
                member("forms", "the formats", .list(of: .choice(PictureFormat.allCases.map(\.rawValue)))),
                member("size", "the size in pixels", .pictureSize),
                member("colors", "the colours", .choice(PictureColors.allCases.map(\.rawValue))),
            ])
        ),
    ]

    private static let health = [
        member("ts", "the time of the report, Unix seconds", .integer()),
        member("ok", "false while something keeps Kiatsu from its work", .boolean),
        member("alive", "false while a part of the bridge gives no sign of life", .boolean),
        member("uptime", "seconds since the start", .count),
        optional("rss", "bytes in memory", .count),
        member("panels", "the number of panels", .count),
        member("reconnects", "connections after the first", .count),
        member("waiting", "messages that the broker has not acknowledged", .count),
        member("waiting_bytes", "their bytes", .count),
        optional("upstreams", "the sources, by name", .map(to: .object(upstream))),
        optional("faults", "what lasts, the newest first", .list(of: .object(fault), 1...16)),
    ]

    private static let upstream = [
        member("ok", "whether it answers", .boolean),
        optional("ts", "its last answer, Unix seconds", .integer()),
        optional("error", "its last fault", .text),
        member("errors", "faults since the start", .count),
        optional("calls_today", "calls of today (UTC)", .count),
        optional("limit", "the budget of a day", .count),
    ]

    private static let fault = [
        member("fault", "what is wrong", .text),
        member("since", "since when, Unix seconds", .integer()),
        member("count", "how often it was noticed", .count),
        member("message", "what happened, what Kiatsu does, what you can do", .text),
    ]

    private static let picture = [
        member("id", "changes when the pixels change", .integer(0...Int(UInt32.max))),
        member("ts", "the hour that the picture is for, Unix seconds", .unixSeconds),
        member("w", "the framebuffer's width in pixels", .integer(1...4096)),
        member("h", "the framebuffer's height in pixels", .integer(1...4096)),
        member("c", "the colours", .choice(PictureColors.allCases.map(\.rawValue))),
        member(
            "rot",
            "degrees by which the rows are turned clockwise",
            .one(of: PictureRotation.allCases.map { .whole($0.rawValue) })
        ),
        optional("strips", "the number of strips", .count),
        optional("rows", "rows in each strip but the last", .count),
    ]

    // MARK: Home Assistant

    /// The documents that Home Assistant's entities read.
    static func homeAssistant(of catalogue: Catalogue) -> [MessageSchema] {
        var readings: [JSONSchema.Property] = []
        for reading in catalogue.widgets.flatMap(\.readings)
        where !readings.contains(where: { $0.name == reading.name }) {
            readings.append(member(reading.name, reading.title, reading.kind.schema.orNull))
        }
        let bridge = ["version", "last_error", "last_error_at"]
        let gone = ["place", "latitude", "longitude", "problem"] + bridge
        return [
            MessageSchema(
                "homeassistant-panel",
                "what the entities of a panel read; null where nothing is known",
                .object(
                    [
                        member("place", "the place", .text), member("latitude", "latitude, rounded", .latitude),
                        member("longitude", "longitude, rounded", .longitude),
                        member("problem", "whether what is shown is old", .boolean),
                    ] + readings
                )
            ),
            MessageSchema(
                "homeassistant-bridge",
                "what the entities of the bridge read",
                .object([
                    member("version", "Kiatsu's version", .text),
                    member("last_error", "the last error of the log", .text),
                    member("last_error_at", "when it was written", JSONSchema.text.orNull),
                ])
            ),
            MessageSchema(
                "homeassistant-gone",
                "what is left of a panel that was removed, for a moment",
                .object(gone.map { member($0, "nothing", .null) } + readings.map { member($0.name, "nothing", .null) })
            ),
        ]
    }
}

extension ReadingKind {
    fileprivate var schema: JSONSchema {
        switch form {
        case .moment: .text
        case .forecasts: .list(of: .object(Self.forecast))
        case .value:
            if let words { .choice(words) } else if unit != nil || isMeasurement { .number } else { .text }
        }
    }

    private static let forecast = [
        member("datetime", "the start of the hour, or noon of the day", .text),
        member("condition", "Home Assistant's word", JSONSchema.text.orNull),
        member("temperature", "of the hour, or the highest of the day, °C", JSONSchema.number.orNull),
        optional("templow", "the lowest of the day, °C", JSONSchema.number.orNull),
        optional("pressure", "at sea level, hPa", JSONSchema.number.orNull),
    ]
}
