import Configuration
import Testing

/// Marked YAML, and each line that is printed for it.
struct Case: CustomTestStringConvertible {
    var yaml: String
    var expected: [String]

    init(_ yaml: String, _ expected: String...) {
        self.yaml = yaml.contains("panels") ? yaml : yaml + "\n" + panel
        self.expected = expected
    }

    var testDescription: String { expected.first ?? "" }
}

struct FaultTests {
    private func expect(_ fault: Case) {
        let marked = MarkedText(fault.yaml)
        #expect(issues(marked.text) == marked.placed(fault.expected))
    }

    @Test(arguments: [
        Case(
            "mqtt:\n  port: ①99x",
            "①: mqtt.port: expected a whole number in 1...65535, found “99x”; write for example `port: 1883`"
        ),
        Case(
            "mqtt:\n  port: ①65536",
            "①: mqtt.port: expected a whole number in 1...65535, found “65536”; write for example `port: 1883`"
        ),
        Case(
            "mqtt:\n  port: ①99999999999999999999",
            "①: mqtt.port: expected a whole number in 1...65535, found “99999999999999999999”; "
                + "write for example `port: 1883`"
        ),
        Case(
            "mqtt: {port: ①\"8883\"}",
            "①: mqtt.port: expected a whole number in 1...65535, found the text “8883”; write for example `port: 8883`"
        ),
        Case(
            "schedule: {lead: ①-1}",
            "①: schedule.lead: expected a whole number in 0...120, found “-1”; write for example `lead: 0`"
        ),
        Case(
            "privacy: {decimals: ①2.5}",
            "①: privacy.decimals: expected a whole number in 0...5, found “2.5”; write for example `decimals: 2`"
        ),
        Case(
            "location: {max_accuracy: ①-1, commands_per_minute: ②6001}",
            "①: location.max_accuracy: expected a whole number in 0...1000000, found “-1”; "
                + "write for example `max_accuracy: 5000`",
            "②: location.commands_per_minute: expected a whole number in 1...6000, found “6001”; "
                + "write for example `commands_per_minute: 30`"
        ),
        Case(
            "homeassistant: {discovery: ①devices, prefix: ②home assistant, ③enabled: true}",
            "①: homeassistant.discovery: expected device, component or off, found “devices”; "
                + "did you mean `discovery: device`?",
            "②: homeassistant.prefix: expected levels of the characters A-Z a-z 0-9 _ - with “/” between them, "
                + "up to 64 bytes, found “home assistant”; write for example `prefix: homeassistant`",
            "③: homeassistant.enabled: unknown key; remove it; the keys here are `discovery`, `prefix`"
        ),
        Case(
            "mqtt: {keep_alive: ①4}",
            "①: mqtt.keep_alive: expected a whole number in 5...3600, found “4”; write for example `keep_alive: 60`"
        ),
    ])
    func `a number out of its range is refused`(fault: Case) { expect(fault) }

    @Test(arguments: [
        Case(
            "log: {level: ①inof}",
            "①: log.level: expected error, warning, info or debug, found “inof”; did you mean `level: info`?"
        ),
        Case(
            "log: {level: ①loud}",
            "①: log.level: expected error, warning, info or debug, found “loud”; write for example `level: info`"
        ),
        Case(
            "mqtt: {protocol: ①3.1}",
            "①: mqtt.protocol: expected 5 or 3.1.1, found “3.1”; did you mean `protocol: 3.1.1`?"
        ),
        Case(
            "source: ①openmeteo",
            "①: source: expected one or more of open-meteo, openweather, met-norway, qweather, hitokoto, "
                + "found “openmeteo”; did you mean `source: open-meteo`?"
        ),
        Case(
            "encodings: [①compct, frame, ②frame, ③[full]]",
            "①: encodings[0]: expected compact, full, fields or frame, found “compct”; did you mean `compact`?",
            "②: encodings[2]: “frame” is in the list twice; remove one",
            "③: encodings[3]: expected compact, full, fields or frame, found a list; "
                + "write for example `encodings: [compact, frame, fields]`"
        ),
        Case(
            "encodings: ①full fields",
            "①: encodings: expected one or more of compact, full, fields, frame, found “full fields”; "
                + "write for example `encodings: compact,frame,fields`"
        ),
        Case(
            "encodings: ①[]",
            "①: encodings: expected a list, found an empty one; write for example `encodings: [compact, frame, fields]`"
        ),
        Case(
            "①encodings:",
            "①: encodings: expected one or more of compact, full, fields, frame, found nothing; "
                + "write for example `encodings: compact,frame,fields`"
        ),
    ])
    func `a word that is not one of the allowed is refused, and the nearest told`(fault: Case) { expect(fault) }

    @Test(arguments: [
        Case(
            "mqtt: {client_id: ①a b}",
            "①: mqtt.client_id: expected 1 to 64 of the characters A-Z a-z 0-9 _ -, found “a b”; "
                + "write for example `client_id: kiatsu`"
        ),
        Case(
            "mqtt: {base_topic: ①home/+/kiatsu}",
            "①: mqtt.base_topic: expected levels of the characters A-Z a-z 0-9 _ - with “/” between them, "
                + "up to 64 bytes, found “home/+/kiatsu”; write for example `base_topic: kiatsu`"
        ),
        Case(
            "mqtt: {username: ①\"a\\eb\"}",
            "①: mqtt.username: expected a name without control characters, up to 256 bytes, found “a\\u{1B}b”; "
                + "write for example `username: kiatsu`"
        ),
        Case(
            "mqtt: {host: ①'mqtt://me:hunter2@broker'}",
            "①: mqtt.host: expected a host name, an address without scheme and port, or the path of a socket; "
                + "write the name alone, as in `host: localhost`; the port is `port`, the user `username`, and for "
                + "`mqtts` there is `tls: {}`"
        ),
        Case(
            "language: ①Japanese",
            "①: language: expected an ISO 639 code of two or three lower-case letters, perhaps with a region, "
                + "found “Japanese”; write for example `language: ja`"
        ),
        Case(
            "contact: ①名前",
            "①: contact: expected an e-mail address or a URL, up to 200 printable ASCII characters, found “名前”; "
                + "write for example `contact: me@example.org`"
        ),
        Case(
            "sources:\n  open-meteo:\n    base_url: ①https://me:key@host\n    path: ②v1?apikey=hunter2",
            "①: sources.open-meteo.base_url: expected an http or https address without user, query and fragment; "
                + "write for example `base_url: https://api.open-meteo.com`",
            "②: sources.open-meteo.path: expected a path that begins with “/” and has no query; "
                + "write for example `path: /v1/forecast`"
        ),
        Case(
            "store: {①path: }",
            "①: store.path: expected the path of a file, without control characters, found nothing; "
                + "write for example `path: /var/lib/kiatsu/kiatsu.db`"
        ),
    ])
    func `a text of the wrong form is refused`(fault: Case) { expect(fault) }

    @Test(arguments: [
        Case("mqtt: {①prot: 1883}", "①: mqtt.prot: unknown key; did you mean `port`?"),
        Case(
            "log: {①colour: red}",
            "①: log.colour: unknown key; remove it; the keys here are `level`"
        ),
        Case("mqtt:\n  port: 1\n  ①port: 2", "①: mqtt.port: set already in line 2; keep one of the two"),
        Case(
            "mqtt: ①[1]",
            "①: mqtt: expected keys with values, found a list; "
                + "write each as `key: value` in a line of its own, indented below"
        ),
        Case(
            "mqtt:\n  port: ①{a: b}\n  ②host:",
            "①: mqtt.port: expected a whole number in 1...65535, found keys with values; "
                + "write for example `port: 1883`",
            "②: mqtt.host: expected a host name, an address without scheme and port, or the path of a socket, "
                + "found nothing; write for example `host: localhost`"
        ),
    ])
    func `unknown and repeated keys and wrong kinds are refused`(fault: Case) { expect(fault) }

    @Test func `all faults are told at once, in the order of the file`() {
        let marked = MarkedText(
            """
            log: {level: ①loud}
            mqtt:
              port: ②0
              ③qos: 1
            sources:
              openweather: {④api_key: hunter2}
            panels:
              - {id: ⑤Panel, location: "1,2", source: openweather}
              - ⑥{id: p2}
            """
        )
        let lines = issues(marked.text)
        let beginnings = marked.placed([
            "①: log.level: ", "②: mqtt.port: ", "③: mqtt.qos: ", "④: sources.openweather.api_key: ",
            "⑤: panels[0].id: ", "⑥: panels[1].location: missing; ",
        ])
        #expect(lines.count == beginnings.count)
        for (line, beginning) in zip(lines, beginnings) { #expect(line.hasPrefix(beginning)) }
        #expect(!lines.joined().contains("hunter2"))
    }

    @Test func `what is printed of a thousand faults is bounded`() {
        let yaml = (0..<1000).map { "unknown\($0): 1\n" }.joined()
        do throws(ConfigurationErrors) {
            _ = try parse(yaml)
            Issue.record("unknown keys were taken")
        } catch {
            #expect(error.issues.count == 1001)
            let lines = error.description.split(separator: "\n")
            #expect(lines.count == 51)
            #expect(lines.last == "… and 951 more")
        }
    }
}
