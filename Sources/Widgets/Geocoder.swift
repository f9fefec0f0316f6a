package import Timelines
package import Weather

/// Names the place at a point from what is at hand.
package protocol Geocoder: Sendable {
    /// The populated place that people there would name, in `language` (ISO 639-1, such as `ja`) where it has a
    /// name in it and in its own otherwise; nil far from any.
    func place(at coordinate: Coordinate, language: String) async -> Place?
}

/// Names the place at a point by asking an upstream.
package protocol PlaceNamer: UpstreamSource {
    /// Whether its terms let its answers be kept on disk.
    var mayBeStored: Bool { get }

    /// The name of the populated place, in `language` (ISO 639-1, perhaps with a region) where there is one and in its
    /// own otherwise; nil where there is no place.
    func name(at coordinate: Coordinate, language: String) async -> Result<String?, ReloadFailure>
}
