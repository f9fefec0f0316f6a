/// The widgets and upstreams that this program has.
package struct Catalogue: Sendable {
    /// An upstream as configurations see it.
    package struct Source: Sendable {
        /// The upstream's name, settings and budgets.
        package let description: SourceDescription
        /// The type of its adapter; nil for one that is only described.
        package let adapter: (any UpstreamSource.Type)?
        /// Returns true for a widget that it can be a source of.
        package let serves: @Sendable (any Widget) -> Bool
        /// The reason why the upstream cannot work with these settings, one sentence with its remedy; nil if it can.
        package let problem: @Sendable (SourceSettings) -> String?

        /// An upstream that serves the widgets whose sources its adapter conforms to.
        package init(
            description: SourceDescription,
            adapter: any UpstreamSource.Type,
            problem: @escaping @Sendable (SourceSettings) -> String?
        ) {
            self.description = description
            self.adapter = adapter
            self.problem = problem
            serves = { $0.isServed(by: adapter) }
        }

        /// An upstream without an adapter, which nobody can ask.
        package init(
            description: SourceDescription,
            serves: @escaping @Sendable (any Widget) -> Bool,
            problem: @escaping @Sendable (SourceSettings) -> String?
        ) {
            self.description = description
            self.problem = problem
            self.serves = serves
            adapter = nil
        }
    }

    /// The widgets, no name twice; the first is carried by a panel whose configuration names none.
    package let widgets: [any Widget]
    /// The upstreams, no name twice; the first that serves a widget is its default.
    package let sources: [Source]

    package init(widgets: [any Widget], sources: [Source]) {
        self.widgets = widgets
        self.sources = sources
    }

    /// The widget of that name; nil if there is none.
    package func widget(_ name: String) -> (any Widget)? { widgets.first { $0.name == name } }

    /// The upstream of that name; nil if there is none.
    package func source(_ name: String) -> Source? { sources.first { $0.description.name == name } }

    /// The names of the upstreams that serve a widget, the default first; empty for a widget that asks none.
    package func sourceNames(for widget: any Widget) -> [String] {
        sources.filter { $0.serves(widget) }.map(\.description.name)
    }

    /// The title of a widget where people choose among them: 気圧と天気, Air pressure and weather; the name itself for one
    /// that is not in the catalogue, in English for languages without words.
    package func title(of widget: String, language: String) -> String {
        self.widget(widget)?.words.title(in: language) ?? widget
    }

    /// A sentence on what a widget shows; empty for one that is not in the catalogue.
    package func summary(of widget: String, language: String) -> String {
        self.widget(widget)?.words.summary(in: language) ?? ""
    }
}

extension Catalogue: Equatable {
    /// Returns true where both have the same names of widgets and the same descriptions of upstreams, in the same
    /// order.
    package static func == (left: Catalogue, right: Catalogue) -> Bool {
        left.widgets.map(\.name) == right.widgets.map(\.name)
            && left.sources.map(\.description) == right.sources.map(\.description)
    }
}
