package import Time

/// How long the values get that entries of several widgets have.
package enum Bounds {
    /// The moments that payloads can carry, in Unix seconds: what an unsigned 32-bit count holds (to 2106).
    package static let unixSeconds = 0...Int(UInt32.max)

    /// The last hour that payloads can carry.
    package static let latestHour = UTCInstant(unixSeconds: unixSeconds.upperBound).hourStart

    /// The offsets that payloads can carry: what a signed byte of quarter hours holds.
    package static let utcOffsetMinutes = -128 * 15...127 * 15

    /// Those of the longest IANA name, `America/Argentina/ComodRivadavia`.
    package static let timeZoneBytes = 32

    /// Those of the longest name that an upstream may have.
    package static let sourceBytes = 32

    static let longestTimeZone = String(repeating: "a", count: timeZoneBytes)
    static let longestSource = String(repeating: "a", count: sourceBytes)
}
