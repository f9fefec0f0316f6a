import Text
import Weather
import Widgets

/// The context shared by all panels while they are read.
struct PanelReading {
    private let defaults: PanelDefaults
    private var lines: [String: Int] = [:]
    private var pool: Set<[WidgetConfiguration]> = []
    private var reported: Set<ConfigurationIssue> = []

    init(_ defaults: PanelDefaults) { self.defaults = defaults }

    var kinds: WidgetKinds { defaults.kinds }

    /// The values that the common settings choose.
    var common: [String: Chosen] { defaults.common }

    var baseTopic: String { defaults.baseTopic }

    /// The line of an earlier panel of this id.
    mutating func line(ofEarlier id: String, at line: Int?) -> Int? {
        let earlier = lines[id]
        lines[id] = earlier ?? line
        return earlier
    }

    /// An array of equal elements that all share.
    mutating func shared(_ widgets: [WidgetConfiguration]) -> [WidgetConfiguration] {
        // A fleet's panels mostly carry the same.
        pool.insert(widgets).memberAfterInsert
    }

    /// The problems of the chosen sources, reported once for each place that chose them.
    mutating func problems(of sources: [String], chosenAt origin: ValueOrigin, _ keyPath: String)
        -> [ConfigurationIssue]
    {
        sources.compactMap { defaults.sourceProblems[$0] }.compactMap { sentence in
            let issue = ConfigurationIssue(origin, keyPath: keyPath, sentence: sentence)
            return reported.insert(issue).inserted ? issue : nil
        }
    }
}

extension ConfigurationIssue {
    /// A sentence that has its remedy behind a colon or a semicolon.
    init(_ origin: ValueOrigin, keyPath: String, sentence: String) {
        let ends = [": ", "; "].compactMap { sentence.firstRange(ofSubstring: $0) }
        let end = ends.min { $0.lowerBound < $1.lowerBound }
        self.init(
            origin,
            keyPath: keyPath,
            problem: end.map { String(sentence[..<$0.lowerBound]) } ?? sentence,
            remedy: end.map { String(sentence[$0.upperBound...]) } ?? "see `sources`"
        )
    }
}

extension SectionReader {
    /// The panels, each complete; one that lacks what it must have is reported.
    mutating func panels(
        _ reading: inout PanelReading,
        topicRoom: (_ panelID: String, _ widget: WidgetConfiguration, _ form: PublishedForm) -> String?
    ) -> [PanelConfiguration] {
        sections("panels", example: "[{id: panel1, location: \"35.6465,139.6297\"}]") { reader in
            reader.panel(&reading, topicRoom: topicRoom)
        }
    }

    /// One panel.
    mutating func panel(
        _ reading: inout PanelReading,
        topicRoom: (_ panelID: String, _ widget: WidgetConfiguration, _ form: PublishedForm) -> String?
    ) -> PanelConfiguration {
        let id = required("id", .panelID)
        let location = coordinate("location")
        let name = value("name", .placeName)
        let follow = topicFilters("follow", baseTopic: reading.baseTopic)
        let chosen = choices(of: reading.kinds.commonOptions)
        let widgets = widgets(common: chosen, &reading)
        reportUseless(chosen, for: widgets, reading.kinds)
        if let id {
            let idOrigin = origin(of: "id")
            if let line = reading.line(ofEarlier: id, at: idOrigin.position?.line) {
                let problem = "the panel in line \(line) has the id \(quoted(id)) already"
                report(idOrigin, "id", problem, "give each panel an id of its own")
            }
            for widget in widgets {
                for form in widget.publishedForms {
                    guard let arithmetic = topicRoom(id, widget, form) else { continue }
                    report(idOrigin, "id", "no room for \(form.name): \(arithmetic)", form.remedy)
                }
            }
        }
        return PanelConfiguration(
            id: id ?? "",
            location: location ?? .origin,
            name: name,
            language: (chosen["language"] ?? reading.common["language"])?.text ?? "en",
            widgets: reading.shared(widgets),
            follow: follow
        )
    }

    /// Reports options chosen for all of the panel's widgets that none of them has.
    private mutating func reportUseless(
        _ chosen: [String: Chosen],
        for widgets: [WidgetConfiguration],
        _ kinds: WidgetKinds
    ) {
        guard !widgets.isEmpty else { return }
        for (name, choice) in chosen {
            let options = widgets.compactMap { widget in
                kinds.kinds[widget.widget]?.options.first { $0.name == name }.map { (widget.widget, $0.format) }
            }
            guard !options.contains(where: { $1.supportedPart(of: choice.text) != nil }) else { continue }
            let names = widgets.map(\.widget).joined(separator: ", ")
            let allowed = options.map { "\($0) has \($1.expected)" }.joined(separator: "; ")
            report(
                choice.origin,
                name,
                "found \(quoted(choice.text)), which none of the panel's widgets can have (\(names))",
                allowed.isEmpty ? "remove it" : "choose what they have: \(allowed)"
            )
        }
    }

    // MARK: Widgets

    /// The panel's widgets; `common` is what the panel chooses for all of them.
    private mutating func widgets(common: [String: Chosen], _ reading: inout PanelReading) -> [WidgetConfiguration] {
        namedWidgets(reading.kinds).compactMap { named in
            guard var widget = reading.kinds.kinds[named.name.text]?.widget else { return nil }
            reading.kinds.applyCommon(common, to: &widget)
            reading.kinds.apply(named.choices, to: &widget)
            let place = widget.sourceChoice ?? named.name
            let sources = widget.configuration.sources
            findings.issues += reading.problems(of: sources, chosenAt: place.origin, place.keyPath)
            return widget.configuration
        }
    }

    /// The names under `widgets`, and what is chosen for each: a list, or keys with options below.
    private mutating func namedWidgets(_ kinds: WidgetKinds) -> [(name: Chosen, choices: [String: Chosen])] {
        let key = "widgets"
        let first = kinds.names.first ?? ""
        describe(
            key,
            inEach: [
                { $0.describe(key) { .words(several: kinds.names) } },
                { reader in
                    reader.section(key, variables: nil) { reader in
                        for name in kinds.names {
                            _ = reader.section(name, variables: nil) {
                                $0.choices(of: kinds.kinds[name]?.options ?? [])
                            }
                        }
                    }
                },
            ]
        )
        guard case .mapping(let entries)? = node(key)?.content else {
            if node(key) == nil {
                ask(for: key)
                return [(Chosen(text: first, origin: origin, keyPath: path(of: key)), [:])]
            }
            let option = OptionDescription(
                name: key,
                summary: "",
                format: .choices(kinds.names),
                fallback: first,
                shapesTimeline: true
            )
            return (words(of: option) ?? []).map { ($0, [:]) }
        }
        if entries.isEmpty {
            let problem = "expected \(OptionDescription.Format.choices(kinds.names).expected), found none"
            report(origin(of: key), key, problem, "write for example `\(key): [\(first)]`")
        }
        return section(key, variables: nil) { reader in
            let known = reader.keys.filter { kinds.kinds[$0] != nil }
            for name in kinds.names { reader.ask(for: name) }
            return known.map { name in
                let place = Chosen(text: name, origin: reader.keyOrigin(of: name), keyPath: reader.path(of: name))
                let options = kinds.kinds[name]?.options ?? []
                return (place, reader.section(name, variables: nil) { $0.choices(of: options) })
            }
        }
    }
}
