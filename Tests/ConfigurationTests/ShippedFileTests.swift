import Configuration
import Foundation
import TestSupport
import Testing
import Weather
import Widgets

struct ShippedFileTests {
    /// The shipped text with the options of these lines (from 0) in force.
    private func uncommented(_ isWanted: (Int) -> Bool = { _ in true }) throws -> (text: String, options: [Int]) {
        var options: [Int] = []
        let lines = try shippedText().split(separator: "\n", omittingEmptySubsequences: false).enumerated().map {
            // `#key:` is an option, `# words` are words.
            guard let option = $1.wholeMatch(of: /( *)#([a-z_]+: .*)/) else { return String($1) }
            options.append($0)
            return isWanted($0) ? "\(option.1)\(option.2)" : String($1)
        }
        return (lines.joined(separator: "\n"), options)
    }

    private func withSecrets(_ body: (_ fileName: String) throws -> Void) throws {
        try withDirectory { directory in
            let secrets = ["mqtt-password", "open-meteo-key", "openweather-key", "qweather-key", "qweather.pem"]
            for name in secrets { try directory.write("s", to: name) }
            try directory.write("- quote: q", to: "quotes.yaml")
            try directory.write("- lines: [l]\n  author: a", to: "poems.yaml")
            try body(directory.path + "/kiatsu.yaml")
        }
    }

    @Test func `it works as it is`() throws {
        let (configuration, warnings) = try parse(shippedText())
        #expect(warnings == [])
        #expect(configuration.panels.map(\.id) == ["panel1"])
        #expect(configuration.panels.map(\.language) == ["ja"])
        #expect(configuration.panels.map(\.location.latitude) == [35.6465])
        #expect(configuration.panels.map(\.location.longitude) == [139.6297])
        let widgets = try #require(configuration.panels.first?.widgets)
        #expect(widgets.map(\.widget) == ["weather"])
        #expect(widgets.map(\.sources) == [["open-meteo"]])
        #expect(widgets.map(\.encodings) == [[.compact, .frame, .fields]])
    }

    @Test func `it is short`() throws {
        #expect(try shippedText().split(separator: "\n", omittingEmptySubsequences: false).count <= 122)
    }

    @Test func `what it shows commented out is the default`() throws {
        try withSecrets { fileName in
            var (shown, warnings) = try parse(uncommented().text, fileName: fileName)
            #expect(warnings == [])
            #expect(shown.mqtt.username == "kiatsu")
            #expect(shown.mqtt.password?.reveal() == "s")
            #expect(shown.contact == "me@example.org")
            #expect(shown.panels.map(\.name) == ["世田谷区"])
            #expect(shown.mqtt.isProtocolNamed, "and no other is tried")
            shown.mqtt.isProtocolNamed = false
            shown.mqtt.username = nil
            shown.mqtt.password = nil
            for name in shown.sources.keys {
                shown.sources[name]?.secrets = [:]
                for key in ["contact", "api_host", "credential_id", "project_id"] {
                    shown.sources[name]?.values[key] = nil
                }
            }
            #expect(shown.iconThemes.map(\.name) == ["mine", "hare"])
            shown.iconThemes.removeFirst()
            #expect(shown.collections.keys.count == 4)
            shown.collections = shown.collections.filter { $0.key.hasPrefix("builtin:") }
            shown.contact = nil
            shown.panels[0].name = nil
            #expect(shown.panels[0].follow == ["owntracks/me/phone"])
            shown.panels[0].follow = []
            let bare = try parse(shippedText()).configuration
            // It has the examples in it.
            shown.panelDefaults = bare.panelDefaults
            #expect(shown == bare)
        }
    }

    @Test func `what it shows is the default of every widget`() throws {
        let all = "[weather, conditions, day, poem]"
        try withSecrets { fileName in
            let shown = try uncommented().text.replacing("widgets: [weather]", with: "widgets: " + all)
            var widgets = try #require(try parse(shown, fileName: fileName).configuration.panels.first?.widgets)
            for index in widgets.indices {
                for example in ["slogan", "collection"] where widgets[index].options[example] != nil {
                    #expect(widgets[index].options[example]?.isEmpty == false)
                    widgets[index].options[example] = ""
                }
            }
            let bare = try shippedText().replacing("language: ja", with: "language: ja\n    widgets: " + all)
            #expect(try parse(bare).configuration.panels.first?.widgets == widgets)
            #expect(widgets.count == 4)
        }
    }

    @Test func `each option alone checks`() throws {
        let options = try uncommented().options
        #expect(options.count == 75)
        try withSecrets { fileName in
            for option in options {
                let text = try uncommented { $0 == option }.text
                #expect(issues(text, fileName: fileName) == [])
            }
        }
    }

    /// `text` with a few bytes removed, replaced, repeated or put in.
    private func mutated(_ text: String, seed: UInt64) -> [UInt8] {
        var random = SeededGenerator(seed: seed)
        var bytes = Array(text.utf8)
        let pieces = [
            "&a ", "*a", "!!int ", "!x ", "---\n", "...\n", "\t", "{", "[", "}", "]", "\"", "'", "? ", "- ", ": ",
            "|\n",
            "%YAML 1.1\n", "\u{FEFF}", "\u{0}", "\u{202E}", "<<: ", "#", "\n", "99999999999999999999", "~", "\"\\0\"",
        ]
        for _ in 0..<Int.random(in: 1...8, using: &random) {
            let index = Int.random(in: 0..<bytes.count, using: &random)
            let end = min(bytes.count, index + Int.random(in: 1...40, using: &random))
            switch Int.random(in: 0..<5, using: &random) {
            case 0: bytes.removeSubrange(index..<end)
            case 1: bytes[index] = UInt8.random(in: .min ... .max, using: &random)
            case 2: bytes.insert(contentsOf: bytes[index..<end], at: Int.random(in: 0..<bytes.count, using: &random))
            default: bytes.insert(contentsOf: (pieces.randomElement(using: &random) ?? "").utf8, at: index)
            }
        }
        return bytes
    }

    @Test(arguments: UInt64(0)..<400)
    func `whatever is done to it, every fault is one printable line within the file`(seed: UInt64) throws {
        let bytes = try mutated(uncommented().text, seed: seed)
        // What YAML 1.1 takes for the end of a line.
        let breaks = String(decoding: bytes, as: UTF8.self).unicodeScalars.count {
            "\n\r\u{85}\u{2028}\u{2029}".unicodeScalars.contains($0)
        }
        do throws(ConfigurationErrors) {
            _ = try Configuration.parse(yaml: bytes, fileName: "/nowhere/k.yaml", environment: home, catalogue: .test) {
                _,
                _,
                _,
                _ in nil
            }
        } catch {
            #expect(!error.issues.isEmpty)
            for issue in error.issues {
                if let line = issue.line { #expect((1...breaks + 1).contains(line)) }
                #expect(issue.description.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
                #expect(!issue.remedy.isEmpty)
            }
        }
    }
}
