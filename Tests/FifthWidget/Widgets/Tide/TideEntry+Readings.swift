import Time
package import Widgets

extension TideWidget {
    package var readings: [ReadingDescription] {
        [
            ReadingDescription("tide_level", "Tide", .tideLevel),
            ReadingDescription("next_high_water", "Next high water", .moment),
        ]
    }
}

extension ReadingKind {
    /// m above chart datum.
    static let tideLevel = measurement("m", class: "distance", decimals: 2, icon: "mdi:waves")
}

extension TideEntry {
    package func readings(in context: DisplayContext) -> [String: Reading] {
        var readings: [String: Reading] = ["tide_level": .number(level, digits: 2)]
        readings["next_high_water"] = highWater.map { .moment($0) }
        return readings
    }
}
