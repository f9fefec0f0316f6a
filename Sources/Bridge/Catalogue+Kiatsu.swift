import Upstreams
package import Widgets

extension Catalogue {
    /// All that Kiatsu has: a new widget or upstream is a line here.
    package static let kiatsu = Catalogue(
        widgets: [WeatherWidget(), ConditionsWidget(), DayWidget(), PoemWidget()],
        sources: upstreams.map { upstream in
            Source(description: upstream.description) { upstream.problem(in: $0) }
        }
    )

    /// For each widget the first that serves it is its default.
    static let upstreams: [any Upstream.Type] = [
        OpenMeteo.self, OpenWeather.self, MetNorway.self, QWeather.self, Hitokoto.self, Nominatim.self,
    ]
}
