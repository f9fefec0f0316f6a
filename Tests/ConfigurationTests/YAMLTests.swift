import Configuration
import Foundation
import Testing

struct YAMLTests {
    @Test(arguments: [
        Case(
            "mqtt:\n  port: 1\n①\thost: a\npanels: x",
            "①: mqtt.port: not YAML: while scanning a plain scalar, found a tab character that violates indentation; "
                + "indent with spaces, never with tabs"
        ),
        Case(
            "mqtt: [1, 2\npanels①: x",
            "①: mqtt[2]: not YAML: while parsing a flow sequence, did not find expected ',' or ']'; "
                + "look at the indentation and the quotation marks up to here"
        ),
        Case("\(panel)①---\nmqtt:", "①: a second document begins here; remove the line `---` and what follows"),
        Case(
            "log: ①&a {level: info}\nmqtt: ②*a",
            "①: log: anchors are not read here; remove the `&` and its name",
            "②: mqtt: aliases are not read here; write the value itself"
        ),
        Case(
            "mqtt:\n  password_file: ①!secret hunter2\n  port: ②!!int 5",
            "①: mqtt.password_file: tags such as “!secret” are not read here; "
                + "remove it; secrets go into files, see `password_file`",
            "②: mqtt.port: tags such as “tag:yaml.org,2002:int” are not read here; "
                + "remove it; secrets go into files, see `password_file`"
        ),
        Case(
            "log: {①[a]: b}",
            "①: log: a key must be one word; write `key: value`; text with braces needs quotes"
        ),
        Case(
            "①" + String(repeating: "[", count: 32) + "②[",
            "②: " + String(repeating: "[0]", count: 32) + ": nested deeper than 32 levels; remove some brackets"
        ),
        Case(
            "①just words about panels",
            "①: expected keys with values, found a single value; "
                + "write each as `key: value` in a line of its own, indented below"
        ),
    ])
    func `what is not the YAML that is read here is refused where it stands`(fault: Case) {
        let marked = MarkedText(fault.yaml)
        #expect(issues(marked.text) == marked.placed(fault.expected))
    }

    @Test func `bytes that are not UTF-8 are refused where they stand`() {
        let yaml = Array("mqtt:\n  host: ".utf8) + [0xFF] + Array(("\n" + panel).utf8)
        do throws(ConfigurationErrors) {
            _ = try Configuration.parse(yaml: yaml, fileName: fileName, environment: home, catalogue: .test) {
                _,
                _,
                _,
                _ in nil
            }
            Issue.record("a stray byte was taken")
        } catch {
            #expect(error.issues.map(\.line) == [2])
            #expect(error.issues.map(\.column) == [9])
        }
    }

    @Test(arguments: ["", "# nothing\n", "---\n", "~\n"])
    func `a file without values lacks panels`(yaml: String) {
        let lines = issues(yaml)
        #expect(lines.count == 1)
        #expect(lines.first?.contains(": panels: missing; ") == true)
    }

    @Test func `columns count characters, not bytes`() {
        #expect(issues("\"気圧\": 1\n" + panel).first?.hasPrefix("kiatsu.yaml:1:1: 気圧: unknown key") == true)
        let line = issues("{mqtt: {username: 気圧, port: x}, panels: [{id: a, location: '0,0'}]}").first
        #expect(line?.hasPrefix("kiatsu.yaml:1:29: mqtt.port:") == true)
    }

    @Test func `a byte order mark and carriage returns do no harm`() throws {
        let yaml = ("\u{FEFF}mqtt:\n  port: 8883\n" + panel).replacing("\n", with: "\r\n")
        #expect(try parse(yaml).configuration.mqtt.port == 8883)
    }

    @Test func `a file that is missing or a directory is refused with the remedy`() throws {
        try withDirectory { directory in
            let remedy = "name the configuration with --config FILE"
            let cases = [
                ("none.yaml", "No such file or directory"), (".", "it is not a regular file"),
            ]
            for (name, words) in cases {
                let path = directory.path + "/" + name
                let error = #expect(throws: ConfigurationErrors.self) {
                    try Configuration.load(path: path, environment: home, catalogue: .test) { _, _, _, _ in nil }
                }
                #expect(error?.description == "\(path): cannot be read: \(words); \(remedy)")
            }
        }
    }
}
