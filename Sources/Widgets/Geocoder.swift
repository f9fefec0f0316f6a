package import Weather

/// Names the place at a point.
package protocol Geocoder: Sendable {
    /// The populated place that people there would name, in `language` (ISO 639-1, such as `ja`) where it has a
    /// name in it and in its own otherwise; nil far from any.
    func place(at coordinate: Coordinate, language: String) async -> Place?
}
