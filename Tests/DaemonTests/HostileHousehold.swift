/// Panels whose names, ids and texts are as hard on encoders as they may be.
enum HostileHousehold {
    /// As long as an id may be.
    static let panelID = "panel-of-24-characters_1"

    /// A name that has all that is hard: quotation marks, families, CJK, marks, right to left.
    private static let name = "\"\\世田谷区👨‍👩‍👧‍👦Z\u{0301}\u{0301}שלום\u{202E}海" + String(repeating: "漢字\"👩🏽‍🚀", count: 12)

    static let yaml = """
        temperature_unit: F
        location: {commands_per_minute: 6000}
        homeassistant: {discovery: device}
        widgets:
          day: {slogan: '\(String(name.prefix(90)))'}
          poem: {collection: poems.yaml}
        panels:
          - id: \(panelID)
            location: "-89.9,-179.9"
            name: '\(name)'
            language: ja
            widgets: [weather, conditions, day, poem]
          - id: second
            location: "35.6465,139.6297"
            language: de
            icon_theme: hare
            widgets: [weather, conditions, day, poem]
        """

    /// As long as the id of a request may be.
    static let requestID = String(repeating: "👨‍👩‍👧‍👦", count: 2) + String(repeating: "i", count: 14)

    /// Positions that are taken, and such that are refused; each is answered.
    static let commands =
        [
            #"{"lat":-77.846323,"lng":-166.668235,"id":"\#(requestID)"}"#,
            #"""
            {"lat":35.68123,"lng":139.76712,"name":"\#(String(repeating: #"\"海👨‍👩‍👧‍👦"#, count: 25))",\#
            "id":"\#(requestID)"}
            """#,
            #"{"lat":91,"lng":0,"id":"\#(requestID)"}"#,
            #"{"lat":1,"lng":1,"acc":123456.7,"id":"\#(requestID)"}"#,
            #"{"lat":1,"lng":1,"tst":"x","id":"\#(requestID)"}"#,
            #"{"lat":1,"lng":1,"tst":5,"id":"\#(requestID)"}"#,
            "nonsense", "{", "geo:91,1;u=0;crs=mars",
            String(repeating: "x", count: 1025),
        ]

    /// The choices made at run time, all of them allowed.
    static let choices = [
        (#""language":"de","temperature_unit":"F","pressure_unit":"inHg","icon_theme":"hare""#, "weather"),
        (#""language":"vi","wind_unit":"Bft","family":"small""#, "conditions"),
        (#""slogan":"\#(String(repeating: "👨‍👩‍👧‍👦", count: 20))","language":"my""#, "day"),
        (#""encodings":["compact"]"#, "poem"),
        (#""family":"small""#, "weather"),
        (#""family":null,"language":"zh-TW""#, "weather"),
    ].map { #"{"panel":"\#(panelID)","widget":"\#($0.1)","options":{\#($0.0)}}"# }
}
