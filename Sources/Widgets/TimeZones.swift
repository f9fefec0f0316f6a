package import Time
package import Weather

/// The rules of local time.
package protocol TimeZones: Sendable {
    /// The offset from UTC in seconds that clocks in the zone show at that moment; nil for an unknown zone.
    func utcOffsetSeconds(in zone: String, at instant: UTCInstant) -> Int?

    /// The IANA name of a zone for the point: always one that ``utcOffsetSeconds(in:at:)`` knows.
    func zone(at coordinate: Coordinate) -> String

    /// The zone of the place: `name`, which `source` gave at that moment, or else that of ``zone(at:)``.
    ///
    /// A name unknown to the host counts as none.
    func zone(named name: String?, by source: String, at coordinate: Coordinate, _ instant: UTCInstant) -> String
}

extension TimeZones {
    package func zone(
        named name: String?,
        by source: String,
        at coordinate: Coordinate,
        _ instant: UTCInstant
    ) -> String {
        if let name, utcOffsetSeconds(in: name, at: instant) != nil { return name }
        return zone(at: coordinate)
    }
}
