/// A wind speed, to 0.1 m/s, between 0 and 150 m/s: wider than Earth's records (113 m/s in a gust).
package struct WindSpeed: Sendable, Hashable, Comparable, Codable {
    /// The speed in tenths of a metre per second, 0…1500.
    package let tenthsMetresPerSecond: Int

    /// Nil for a value outside the range or not finite.
    package init?(metresPerSecond: Double) {
        guard metresPerSecond.isFinite, (0...150).contains(metresPerSecond) else { return nil }
        tenthsMetresPerSecond = Int((metresPerSecond * 10).rounded())
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        tenthsMetresPerSecond = try container.decode(Int.self, forKey: .tenthsMetresPerSecond, within: 0...1500)
    }

    /// The force on the Beaufort scale, 0…12 (World Meteorological Organization, Manual on Codes, table 1100).
    package var beaufort: Int {
        let lowerBounds = [3, 16, 34, 55, 80, 108, 139, 172, 208, 245, 285, 327]
        return lowerBounds.count { $0 <= tenthsMetresPerSecond }
    }

    /// Slower winds sort first.
    package static func < (left: WindSpeed, right: WindSpeed) -> Bool {
        left.tenthsMetresPerSecond < right.tenthsMetresPerSecond
    }
}
