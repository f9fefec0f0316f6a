package import Time
package import Weather

/// What a widget needs to know of local time.
package protocol TimeZones: Sendable {
    /// The offset from UTC in seconds that clocks in the zone show at that moment; nil for an unknown zone.
    func utcOffsetSeconds(in zone: String, at instant: UTCInstant) -> Int?

    /// The IANA name of a zone for the point: always one that ``utcOffsetSeconds(in:at:)`` knows.
    func zone(at coordinate: Coordinate) -> String

    /// The zone of the point's place where `source` said at that moment that it is `name`, nil where it named none.
    ///
    /// One that the host does not know counts as none, and the zone is that of ``zone(at:)``.
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
