package import Widgets

extension Catalogue {
    /// These widgets, and these upstreams, each for the widgets whose sources it conforms to.
    package init(widgets: [any Widget], upstreams: [any Upstream.Type]) {
        self.init(
            widgets: widgets,
            sources: upstreams.map { upstream in
                Source(description: upstream.description, adapter: upstream) { upstream.problem(in: $0) }
            }
        )
    }
}

extension [any Upstream.Type] {
    /// The upstreams of Kiatsu: a new one is an element here.
    ///
    /// For each widget the first that serves it is its default.
    package static let kiatsu: [any Upstream.Type] = [
        OpenMeteo.self, OpenWeather.self, MetNorway.self, QWeather.self, Hitokoto.self, Nominatim.self,
    ]
}
