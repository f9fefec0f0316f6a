import Upstreams
package import Widgets

extension Catalogue {
    /// Kiatsu's own widgets and upstreams, and a fifth widget with an upstream: this line is its registration.
    package static let five = Catalogue(widgets: .kiatsu + [TideWidget()], upstreams: .kiatsu + [Harbour.self])
}
