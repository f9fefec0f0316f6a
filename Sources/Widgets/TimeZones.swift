package import Time
package import Weather

/// What a widget needs to know of local time.
package protocol TimeZones: Sendable {
    /// The offset from UTC in seconds that clocks in the zone show at that moment; nil for an unknown zone.
    func utcOffsetSeconds(in zone: String, at instant: UTCInstant) -> Int?

    /// The IANA name of a zone for the point: always one that ``utcOffsetSeconds(in:at:)`` knows.
    func zone(at coordinate: Coordinate) -> String
}

extension TimeZones {
    /// The zone that an upstream names for the point, or the table's where it names none or an unknown one.
    func zone(named name: String?, at coordinate: Coordinate, _ instant: UTCInstant) -> String {
        if let name, utcOffsetSeconds(in: name, at: instant) != nil { return name }
        return zone(at: coordinate)
    }
}
