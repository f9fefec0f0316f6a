package import Weather

/// The names that a panel's firmware has for its pictures of the weather.
package struct IconTheme: Sendable, Hashable, Codable {
    /// The theme's name in configurations.
    package let name: String
    /// Picture names by the condition's letter, upper case by day and lower case by night; `?` always has one.
    private let names: [UInt8: String]

    /// The longest name of a picture, in bytes.
    package static let mostNameBytes = 24

    /// `names` has a name for `?` at least, each of 1 to ``mostNameBytes`` ASCII letters, digits, `_`, `-` and `.`.
    ///
    /// Returns nil otherwise. A night letter without a name of its own has its day letter's, a letter without any has
    /// that of `?`.
    package init?(name: String, names: [UInt8: String]) {
        guard names[UInt8(ascii: "?")] != nil, names.values.allSatisfy(Self.isPictureName) else { return nil }
        self.name = name
        self.names = names
    }

    /// The picture's name.
    package func pictureName(of condition: Condition, isDaylight: Bool) -> String {
        names[condition.code(isDaylight: isDaylight)] ?? names[condition.code(isDaylight: true)]
            ?? names[UInt8(ascii: "?")] ?? ""
    }

    /// The longest of its names, in bytes.
    package var longestNameBytes: Int { names.values.map(\.utf8.count).max() ?? 0 }

    /// True for a valid picture name: 1 to ``mostNameBytes`` ASCII letters, digits, `_`, `-` and `.`.
    package static func isPictureName(_ name: String) -> Bool {
        (1...mostNameBytes).contains(name.utf8.count)
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."):
                    true
                default: false
                }
            }
    }

    /// The built-in theme of the hare panels: `hare_noon`, `cloudy`, `rain`, `snow`.
    package static let hare: IconTheme? = {
        var names: [UInt8: String] = [:]
        for (letters, name) in [("CF", "hare_noon"), ("POGH?", "cloudy"), ("DRWXTQ", "rain"), ("YSV", "snow")] {
            for letter in letters.utf8 { names[letter] = name }
        }
        return IconTheme(name: "hare", names: names)
    }()
}
