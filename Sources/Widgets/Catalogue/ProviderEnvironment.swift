/// What providers work with.
package struct ProviderEnvironment: Sendable {
    package let zones: any TimeZones
    private let source: @Sendable (String) -> (any UpstreamSource)?
    private let collections: [String: [CollectionRecord]]

    /// `source` gives the configured upstream of a name; `collections` are by path, a widget's built-in one by its
    /// ``builtInCollection(of:)``.
    package init(
        zones: any TimeZones,
        collections: [String: [CollectionRecord]],
        source: @escaping @Sendable (String) -> (any UpstreamSource)?
    ) {
        self.zones = zones
        self.collections = collections
        self.source = source
    }

    /// With all the upstreams that there are, by name.
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

    /// What stands for a path where a widget's collection is part of the program.
    package static func builtInCollection(of widget: String) -> String { "builtin:" + widget }
}

/// One record of a collection of poems or quotes: texts by key, each a list of one at least.
package typealias CollectionRecord = [String: [String]]

/// An upstream of whatever kind.
package protocol UpstreamSource: Sendable {
    /// The short name that payloads carry as `src`, such as `open-meteo`.
    var name: String { get }
}
