/// The widgets and upstreams that this program has.
package struct Catalogue: Sendable {
    /// An upstream as configurations see it.
    package struct Source: Sendable {
        /// The upstream's name, settings and budgets.
        package let description: SourceDescription
        /// The reason why the upstream cannot work with these settings, one sentence with its remedy; nil if it can.
        package let problem: @Sendable (SourceSettings) -> String?

        package init(
            description: SourceDescription,
            problem: @escaping @Sendable (SourceSettings) -> String?
        ) {
            self.description = description
            self.problem = problem
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
    package func sourceNames(for widget: String) -> [String] {
        sources.filter { $0.description.widgets.contains(widget) }.map(\.description.name)
    }
}
