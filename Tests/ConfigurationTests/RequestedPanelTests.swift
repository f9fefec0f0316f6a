import Configuration
import Foundation
import TestSupport
import Testing
import Weather
import Widgets

/// A panel as a request has it, read as the file's are.
struct RequestedPanelTests {
    private let common = """
        language: ja
        encodings: [full]
        icon_themes: {mine: {C: sun, "?": na}}
        widgets: {weather: {pressure_unit: inHg}, day: {slogan: hello}, conditions: {source: openweather}}

        """

    private func request(
        _ json: String,
        yaml: String? = nil,
        topicRoom: Configuration.TopicRoom = { _, _, _, _ in nil }
    ) throws -> PanelConfiguration {
        let configuration = try parse((yaml ?? common) + panel).configuration
        return try configuration.panel(fromRequest: Array(json.utf8), topicRoom: topicRoom)
    }

    private func problems(
        _ json: String,
        yaml: String? = nil,
        topicRoom: Configuration.TopicRoom = { _, _, _, _ in nil }
    ) throws -> [String] {
        do {
            _ = try request(json, yaml: yaml, topicRoom: topicRoom)
            return []
        } catch let error as ConfigurationErrors {
            return error.issues.map(\.description)
        }
    }

    @Test(arguments: [
        #"{"id":"hall","location":"1.5,-2"}"#, #"{"id":"hall","location":{"latitude":1.5,"longitude":-2}}"#,
        #"{"id":"hall","location":"1.5,-2","widgets":["day","weather","poem"],"name":"広間","follow":["a/+","b/#"]}"#,
        #"{"id":"hall","location":"1.5,-2","follow":"owntracks/me/phone","language":"de","temperature_unit":"F"}"#,
        #"{"id":"hall","location":"1.5,-2","widgets":{"weather":{"family":"small","icon_theme":"mine"},"day":{}}}"#,
        #"{"id":"hall","location":"1.5,-2","widgets":{"day":{"quote_length":12,"slogan":"\"q\" \\ \/ \t"}}}"#,
        #"""
        {"id":"hall","location":"1.5,-2","widgets":["conditions"],"source":["open-meteo"],\#
        "encodings":["full","compact"]}
        """#,
    ])
    func `a request is read as the same panel of the file is`(json: String) throws {
        // JSON is YAML, all but the escape of a slash and a tab within a slogan.
        let json = json.replacing(#" \t"#, with: "")
        let inFile = try parse(common + "panels: [\(json)]").configuration.panels
        #expect(try [request(json)] == inFile)
    }

    @Test func `white space and escapes are as JSON has them`() throws {
        let json =
            "{\r\n\t\"id\"\n:\t\"hall\",\n\t\"location\" : \"1,2\" ,\"name\":\"\\u5e83\\ud83d\\ude00間 : , {x}\"\n}\n"
        #expect(try request(json).name == "広😀間 : , {x}")
        #expect(try request(#"{"id":"a","location":"1,2","transaction":"t-1"}"#).id == "a")
    }

    @Test(arguments: [
        (#"{"location":"1,2"}"#, ["the request: id: missing; add for example `id: panel1`"]),
        (
            #"{}"#,
            [
                "the request: id: missing; add for example `id: panel1`",
                "the request: location: missing; add for example `location: 35.6465,139.6297`",
            ]
        ),
        (
            "[]",
            [
                "the request: expected keys with values, found a list; "
                    + "write each as `key: value` in a line of its own, indented below"
            ]
        ),
        (
            #"{"id":"a","location":"91,2","languge":"de"}"#,
            [
                "the request: location: expected latitude in −90...90 and longitude in −180...180, in this order; "
                    + "write for example `location: 35.6465,139.6297`",
                "the request: languge: unknown key; did you mean `language`?",
            ]
        ),
        (
            #"{"id":"a","location":"1,2","widgets":{"weather":{"family":"huge"}}}"#,
            [
                "the request: widgets.weather.family: expected large, medium or small, found “huge”; "
                    + "write for example `family: large`"
            ]
        ),
        (
            #"{"id":"a","location":"1,2","widgets":["conditions"]}"#,
            [
                "the configuration: widgets.conditions.source: openweather needs an API key; "
                    + "set `sources.openweather.api_key_file` or KIATSU_OPENWEATHER_API_KEY"
            ]
        ),
        (
            #"{"id":"a","location":"1,2","widgets":["conditions"],"source":"openweather"}"#,
            [
                "the request: source: openweather needs an API key; "
                    + "set `sources.openweather.api_key_file` or KIATSU_OPENWEATHER_API_KEY"
            ]
        ),
        (#"{"id":"a","id":"b","location":"1,2"}"#, ["the request: id: set already in line 1; keep one of the two"]),
        (
            #"{"id":"a","location":"1,2","name":"a\u0000b"}"#,
            [
                "the request: name: expected up to 200 characters without line breaks and control characters, "
                    + "found “a\\u{0}b”; write for example `name: 世田谷区`"
            ]
        ),
        (
            #"{"id":"a","location":"1,2","follow":"a/#/b"}"#,
            [
                "the request: follow: expected a topic of up to 200 bytes, in which “+” stands alone for one level "
                    + "and “#” for all at its end, found “a/#/b”; write for example `follow: owntracks/me/phone`"
            ]
        ),
    ])
    func `what is wrong is told with its key and no line of the file`(json: String, expected: [String]) throws {
        #expect(try problems(json) == expected)
    }

    @Test func `a topic without room is refused`() throws {
        let lines = try problems(#"{"id":"hall","location":"1,2"}"#) { "\($0)/\($1)/\($2.widget)/\($3.name)" }
        #expect(lines.count == 1)
        #expect(lines.first?.hasPrefix("the request: id: no room for full: kiatsu/hall/weather/full; shorten") == true)
    }

    @Test func `a request names collections that the configuration names, for the same keys, and no other file`() throws
    {
        try withDirectory { directory in
            try directory.write("- quote: q", to: "mine.yaml")
            try directory.write("- quote: q", to: "other.yaml")
            try directory.write("- lines: [l]", to: "poems.yaml")
            let yaml = """
                widgets: {day: {collection: mine.yaml}, poem: {collection: poems.yaml}}
                panels: [{id: a, location: "1,2", widgets: [day, poem]}]
                """
            let file = directory.path + "/kiatsu.yaml"
            let configuration = try parse(yaml, fileName: file).configuration
            func read(_ collection: String) throws -> String? {
                let json = #"{"id":"b","location":"1,2","widgets":{"day":{"collection":"\#(collection)"}}}"#
                return try configuration.panel(fromRequest: Array(json.utf8)) { _, _, _, _ in nil }
                    .widgets.first?.options["collection"]
            }
            #expect(try read("mine.yaml") == directory.path + "/mine.yaml")
            #expect(try read(directory.path + "/mine.yaml") == directory.path + "/mine.yaml")
            #expect(try read("") == "")
            for wrong in ["other.yaml", "poems.yaml", "/etc/passwd", "~/mine.yaml", "builtin:poem", "../x"] {
                #expect(throws: ConfigurationErrors.self) { try read(wrong) }
            }
        }
    }

    @Test(arguments: UInt64(0)..<300)
    func `whatever is sent, it is a panel or printable lines of what is wrong`(seed: UInt64) throws {
        let configuration = try parse(common + panel).configuration
        var random = SeededGenerator(seed: seed)
        let text =
            #"""
            {"id":"hall","location":"1,2","follow":["a"],"widgets":{"day":{"slogan":"x\u00e9"},"weather":{}},\#
            "name":"n"}
            """#
        var bytes = Array(text.utf8)
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            let index = Int.random(in: 0..<bytes.count, using: &random)
            let pieces = [
                "{", "}", "[", "\"", "\\", "\\ud83d", "\\ude00", "null", "&a ", "*a", "!!int 1", "\u{0}", "~", "- ",
            ]
            switch Int.random(in: 0..<3, using: &random) {
            case 0: bytes[index] = UInt8.random(in: .min ... .max, using: &random)
            case 1: bytes.remove(at: index)
            default: bytes.insert(contentsOf: (pieces.randomElement(using: &random) ?? "").utf8, at: index)
            }
        }
        do throws(ConfigurationErrors) {
            _ = try configuration.panel(fromRequest: bytes) { _, _, _, _ in nil }
        } catch {
            #expect(!error.issues.isEmpty)
            for issue in error.issues {
                #expect(issue.line == nil && ["the request", "the configuration"].contains(issue.file))
                #expect(issue.description.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
            }
        }
    }
}
