import Testing
import Weather

@testable import Upstreams

struct MetNorwayConditionTests {
    /// All 41, two of them misspelt by their maker.
    private static let table: [(letter: String, symbols: [String])] = [
        ("C", ["clearsky"]), ("F", ["fair"]), ("P", ["partlycloudy"]), ("O", ["cloudy"]), ("G", ["fog"]),
        ("R", ["lightrain", "rain"]), ("W", ["lightrainshowers", "rainshowers"]),
        ("X", ["heavyrain", "heavyrainshowers"]),
        ("Y", ["lightsleet", "sleet", "heavysleet", "lightsleetshowers", "sleetshowers", "heavysleetshowers"]),
        ("S", ["lightsnow", "snow", "lightsnowshowers", "snowshowers"]), ("V", ["heavysnow", "heavysnowshowers"]),
        (
            "T",
            [
                "lightrainandthunder", "rainandthunder", "heavyrainandthunder", "lightrainshowersandthunder",
                "rainshowersandthunder", "heavyrainshowersandthunder", "lightsleetandthunder", "sleetandthunder",
                "heavysleetandthunder", "lightssleetshowersandthunder", "sleetshowersandthunder",
                "heavysleetshowersandthunder", "lightsnowandthunder", "snowandthunder", "heavysnowandthunder",
                "lightssnowshowersandthunder", "snowshowersandthunder", "heavysnowshowersandthunder",
            ]
        ),
    ]

    @Test(arguments: ["", "_day", "_night", "_polartwilight"])
    func `a symbol has the letter of the table at any time of day`(ending: String) {
        for (letter, symbols) in Self.table {
            for symbol in symbols { #expect(self.letter(symbol + ending) == letter, "\(symbol)") }
        }
        #expect(Set(Self.table.flatMap(\.symbols)).count == 41)
    }

    @Test(arguments: [
        ("T", "lightsleetshowersandthunder_day"), ("Y", "hailandsleet"), ("W", "veryheavyrainshowers_night"),
        ("?", ""), ("?", "_day"), ("?", "hot"), ("?", "Rain"), ("C", "clearskyday"),
        ("P", "mostlycloudy_day"), ("G", "densefog"), ("D", "lightdrizzle_new"), ("T", "thunderstorm"),
        ("C", "clearsky_dusk"),
    ])
    func `a symbol that is not in the table counts for its words, or is unknown`(letter: String, symbol: String) {
        #expect(self.letter(symbol) == letter)
    }

    private func letter(_ symbol: String) -> String {
        String(UnicodeScalar(Condition(metSymbol: symbol).code(isDaylight: true)))
    }
}
