package import Time

/// The ranges of values that entries of several widgets have, from which the longest payloads follow.
package enum Bounds {
    /// The moments that payloads can carry, in Unix seconds: an unsigned 32-bit count, which lasts until 2106.
    package static let unixSeconds = 0...Int(UInt32.max)

    /// The last hour that payloads can carry.
    package static let latestHour = UTCInstant(unixSeconds: unixSeconds.upperBound).hourStart

    /// The offsets that payloads can carry, in minutes: a signed byte of quarter hours.
    package static let utcOffsetMinutes = -128 * 15...127 * 15

    /// The bytes of the longest IANA name, `America/Argentina/ComodRivadavia`.
    package static let timeZoneBytes = 32

    /// The most bytes of an upstream's name.
    package static let sourceBytes = 32

    static let longestTimeZone = String(repeating: "a", count: timeZoneBytes)
    static let longestSource = String(repeating: "a", count: sourceBytes)
}
