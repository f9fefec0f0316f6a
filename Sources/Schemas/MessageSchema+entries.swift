import JSON
import Weather
import Widgets

extension MessageSchema {
    /// The compact and the full JSON of each widget.
    static func entries(of catalogue: Catalogue) -> [MessageSchema] {
        catalogue.widgets.flatMap { widget -> [MessageSchema] in
            let (compact, full) = properties(of: widget)
            let title = widget.name
            return [
                MessageSchema("\(title)-compact", "the compact JSON of the widget \(title)", .object(compact)),
                MessageSchema("\(title)-full", "the full JSON of the widget \(title)", .object(full)),
            ]
        }
    }

    private static func properties(of widget: some Widget) -> ([JSONSchema.Property], [JSONSchema.Property]) {
        let documents = documents(of: widget)
        // The weather has a frame, and writes its JSON itself.
        guard !documents.isEmpty else { return (weatherCompact, weatherFull) }
        return (
            described(Document.properties(of: documents, \.compact), of: widget.name)
                + (rareMembers[widget.name] ?? []),
            described(Document.properties(of: documents, \.full), of: widget.name)
        )
    }

    /// The fields of a widget, and what stands on their topics.
    static func fields(of widget: some Widget) -> [(name: String, schema: JSONSchema)] {
        let documents = documents(of: widget)
        return documents.isEmpty ? weatherFields : Document.fields(of: documents)
    }

    /// The documents of the largest entry in every way to show it; none for a widget whose entry is no document.
    private static func documents(of widget: some Widget) -> [Document] {
        let entry = widget.largest
        let others = Units(temperature: .fahrenheit, pressure: .inchesOfMercury, wind: .kilometresPerHour)
        let units =
            [.metric, others]
            + WindUnit.allCases.map { Units(temperature: .celsius, pressure: .millimetresOfMercury, wind: $0) }
        return widget.families.flatMap { family in
            units.flatMap { units in
                [nil, IconTheme.hare].map { theme in
                    DisplaySettings(language: "en", units: units, family: family, iconTheme: theme)
                }
            }
        }.flatMap { display -> [Document] in
            [entry, widget.sample(at: Bounds.latestHour)].compactMap { entry in
                let context = DisplayContext(settings: display, placeName: "", hour: Bounds.latestHour, isStale: false)
                return entry.content(in: context) as? Document
            }
        }
    }

    private static func described(_ properties: [JSONSchema.Property], of widget: String) -> [JSONSchema.Property] {
        properties.map { property in
            let summary = summaries["\(widget).\(property.name)"] ?? summaries[property.name]
            let form = property.name == "ts" ? .unixSeconds : property.schema
            return JSONSchema.Property(
                property.name,
                summary.map(form.described) ?? form,
                isRequired: property.isRequired
            )
        }
    }

    /// The members that no largest entry has, by widget: the age of an old observation in the compact JSON.
    private static let rareMembers = [
        "conditions": [
            optional("age", "hours by which the observation is older than ts, if two or more", .integer(2...255))
        ]
    ]

    private static let summaries: [String: String] = [
        "ts": "the hour that it is for, Unix seconds",
        "t": "temperature now",
        "n": "the place",
        "x": "the conditions in words",
        "i": "the icon's letter",
        "wd": "the direction that the wind comes from, degrees",
        "ws": "the wind's force, Beaufort",
        "rh": "humidity, %",
        "aq": "air quality index",
        "ac": "its scale's word for the air quality",
        "conditions.d": "today and the next three days: lowest, highest temperature, icon by day and by night",
        "ob": "when it was observed, Unix seconds",
        "ot": "the local hour of the observation in words",
        "wt": "the direction that the wind comes from, in words",
        "fl": "what it feels like",
        "wv": "wind speed",
        "pr": "precipitation, mm",
        "vis": "visibility, m",
        "p": "pressure at sea level",
        "aqs": "the scale of the air quality index",
        "dt": "the days in words",
        "dd": "the days' dates",
        "off": "minutes from UTC",
        "tz": "the time zone's IANA name",
        "fetched": "when the data came, Unix seconds",
        "ut": "when the data came, on the place's clocks",
        "src": "the source that answered",
        "u": "the units of temperature, pressure and wind, if they are others than °C, hPa and m/s",
        "icon": "the icon theme's name of the picture",
        "day.y": "year",
        "day.m": "month",
        "day.d": "day of the month",
        "day.w": "ISO weekday, 1 is Monday",
        "day.wn": "the weekday's name",
        "day.s": "your slogan",
        "day.q": "the quote",
        "day.f": "the quote's author",
        "day.hh": "the hour when the entry was made",
        "day.mm": "the minute when the entry was made",
        "day.ss": "the second when the entry was made",
        "day.date": "the date as 2026-11-21",
        "poem.l": "the poem's lines",
        "poem.a": "the poem's author",
    ]
}
