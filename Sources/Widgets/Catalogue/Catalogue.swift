/// All the kinds of widgets and upstreams that there are.
package struct Catalogue: Sendable {
    /// An upstream as configurations see it.
    package struct Source: Sendable {
        package let description: SourceDescription
        /// What in these settings keeps the upstream from working, one sentence with its remedy; nil where all is well.
        package let problem: @Sendable (SourceSettings) -> String?

        package init(
            description: SourceDescription,
            problem: @escaping @Sendable (SourceSettings) -> String?
        ) {
            self.description = description
            self.problem = problem
        }
    }

    /// None twice; the first is what a panel carries that says nothing.
    package let widgets: [any Widget]
    /// None twice; for each widget the first that serves it is its default.
    package let sources: [Source]

    package init(widgets: [any Widget], sources: [Source]) {
        self.widgets = widgets
        self.sources = sources
    }

    package func widget(_ name: String) -> (any Widget)? { widgets.first { $0.name == name } }

    package func source(_ name: String) -> Source? { sources.first { $0.description.name == name } }

    /// The names of the upstreams that serve a widget, the default first; empty for a widget that asks none.
    package func sourceNames(for widget: String) -> [String] {
        sources.filter { $0.description.widgets.contains(widget) }.map(\.description.name)
    }
}
