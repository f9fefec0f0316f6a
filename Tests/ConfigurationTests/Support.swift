import Configuration
import Foundation
import JSON
import TestSupport
import Widgets

/// A broker's worth of configuration that lacks nothing.
let panel = "panels: [{id: panel1, location: \"35.6465,139.6297\"}]\n"

/// The tests' name for their file.
let fileName = "kiatsu.yaml"

let home = ["HOME": "/home/k"]

/// Reads `yaml` as `kiatsu.yaml`, with room for every topic unless told otherwise.
func parse(
    _ yaml: String,
    fileName: String = fileName,
    environment: [String: String] = home,
    catalogue: Catalogue = .test,
    topicRoom: Configuration.TopicRoom = { _, _, _, _ in nil }
) throws(ConfigurationErrors) -> (configuration: Configuration, warnings: [String]) {
    do throws(ConfigurationErrors) {
        let result = try Configuration.parse(
            yaml: Array(yaml.utf8),
            fileName: fileName,
            environment: environment,
            catalogue: catalogue,
            topicRoom: topicRoom
        )
        note(yaml, isGood: true, environment, catalogue)
        return result
    } catch {
        note(yaml, isGood: false, environment, catalogue)
        throw error
    }
}

/// Has `deploy/schemas` compare a configuration with the schema; one that variables complete says nothing.
private func note(_ yaml: String, isGood: Bool, _ environment: [String: String], _ catalogue: Catalogue) {
    guard let journal = Journal.shared, !environment.keys.contains(where: { $0.hasPrefix("KIATSU_") }) else { return }
    let schema = catalogue == .test ? testSchema : Configuration.schema(of: catalogue).json.bytes
    journal.note(configuration: yaml, isGood: isGood, schema: schema)
}

private let testSchema = Configuration.schema(of: .test).json.bytes

/// The issues of `yaml`, one a line; empty if there are none.
func issues(
    _ yaml: String,
    fileName: String = fileName,
    environment: [String: String] = home,
    topicRoom: Configuration.TopicRoom = { _, _, _, _ in nil }
) -> [String] {
    do throws(ConfigurationErrors) {
        _ = try parse(yaml, fileName: fileName, environment: environment, topicRoom: topicRoom)
        return []
    } catch {
        return error.issues.map(\.description)
    }
}

/// A text with marks `①` to `⑨` in it, each of which names the character behind it.
struct MarkedText {
    /// Without the marks.
    private(set) var text = ""
    /// Mark → `line:column`.
    private(set) var positions: [Character: String] = [:]

    init(_ marked: String) {
        var line = 1
        var column = 1
        for character in marked {
            if "①②③④⑤⑥⑦⑧⑨".contains(character) {
                positions[character] = "\(line):\(column)"
                continue
            }
            text.append(character)
            line += character == "\n" ? 1 : 0
            column = character == "\n" ? 1 : column + character.unicodeScalars.count
        }
    }

    /// `lines` with the mark that each begins with replaced by the file and the position.
    func placed(_ lines: [String]) -> [String] {
        lines.map { line in
            guard let mark = line.first, let position = positions[mark] else { return line }
            return "\(fileName):\(position)" + line.dropFirst()
        }
    }
}

/// Lets `body` have a directory of its own, gone afterwards.
func withDirectory<Value>(_ body: (URL) throws -> Value) throws -> Value {
    let url = FileManager.default.temporaryDirectory.appending(path: "kiatsu-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: url) }
    return try body(url)
}

extension Configuration {
    /// The widget of that kind that the first panel carries.
    func widget(_ name: String) -> WidgetConfiguration? {
        panels.first?.widgets.first { $0.widget == name }
    }
}

extension URL {
    /// Writes `text` into the file `name` of this directory.
    func write(_ text: String, to name: String, mode: Int = 0o600) throws {
        let path = appending(path: name).path
        try Data(text.utf8).write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }
}

/// The configuration that is shipped.
func shippedText() throws -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    return try String(contentsOf: root.appending(path: "Config/kiatsu.yaml"), encoding: .utf8)
}
