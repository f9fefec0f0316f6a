import Configuration
import Time
import Timelines
import Upstreams
import Widgets

/// The upstreams that panels of a configuration use.
struct Sources: Sendable {
    private let sources: [Configuration.Source: any ForecastSource]

    init(_ configuration: Configuration, http: HTTPClient, clock: any WallClock) {
        let used = Set(configuration.panels.map(\.source))
        sources = Dictionary(
            uniqueKeysWithValues: used.map { source -> (Configuration.Source, any ForecastSource) in
                switch source {
                case .openMeteo:
                    let upstream = configuration.sources.openMeteo
                    return (
                        source,
                        OpenMeteo(
                            client: http,
                            clock: clock,
                            baseURL: upstream.baseURL,
                            path: upstream.path,
                            apiKey: upstream.apiKey?.reveal()
                        )
                    )
                case .openWeather:
                    let upstream = configuration.sources.openWeather
                    return (
                        source,
                        OpenWeather(
                            client: http,
                            clock: clock,
                            baseURL: upstream.baseURL,
                            path: upstream.path,
                            apiKey: upstream.apiKey?.reveal() ?? ""
                        )
                    )
                }
            }
        )
    }

    func providers(zones: any TimeZones) -> [Configuration.Source: WeatherProvider] {
        sources.mapValues { WeatherProvider(source: $0, zones: zones) }
    }
}

extension Configuration.Source {
    /// How many places one request asks for at the most.
    var placesPerRequest: Int {
        switch self {
        case .openMeteo: OpenMeteo.mostPlacesPerRequest
        case .openWeather: OpenWeather.mostPlacesPerRequest
        }
    }
}

extension ReloadPolicy {
    /// Where one request takes many places, the reloads of a minute join in one.
    init(for source: Configuration.Source) {
        self.init(joining: source.placesPerRequest > 1 ? .seconds(60) : .zero)
    }
}
