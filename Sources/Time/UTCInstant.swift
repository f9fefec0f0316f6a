/// A moment in UTC, to the nanosecond, from 1678 to 2262; arithmetic past either end stops at it.
package struct UTCInstant: InstantProtocol, Sendable, Hashable {
    /// Nanoseconds since 1970-01-01T00:00:00Z without leap seconds, as Unix counts.
    package let nanosecondsSinceEpoch: Int64

    package init(nanosecondsSinceEpoch: Int64) {
        self.nanosecondsSinceEpoch = nanosecondsSinceEpoch
    }

    /// The moment `unixSeconds` after the epoch, or the nearest end of the range.
    package init(unixSeconds: Int) {
        let (product, overflow) = Int64(unixSeconds).multipliedReportingOverflow(by: 1_000_000_000)
        nanosecondsSinceEpoch = overflow ? (unixSeconds < 0 ? .min : .max) : product
    }

    /// The last moment of the range, in 2262; as a deadline it means never.
    package static let distantFuture = UTCInstant(nanosecondsSinceEpoch: .max)

    /// True for a moment after the beginning of 2025, before which Kiatsu did not exist: an earlier clock is wrong.
    package var isCredible: Bool { unixSeconds >= 1_735_689_600 }

    /// Whole Unix seconds, rounded towards the past.
    package var unixSeconds: Int {
        let seconds = nanosecondsSinceEpoch / 1_000_000_000
        return Int(nanosecondsSinceEpoch % 1_000_000_000 < 0 ? seconds - 1 : seconds)
    }

    /// The full hour in UTC that contains this moment.
    package var hourStart: UTCInstant {
        let seconds = unixSeconds
        return UTCInstant(unixSeconds: seconds - (seconds % 3600 + 3600) % 3600)
    }

    /// The moment `duration` later, or the nearest end of the range.
    package func advanced(by duration: Duration) -> UTCInstant {
        let (seconds, attoseconds) = duration.components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        guard !overflow else { return UTCInstant(nanosecondsSinceEpoch: seconds < 0 ? .min : .max) }
        let (delta, tooFar) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
        let (sum, past) = nanosecondsSinceEpoch.addingReportingOverflow(delta)
        return UTCInstant(nanosecondsSinceEpoch: tooFar || past ? (seconds < 0 ? .min : .max) : sum)
    }

    /// The time from this moment to `other`; negative where `other` is earlier.
    package func duration(to other: UTCInstant) -> Duration {
        .nanoseconds(other.nanosecondsSinceEpoch) - .nanoseconds(nanosecondsSinceEpoch)
    }

    /// Earlier moments sort first.
    package static func < (left: UTCInstant, right: UTCInstant) -> Bool {
        left.nanosecondsSinceEpoch < right.nanosecondsSinceEpoch
    }
}

extension UTCInstant {
    /// The moment `duration` later, or the nearest end of the range.
    package static func + (instant: UTCInstant, duration: Duration) -> UTCInstant { instant.advanced(by: duration) }
    /// The moment `duration` earlier, or the nearest end of the range.
    package static func - (instant: UTCInstant, duration: Duration) -> UTCInstant {
        instant.advanced(by: .zero - duration)
    }
    /// The time from `right` to `left`.
    package static func - (left: UTCInstant, right: UTCInstant) -> Duration { right.duration(to: left) }

    /// The hour, 0…23, that a clock `utcOffsetSeconds` ahead of UTC shows at this moment.
    package func hourOfDay(utcOffsetSeconds: Int) -> Int {
        ((unixSeconds + utcOffsetSeconds) % 86_400 + 86_400) % 86_400 / 3600
    }

    /// The moment `hours` later; earlier for a negative count.
    package func addingHours(_ hours: Int) -> UTCInstant { advanced(by: .seconds(hours * 3600)) }
}

extension UTCInstant: Codable {
    /// Decodes whole Unix seconds.
    package init(from decoder: any Decoder) throws {
        self.init(unixSeconds: try decoder.singleValueContainer().decode(Int.self))
    }

    /// Encodes whole Unix seconds.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(unixSeconds)
    }
}
