package import Timelines
package import Weather

/// Names the place at a point from local data.
package protocol Geocoder: Sendable {
    /// The populated place that people there would name; nil far from any.
    ///
    /// The name is in `language` (ISO 639-1, such as `ja`) if there is one, else in the local language.
    func place(at coordinate: Coordinate, language: String) async -> Place?
}

/// Names the place at a point by asking an upstream.
package protocol PlaceNamer: UpstreamSource {
    /// True if the upstream's terms allow its answers to be stored.
    var mayBeStored: Bool { get }

    /// The name of the populated place; nil if there is none.
    ///
    /// The name is in `language` (ISO 639-1, optionally with a region) if there is one, else in the local language.
    func name(at coordinate: Coordinate, language: String) async -> Result<String?, ReloadFailure>
}
