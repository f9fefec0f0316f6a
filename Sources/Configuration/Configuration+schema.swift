package import JSON
package import Widgets

extension Configuration {
    /// All that a configuration file may have, found by reading an empty one with the code that reads every other.
    package static func schema(of catalogue: Catalogue) -> JSONSchema {
        var reader = SectionReader.describing()
        _ = reader.configuration(catalogue) { _, _, _, _ in nil }
        return reader.takeSchema()
    }

    /// All that a request to add a panel may have, found in the same way.
    package static func panelSchema(of catalogue: Catalogue) -> JSONSchema {
        let defaults = PanelDefaults(
            kinds: WidgetKinds(of: catalogue, iconThemes: []),
            common: [:],
            sourceProblems: [:],
            baseTopic: "kiatsu",
            directory: "."
        )
        var reading = PanelReading(defaults)
        var reader = SectionReader.describing(keyPath: "panels[0]")
        _ = reader.panel(&reading) { _, _, _ in nil }
        return reader.takeSchema()
    }
}

extension SectionReader {
    /// A reader that notes what it is asked for.
    fileprivate static func describing(keyPath: String = "") -> SectionReader {
        var context = Context(file: "", environment: [:])
        context.isDescribed = true
        return SectionReader(
            nil,
            keyPath: keyPath,
            origin: ValueOrigin(name: ""),
            variablePrefix: nil,
            context: context
        )
    }

    /// All that it was asked for; what an empty file lacks is no matter.
    fileprivate consuming func takeSchema() -> JSONSchema {
        let schema = description?.schema ?? .any
        _ = finish()
        return schema
    }
}
