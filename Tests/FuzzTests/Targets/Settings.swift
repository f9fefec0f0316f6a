import Upstreams
import Widgets

@testable import Configuration

extension Catalogue {
    /// All that there is, as the bridge has it.
    static let fuzzed = Catalogue(widgets: .kiatsu, upstreams: .kiatsu)
}

/// A configuration file.
func runConfiguration(_ bytes: [UInt8]) {
    do throws(ConfigurationErrors) {
        let (configuration, _) = try Configuration.parse(
            yaml: bytes,
            fileName: "fuzz.yaml",
            environment: ["HOME": "/nonexistent"],
            catalogue: .fuzzed,
            topicRoom: { _, _, _, _ in nil }
        )
        promise(!configuration.panels.isEmpty, "no panel")
        promise(Set(configuration.panels.map(\.id)).count == configuration.panels.count, "a panel twice")
        promise((0...65_535).contains(configuration.mqtt.port), "no port")
    } catch {
        promise(!error.issues.isEmpty, "an error of nothing")
        for issue in error.issues {
            promise(!issue.description.contains { $0.isNewline }, "an issue of two lines: \(issue.description)")
        }
    }
}

/// A file of poems or quotes.
func runCollection(_ bytes: [UInt8]) {
    var collections = Collections()
    let file = CollectionFile(path: "fuzz.yaml", required: ["lines"], optional: ["title", "author"])
    collections.read(bytes, of: file)
    for record in collections.records["fuzz.yaml"] ?? [] where collections.issues.isEmpty {
        promise(record["lines"]?.isEmpty == false, "a record without what it needs")
    }
    for issue in collections.issues {
        promise(!issue.description.contains { $0.isNewline }, "an issue of two lines: \(issue.description)")
    }
}
