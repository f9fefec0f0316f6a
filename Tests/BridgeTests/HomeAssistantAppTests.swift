import Foundation
import Pictures
import Support
import Testing
import Upstreams
import Widgets

@testable import Bridge
@testable import Configuration

/// `deploy/homeassistant/app`: its options are Kiatsu's own configuration, with the same keys and words.
@Suite struct HomeAssistantAppTests {
    private static let app = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../deploy/homeassistant/app").standardized

    private static func yaml(_ name: String) throws -> Node {
        let bytes = try Array(Data(contentsOf: app.appending(path: name)))
        let (root, issues) = parseYAML(bytes, file: name)
        #expect(issues.isEmpty)
        return try #require(root)
    }

    private static func schema() throws -> Node { try #require(try yaml("config.yaml")["schema"]) }

    /// The options of a panel, or at the top, with their types.
    private static func types(ofPanel isOfPanel: Bool) throws -> [String: String] {
        let section = try isOfPanel ? #require(schema()["panels"]?.items.first) : schema()
        return Dictionary(
            uniqueKeysWithValues: section.entries.compactMap { key, value in
                (value.items.first ?? value).text.map { (key, $0) }
            }
        )
    }

    /// The choices of a type: the words of `list(a|b)?`; none of any other.
    private static func words(of type: String) -> [String] {
        guard let list = type.wholeMatch(of: /list\((.+)\)\??/) else { return [] }
        return list.1.split(separator: "|").map(String.init)
    }

    private func load(_ options: [String: Any]) throws -> Configuration {
        var check = TopicCheck(.kiatsu)
        return try Configuration.parse(
            yaml: Array(try JSONSerialization.data(withJSONObject: options)),
            fileName: "/data/options.json",
            environment: ["STATE_DIRECTORY": "/data"],
            catalogue: .kiatsu
        ) { check.problem(baseTopic: $0, panelID: $1, widget: $2, form: $3) }.configuration
    }

    @Test func `it has the version of the daemon`() throws {
        #expect(try Self.yaml("config.yaml")["version"]?.text == Kiatsu.version)
    }

    @Test func `what can be chosen is what Kiatsu knows`() throws {
        let options = Dictionary(
            uniqueKeysWithValues: Catalogue.kiatsu.commonOptions(iconThemes: []).map { ($0.name, $0.format) }
        )
        let alone: Set = [OptionDescription.Format.none, OptionDescription.Format.automatic]
        for (key, type) in try Self.types(ofPanel: true).merging(Self.types(ofPanel: false), uniquingKeysWith: { $1 }) {
            let words = Self.words(of: type)
            if key == "widgets" { #expect(words == Catalogue.kiatsu.widgets.map(\.name)) }
            guard let format = options[key] else { continue }
            #expect(words == format.words.filter { !alone.contains($0) }, "\(key)")
        }
        let level = try #require(try Self.schema()["log"]?["level"]?.text)
        #expect(Self.words(of: level) == LogLevel.allCases.map(\.rawValue))
    }

    @Test func `the options that it comes with are a configuration, once the home says where it is`() throws {
        let options = try #require(try Self.yaml("config.yaml")["options"]).json as? [String: Any]
        var whole = try #require(options)
        var panels = try #require(whole["panels"] as? [[String: Any]])
        panels[0]["location"] = "52.373154,4.890147"
        whole["panels"] = panels
        let configuration = try load(whole)
        #expect(configuration.panels.map(\.id) == ["panel1"])
        #expect(configuration.store.path == "/data/kiatsu.db")
    }

    @Test func `each word of each option is taken as the form writes it`() throws {
        let panel: [String: Any] = ["id": "hall", "location": "52.37,4.89"]
        for (key, type) in try Self.types(ofPanel: true) {
            let isList = try Self.schema()["panels"]?.items.first?[key]?.items.isEmpty == false
            for word in Self.words(of: type) {
                let value: Any = isList ? [word] : word
                _ = try load(["panels": [panel.merging([key: value]) { $1 }]])
            }
        }
        for (key, type) in try Self.types(ofPanel: false) {
            for word in Self.words(of: type) { _ = try load(["panels": [panel], key: word]) }
        }
        let texts: [String: Any] = [
            "name": "居間", "language": "zh-TW", "follow": "owntracks/me/phone", "picture_size": "296x128",
        ]
        let configuration = try load(["panels": [panel.merging(texts) { $1 }], "contact": "me@example.org"])
        #expect(configuration.panels.first?.name == "居間")
    }

    @Test func `each language tells of each option and of no other`() throws {
        let languages = try FileManager.default.contentsOfDirectory(
            atPath: Self.app.appending(path: "translations").path
        )
        let wanted = ["de", "en", "es", "fr", "ja", "ko", "zh-Hans", "zh-Hant"]
        #expect(languages.sorted() == wanted.map { $0 + ".yaml" })
        let schema = try Self.schema()
        for language in languages {
            let texts = try #require(try Self.yaml("translations/" + language)["configuration"])
            expect(texts, toTellOf: schema, language)
        }
    }

    private func expect(_ texts: Node, toTellOf schema: Node, _ language: String) {
        #expect(Set(texts.entries.map(\.key)) == Set(schema.entries.map(\.key)), "\(language)")
        for (key, value) in schema.entries {
            for text in ["name", "description"] { #expect(texts[key]?[text]?.text?.isEmpty == false, "\(language)") }
            let below = value.items.first ?? value
            guard !below.entries.isEmpty else { continue }
            guard let fields = texts[key]?["fields"] else {
                Issue.record("\(language) has no fields of \(key)")
                continue
            }
            expect(fields, toTellOf: below, language)
        }
    }
}

extension Node {
    fileprivate var text: String? {
        guard case .scalar(let text, _) = content else { return nil }
        return text
    }

    fileprivate var items: [Node] {
        guard case .sequence(let items) = content else { return [] }
        return items
    }

    fileprivate var entries: [(key: String, value: Node)] {
        guard case .mapping(let entries) = content else { return [] }
        return entries.map { ($0.key, $0.value) }
    }

    fileprivate subscript(key: String) -> Node? { entries.first { $0.key == key }?.value }

    /// As the Supervisor writes it into options.json.
    fileprivate var json: Any {
        switch content {
        case .mapping: Dictionary(uniqueKeysWithValues: entries.map { ($0.key, $0.value.json) })
        case .sequence(let items): items.map(\.json)
        default: text ?? ""
        }
    }
}
