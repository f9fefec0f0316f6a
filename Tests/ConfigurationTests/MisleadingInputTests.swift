import Foundation
import Testing

@testable import Configuration

/// Input that looks right to whoever wrote it, with the lines that are printed for it.
struct MisleadingInputTests {
    private let unquoted = "panels:\n  - id: a\n    location: 1,2\n"

    private func issuesOfBytes(_ bytes: [UInt8]) -> [String] {
        do throws(ConfigurationErrors) {
            _ = try Configuration.parse(yaml: bytes, fileName: fileName, environment: home, catalogue: .test) {
                _,
                _,
                _,
                _ in nil
            }
            return []
        } catch {
            return error.issues.map(\.description)
        }
    }

    private func warnings(_ yaml: String, _ environment: [String: String] = home) throws -> [String] {
        try parse(yaml, environment: environment).warnings
    }

    // MARK: YAML

    @Test(arguments: [
        Case(
            "mqtt:\n  host: ①\"broker\n  port: 1883\npanels:\n  - id: a\n    location: 1,2\n",
            "①: mqtt.host: not YAML: the quotation mark that opens here is never closed; "
                + "close it at the end of the value"
        ),
        Case(
            "mqtt:\n  host: ①'broker\npanels:\n  - id: a\n    location: 1,2\n",
            "①: mqtt.host: not YAML: the quotation mark that opens here is never closed; "
                + "close it at the end of the value"
        ),
        Case(
            "mqtt:\n  host: ①\"broker\npanels:\n  - id: a\n    location: \"1,2\"\n",
            "①: mqtt: not YAML: the quotation mark that opens here is closed in line 5 only; "
                + "close it at the end of the value"
        ),
    ])
    func `an unclosed quotation mark is told where it opens`(fault: Case) {
        let marked = MarkedText(fault.yaml)
        #expect(issues(marked.text) == marked.placed(fault.expected))
    }

    @Test(arguments: [
        ("①mqtt\n  host: a\npanels:\n", "①: not YAML: line 1 needs a colon behind “mqtt”; write `mqtt:`"),
        (
            "# first\n\n①mqtt  # the broker\n\n  host: a\npanels:\n",
            "①: not YAML: line 3 needs a colon behind “mqtt”; write `mqtt:`"
        ),
        (
            "log: {level: info}\n①panels\n  - id: a\n    location: 1,2\n",
            "①: not YAML: line 2 needs a colon behind “panels”; write `panels:`"
        ),
        (
            "①mqtt\nlog: {level: info}\npanels:\n",
            "①: not YAML: line 1 needs a colon behind “mqtt”; write `mqtt:`"
        ),
    ])
    func `a key without a colon is told where it stands`(yaml: String, expected: String) {
        let marked = MarkedText(yaml)
        #expect(issues(marked.text) == marked.placed([expected]))
    }

    @Test func `Latin-1 is to be saved as UTF-8`() {
        let yaml = Array("mqtt:\n  username: caf".utf8) + [0xE9] + Array(("\n" + unquoted).utf8)
        #expect(issuesOfBytes(yaml) == ["kiatsu.yaml:2:16: this is not UTF-8; save the file as UTF-8"])
    }

    @Test func `a picture and a program are no text, and a stray control character is told where it stands`() {
        let line =
            "kiatsu.yaml: this is not a text file; write it as text in UTF-8, or name another file"
        let picture: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0x0D, 0x49, 0x48, 0x44, 0x52]
        #expect(issuesOfBytes(picture) == [line])
        #expect(issuesOfBytes([0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0] + [UInt8](repeating: 0, count: 100)) == [line])
        #expect(issuesOfBytes((0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ 1) }) == [line])
        let bell = "mqtt:\n  username: a\u{7}b\n" + unquoted
        #expect(issues(bell) == ["kiatsu.yaml:2:14: a control character stands here; remove it"])
    }

    @Test func `a file that is too long may be another one`() throws {
        try withDirectory { directory in
            try directory.write(String(repeating: "# a comment line\n", count: 310_000), to: "long.yaml")
            let path = directory.path + "/long.yaml"
            let error = #expect(throws: ConfigurationErrors.self) {
                try Configuration.load(path: path, environment: home, catalogue: .test) { _, _, _, _ in nil }
            }
            #expect(
                error?.description
                    == "\(path): cannot be read: it is longer than 1048576 bytes; "
                    + "look whether this is the right file: a configuration has up to 1 MiB"
            )
        }
    }

    // MARK: Characters

    @Test func `a no-break space is named, in a key, a value and a line that is no YAML`() {
        let remedy = "write a plain space instead"
        #expect(
            issues("mqtt:\n\u{A0}\u{A0}host: a\n" + panel) == [
                "kiatsu.yaml:2:1: \u{A0}\u{A0}host: unknown key: it begins with a no-break space (U+00A0); \(remedy)"
            ]
        )
        #expect(
            issues("mqtt:\n  host\u{A0}: a\n" + panel) == [
                "kiatsu.yaml:2:3: mqtt.host\u{A0}: unknown key: it ends with a no-break space (U+00A0); \(remedy)"
            ]
        )
        #expect(
            issues("mqtt:\n  port: 1883\u{A0}\n" + panel) == [
                "kiatsu.yaml:2:9: mqtt.port: expected a whole number in 1...65535, "
                    + "found a no-break space (U+00A0); \(remedy)"
            ]
        )
        #expect(
            issues("mqtt:\n  host: a\n  port:\u{A0}1883\n" + panel) == [
                "kiatsu.yaml:3:3: mqtt: not YAML: the line holds a no-break space (U+00A0); \(remedy)"
            ]
        )
    }

    @Test(arguments: [
        Case(
            "mqtt: {host: ①“broker”}",
            "①: mqtt.host: expected a host name, an address without scheme and port, or the path of a socket, "
                + "found the quotation marks “ ”; write \" instead"
        ),
        Case(
            "log: {level: ①‘info’}",
            "①: log.level: expected error, warning, info or debug, found the quotation marks ‘ ’; write \" instead"
        ),
        Case(
            "mqtt: {①„host“: a}",
            "①: mqtt.„host“: unknown key: it begins with the quotation marks „ “; write \" instead"
        ),
    ])
    func `curly quotation marks are named`(fault: Case) {
        let marked = MarkedText(fault.yaml)
        #expect(issues(marked.text) == marked.placed(fault.expected))
    }

    @Test func `a position in curly quotation marks is not shown`() {
        #expect(
            issues("panels:\n  - id: a\n    location: “1.25,2.5”\n") == [
                "kiatsu.yaml:3:15: panels[0].location: expected latitude in −90...90 and longitude in −180...180, "
                    + "in this order, found the quotation marks “ ”; write \" instead"
            ]
        )
    }

    // MARK: Suggestions

    @Test(arguments: [
        ("qos", ["host", "port"], nil), ("prot", ["host", "port"], "port"), ("hots", ["host", "port"], "host"),
        ("passwrod_file", ["password_file"], "password_file"), ("password", ["password_file"], nil),
        ("KIATSU_PANELS", ["KIATSU_FAMILY", "KIATSU_LANGUAGE"], nil),
        ("KIATSU_MQTT_QOS", ["KIATSU_MQTT_HOST", "KIATSU_MQTT_PORT"], nil),
        ("KIATSU_MQTT_HSOT", ["KIATSU_MQTT_HOST", "KIATSU_MQTT_PORT"], "KIATSU_MQTT_HOST"),
        ("KIATSU_MQTTT_HOST", ["KIATSU_MQTT_HOST"], "KIATSU_MQTT_HOST"), ("x", ["id"], nil), ("", ["id"], nil),
        ("3.1", ["5", "3.1.1"], "3.1.1"), ("langauge", ["language", "family"], "language"),
    ])
    func `a suggestion is near`(text: String, candidates: [String], expected: String?) {
        #expect(suggestion(for: text, among: candidates) == expected)
    }

    @Test func `a variable that is like no other is to be unset`() throws {
        #expect(
            try warnings(panel, home.merging(["KIATSU_PANELS": "a", "KIATSU_MQTT_QOS": "1"]) { $1 }) == [
                "KIATSU_MQTT_QOS has no meaning; unset it", "KIATSU_PANELS has no meaning; unset it",
            ]
        )
    }

    // MARK: Languages

    @Test func `a language without words is taken, and told once with its place`() throws {
        let end = "there are no words in the language “xx”; English will be shown"
        #expect(try warnings("language: xx\n" + panel) == ["kiatsu.yaml:1:11: language: \(end)"])
        let panels = """
            panels:
              - {id: a, location: "1,2", language: xx}
              - {id: b, location: "1,2", widgets: {weather: {language: xx}}}
              - {id: c, location: "1,2", language: qq-QQ}
            """
        #expect(
            try warnings(panels) == [
                "kiatsu.yaml:2:40: panels[0].language: \(end)",
                """
                kiatsu.yaml:4:40: panels[2].language: there are no words in the language “qq-QQ”; \
                English will be shown
                """,
            ]
        )
        #expect(
            try warnings(panel, home.merging(["KIATSU_LANGUAGE": "xx"]) { $1 }) == ["KIATSU_LANGUAGE: language: \(end)"]
        )
        for language in ["en", "de", "zh-TW", "zh-MO", "pt-BR", "it", "vi", "de-AT"] {
            #expect(try warnings("language: \(language)\n" + panel) == [], "\(language)")
        }
    }

    // MARK: Positions

    @Test func `a position within braces needs quotation marks`() {
        let end =
            "a comma ends the value within braces; "
            + "put quotation marks around both numbers, as in `location: \"35.6465,139.6297\"`"
        #expect(
            issues("panels: [{id: a, location: 1,2}]") == ["kiatsu.yaml:1:28: panels[0].location: \(end)"]
        )
        #expect(
            issues("panels:\n  - {location: -33.87,151.21, id: a}\n")
                == ["kiatsu.yaml:2:16: panels[0].location: \(end)"]
        )
    }
}
