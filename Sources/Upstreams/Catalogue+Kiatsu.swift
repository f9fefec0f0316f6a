package import Widgets

extension Catalogue {
    /// All that Kiatsu has.
    package static let kiatsu = Catalogue(widgets: .kiatsu, upstreams: .kiatsu)
}
