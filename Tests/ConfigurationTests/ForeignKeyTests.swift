import Testing

@testable import Configuration

/// Keys of other programs, and the line of the file below each issue.
struct ForeignKeyTests {
    @Test(arguments: [
        Case("mqtt: {①server: a}", "①: mqtt.server: unknown key; the broker’s name is `host`"),
        Case("mqtt: {①broker: a}", "①: mqtt.broker: unknown key; the broker’s name is `host`"),
        Case("mqtt: {①user: a}", "①: mqtt.user: unknown key; the user’s name is `username`"),
        Case(
            "mqtt: {①pass: a}",
            "①: mqtt.pass: unknown key; write the password into a file of its own and name that with `password_file`"
        ),
        Case("mqtt: {①topic: a}", "①: mqtt.topic: unknown key; the topics begin with `base_topic`"),
        Case("mqtt: {①ssl: true}", "①: mqtt.ssl: unknown key; write `tls: {}`"),
        Case("①broker: a", "①: broker: unknown key; the broker belongs into a section: `mqtt: {host: …}`"),
        Case(
            "①lat: 1",
            "①: lat: unknown key; each panel has its own: `panels: [{id: panel1, location: \"35.6465,139.6297\"}]`"
        ),
        Case("①units: metric", "①: units: unknown key; write `temperature_unit`, `pressure_unit` and `wind_unit`"),
        Case("①lang: ja", "①: lang: unknown key; write `language`"),
        Case(
            "sources: {openweather: {①apikey: a}}",
            "①: sources.openweather.apikey: unknown key; "
                + "write the key into a file of its own and name that with `api_key_file`"
        ),
        Case("sources: {open-meteo: {①url: a}}", "①: sources.open-meteo.url: unknown key; write `base_url`"),
        Case(
            "panels: [{id: a, location: {①lat: 1, longitude: 2, latitude: 1}}]",
            "①: panels[0].location.lat: unknown key; write `latitude`"
        ),
        Case(
            "panels: [{id: a, location: \"1,2\", ①timezone: UTC}]",
            "①: panels[0].timezone: unknown key; remove it: the time zone follows from the location"
        ),
    ])
    func `a key of another program is answered with the one that stands for it`(fault: Case) {
        let marked = MarkedText(fault.yaml)
        #expect(issues(marked.text) == marked.placed(fault.expected))
    }

    @Test(arguments: ["lat", "lon", "latitude", "longitude", "lng", "coordinates"])
    func `a panel with latitude and longitude is told of its location`(key: String) {
        let advice = "write both in one, the latitude first: `location: 35.6465,139.6297`"
        let lines = issues("panels: [{id: a, \(key): 1}]")
        #expect(lines.contains("kiatsu.yaml:1:18: panels[0].\(key): unknown key; \(advice)"), "\(lines)")
    }

    @Test(arguments: [
        ("broker.local:1883", "write the port by itself: `host: broker.local` and `port: 1883`"),
        ("10.0.0.2:8883", "write the port by itself: `host: 10.0.0.2` and `port: 8883`"),
        (
            "mqtt://me:secret@broker:1883",
            "write the name alone, as in `host: localhost`; the port is `port`, the user `username`, and for "
                + "`mqtts` there is `tls: {}`"
        ),
        ("a:70000", "write for example `host: localhost`"),
    ])
    func `a host with its port, and a URL, are told how to be written`(host: String, remedy: String) {
        let expected = "expected a host name, an address without scheme and port, or the path of a socket"
        #expect(
            issues("mqtt: {host: \"\(host)\"}\n" + panel) == ["kiatsu.yaml:1:14: mqtt.host: \(expected); \(remedy)"]
        )
    }

    // MARK: Lines

    @Test(
        arguments: [
            ("  port: x", 9, ["    7 |   port: x", "      |         ^"]),
            ("\tport: x", 2, ["    7 | \tport: x", "      | \t^"]),
            ("名前: x", 5, ["    7 | 名前: x", "      |       ^"]),
            ("  host: a\u{1B}[2J", 9, ["    7 |   host: a [2J", "      |         ^"]),
            ("  api_key: abc  # old", 3, ["    7 |   api_key: •••  • •••", "      |   ^"]),
            (
                "  {username: me, password: abc}", 18,
                ["    7 |   {username: ••• ••••••••• ••••", "      |                  ^"]
            ),
            ("  host: mqtt://me:abc@b", 9, ["    7 |   host: •••••••••••••••", "      |         ^"]),
            (
                "    location: -35.6465,139.6297", 15,
                ["    7 |     location: -••.••••,•••.••••", "      |               ^"]
            ),
            ("", 1, ["    7 | ", "      | ^"]),
            ("short", 9, []),
        ] as [(String, Int, [String])]
    )
    func `a line is shown with a mark, and without secrets and positions`(text: String, column: Int, shown: [String]) {
        #expect(SourceLine(text, number: 7, column: column).marked == shown)
    }

    @Test func `a mark beyond what is shown of a long line is left out`() {
        let line = SourceLine(String(repeating: "a", count: 5000), number: 1, column: 4000)
        #expect(line.marked == [])
        #expect(SourceLine(String(repeating: "a", count: 5000), number: 1, column: 4).marked[0].count == 108)
    }
}
