import Upstreams
package import Widgets

extension Catalogue {
    /// What Kiatsu has, and a fifth widget with an upstream: this line is its registration.
    package static let five = Catalogue(widgets: .kiatsu + [TideWidget()], upstreams: .kiatsu + [Harbour.self])
}
