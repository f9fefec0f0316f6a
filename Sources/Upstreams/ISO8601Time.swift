import Time

/// A moment such as `2023-04-12T18:22+08:00` or `2024-08-10T22:00Z`, with seconds or without.
struct ISO8601Time {
    /// The day on the calendar that the text is written in.
    let date: CivilDate
    let instant: UTCInstant
    let isUTC: Bool

    init?(_ text: String) {
        let parts = text.split(separator: "T", omittingEmptySubsequences: false)
        guard parts.count == 2, let date = CivilDate(iso8601: parts[0]),
            let zoneStart = parts[1].firstIndex(where: { "Z+-".contains($0) }),
            let time = Self.seconds(parts[1][..<zoneStart])
        else { return nil }
        let zone = parts[1][zoneStart...]
        isUTC = zone == "Z"
        guard let offset = isUTC ? 0 : Self.seconds(zone.dropFirst()) else { return nil }
        self.date = date
        let local = date.daysSinceEpoch * 86_400 + time
        instant = UTCInstant(unixSeconds: zone.first == "-" ? local + offset : local - offset)
    }

    /// Of `18:22` or `18:22:10`.
    private static func seconds(_ text: Substring) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { $0.utf8.count == 2 ? UInt8($0) : nil }.map(Int.init)
        guard numbers.count == parts.count, (2...3).contains(numbers.count), numbers[0] < 24,
            numbers.dropFirst().allSatisfy({ $0 < 60 })
        else { return nil }
        return numbers[0] * 3600 + numbers[1] * 60 + (numbers.count == 3 ? numbers[2] : 0)
    }
}
