/// A moment in UTC, to the nanosecond, from 1678 to 2262; arithmetic past these ends stops at them.
package struct UTCInstant: InstantProtocol, Sendable, Hashable {
    /// Nanoseconds since 1970-01-01T00:00:00Z, leap seconds not counted, as Unix counts.
    package let nanosecondsSinceEpoch: Int64

    package init(nanosecondsSinceEpoch: Int64) {
        self.nanosecondsSinceEpoch = nanosecondsSinceEpoch
    }

    /// The moment so many Unix seconds after the epoch, or the nearest end of the range.
    package init(unixSeconds: Int) {
        let (product, overflow) = Int64(unixSeconds).multipliedReportingOverflow(by: 1_000_000_000)
        nanosecondsSinceEpoch = overflow ? (unixSeconds < 0 ? .min : .max) : product
    }

    package static let distantFuture = UTCInstant(nanosecondsSinceEpoch: .max)

    /// Whether a clock that shows it can be right: this program was written after the beginning of 2025.
    package var isCredible: Bool { unixSeconds >= 1_735_689_600 }

    /// Whole Unix seconds, rounded towards the past.
    package var unixSeconds: Int {
        let seconds = nanosecondsSinceEpoch / 1_000_000_000
        return Int(nanosecondsSinceEpoch % 1_000_000_000 < 0 ? seconds - 1 : seconds)
    }

    /// The full hour in UTC that this moment lies in.
    package var hourStart: UTCInstant {
        let seconds = unixSeconds
        return UTCInstant(unixSeconds: seconds - (seconds % 3600 + 3600) % 3600)
    }

    package func advanced(by duration: Duration) -> UTCInstant {
        let (seconds, attoseconds) = duration.components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        guard !overflow else { return UTCInstant(nanosecondsSinceEpoch: seconds < 0 ? .min : .max) }
        let (delta, tooFar) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
        let (sum, past) = nanosecondsSinceEpoch.addingReportingOverflow(delta)
        return UTCInstant(nanosecondsSinceEpoch: tooFar || past ? (seconds < 0 ? .min : .max) : sum)
    }

    package func duration(to other: UTCInstant) -> Duration {
        .nanoseconds(other.nanosecondsSinceEpoch) - .nanoseconds(nanosecondsSinceEpoch)
    }

    package static func < (left: UTCInstant, right: UTCInstant) -> Bool {
        left.nanosecondsSinceEpoch < right.nanosecondsSinceEpoch
    }
}

extension UTCInstant {
    package static func + (instant: UTCInstant, duration: Duration) -> UTCInstant { instant.advanced(by: duration) }
    package static func - (instant: UTCInstant, duration: Duration) -> UTCInstant {
        instant.advanced(by: .zero - duration)
    }
    package static func - (left: UTCInstant, right: UTCInstant) -> Duration { right.duration(to: left) }

    /// The hour, 0…23, that clocks so many seconds ahead of UTC show at this moment.
    package func hourOfDay(utcOffsetSeconds: Int) -> Int {
        ((unixSeconds + utcOffsetSeconds) % 86_400 + 86_400) % 86_400 / 3600
    }

    /// The moment so many hours later; negative counts go back.
    package func addingHours(_ hours: Int) -> UTCInstant { advanced(by: .seconds(hours * 3600)) }
}

extension UTCInstant: Codable {
    package init(from decoder: any Decoder) throws {
        self.init(unixSeconds: try decoder.singleValueContainer().decode(Int.self))
    }

    /// Encodes whole Unix seconds.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(unixSeconds)
    }
}
