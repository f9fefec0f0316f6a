import Configuration
import FifthWidget
import Pictures
import Testing
import Time
import Upstreams
import Widgets

/// A catalogue that every test of this module walks: the shipped one, and one with a fifth widget.
struct WalkedCatalogue: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let catalogue: Catalogue
    /// The program that draws its widgets.
    let drawingProgram: String

    static let all = [
        WalkedCatalogue(testDescription: "shipped", catalogue: .kiatsu, drawingProgram: "kiatsu-draw"),
        WalkedCatalogue(testDescription: "five", catalogue: .five, drawingProgram: "kiatsu-draw-five"),
    ]

    var widgets: [any Widget] { catalogue.widgets }

    /// The configuration of a panel with all widgets in all encodings and a PNG picture each.
    ///
    /// `upstream` is where every upstream is asked; `head` are further lines of the file.
    func configuration(
        upstream: String = "http://127.0.0.1:9",
        head: String = "",
        pictures: String = "[png]",
        encodings: String = "[compact, full, fields, frame]"
    ) throws -> Configuration {
        let sources = catalogue.sources.map(\.description).filter { $0.settings.contains { $0.name == "base_url" } }
        let addresses = sources.map { source in
            let keys = source.settings.filter { $0.name.hasSuffix("base_url") }.map { "\($0.name): \"\(upstream)\"" }
            return "  \(source.name): {\(keys.joined(separator: ", "))}"
        }
        let yaml = """
            \(head)
            sources:
            \(addresses.joined(separator: "\n"))
            pictures: \(pictures)
            encodings: \(encodings)
            panels:
              - id: p
                location: "35.6465,139.6297"
                widgets: [\(widgets.map(\.name).joined(separator: ", "))]

            """
        var check = TopicCheck(catalogue)
        return try Configuration.parse(
            yaml: Array(yaml.utf8),
            fileName: "test.yaml",
            environment: ["HOME": "/nonexistent"],
            catalogue: catalogue,
            topicRoom: { base, panel, widget, form in
                check.problem(baseTopic: base, panelID: panel, widget: widget, form: form)
            }
        ).configuration
    }
}

/// 2026-03-28T12:00:00Z.
let noon = UTCInstant(unixSeconds: 1_774_699_200)
