/// The services and data that timeline providers work with.
package struct ProviderEnvironment: Sendable {
    /// The rules of time zones.
    package let zones: any TimeZones
    private let source: @Sendable (String) -> (any UpstreamSource)?
    private let collections: [String: [CollectionRecord]]

    /// Takes the services.
    ///
    /// `source` gives the configured upstream of a name. `collections` are by path; a widget's built-in one has the
    /// path ``builtInCollection(of:)``.
    package init(
        zones: any TimeZones,
        collections: [String: [CollectionRecord]],
        source: @escaping @Sendable (String) -> (any UpstreamSource)?
    ) {
        self.zones = zones
        self.collections = collections
        self.source = source
    }

    /// Takes the services, with all configured upstreams by name.
    package init(
        zones: any TimeZones,
        sources: [String: any UpstreamSource],
        collections: [String: [CollectionRecord]]
    ) {
        self.init(zones: zones, collections: collections) { sources[$0] }
    }

    /// The upstreams of these names that are of this kind, in the same order.
    package func sources<Source>(_ names: [String], as kind: Source.Type) -> [Source] {
        names.compactMap { source($0) as? Source }
    }

    /// The records of the collection at `path`, or of the built-in one of the widget.
    package func collection(_ path: String, of widget: String) -> [CollectionRecord] {
        collections[path.isEmpty ? Self.builtInCollection(of: widget) : path] ?? []
    }

    /// The path that stands for a widget's built-in collection.
    package static func builtInCollection(of widget: String) -> String { "builtin:" + widget }
}

/// One record of a collection of poems or quotes: at least one text for each key.
package typealias CollectionRecord = [String: [String]]

/// An upstream of any kind.
package protocol UpstreamSource: Sendable {
    /// The short name that payloads carry as `src`, such as `open-meteo`.
    var name: String { get }
}
