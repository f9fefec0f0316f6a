import TestSupport
import Time
import Weather

@testable import Payloads
@testable import Widgets

extension Sample {
    /// An entry as wild as its types allow.
    static func random(using random: inout SeededGenerator) -> Sample {
        // A walk that stays in range, leaps, or is all at the ends.
        let stride: Double = [0.3, 6, 350].randomElement(using: &random) ?? 0.3
        let nullShare = [0, 0, 10, 50, 100].randomElement(using: &random) ?? 0
        var pressure = Double.random(in: 800...1150, using: &random)
        var hours: [WeatherEntry.Hour] = []
        let localHour = Int.random(in: 0..<24, using: &random)
        for index in 0..<24 {
            let step = Double.random(in: -stride...stride, using: &random)
            pressure = min(1150, max(800, pressure + step))
            let telling: Double = [-99.9, 99.9, -0.5, -0.46, 0.46, 0.5, 0].randomElement(using: &random) ?? 0
            let isUsual = Bool.random(using: &random)
            let celsius = isUsual ? Double.random(in: -99.9...99.9, using: &random) : telling
            hours.append(
                WeatherEntry.Hour(
                    temperature: Int.random(in: 0..<100, using: &random) < nullShare
                        ? nil : Temperature(celsius: celsius),
                    pressure: Int.random(in: 0..<100, using: &random) < nullShare
                        ? nil : SeaLevelPressure(hPa: pressure),
                    condition: Condition.allCases.randomElement(using: &random) ?? .unknown,
                    isDaylight: Bool.random(using: &random),
                    localHour: UInt8((localHour + index) % 24)
                )
            )
        }
        let date = Int.random(in: 0...1_193_046, using: &random) * 3600
        let obtained = [nil, date, max(0, date - 300 * 3600), max(0, date - 3601)].randomElement(using: &random) ?? nil
        let zones = ["UTC", "Asia/Tokyo", "Etc/GMT+12", "America/Argentina/ComodRivadavia"]
        return Sample(
            title: "random",
            entry: WeatherEntry(
                date: UTCInstant(unixSeconds: date),
                hours: hours,
                timeZone: zones.randomElement(using: &random) ?? "UTC",
                utcOffsetMinutes: Int.random(in: -48...56, using: &random) * 15,
                obtained: obtained.map { UTCInstant(unixSeconds: $0) },
                source: ["met.no", "openweather", "a-source-of-just-thirty-two-byte"].randomElement(using: &random)
                    ?? "x"
            ),
            name: name(using: &random),
            isStale: Bool.random(using: &random)
        )
    }

    private static func name(using random: inout SeededGenerator) -> String {
        let pieces = [
            "a", "Z", " ", "  ", "世", "田", "ー", "é", "e\u{301}", "o\u{308}\u{323}", "👨‍👩‍👧‍👦", "🇯🇵", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "👍🏽",
            "한", "각", "שָׁ", "نَ", "क्षि", "น้ำ", "\"", "\\", "\n", "\r\n", "\u{0}", "\u{1B}", "\u{9F}",
            "\u{202E}", "\u{2066}", "\u{2028}", "\u{200D}", "\u{FE0F}", "\u{301}", "\u{FEFF}", "/", "<", "\u{10FFFF}",
            "\u{3000}", "\u{7F}", "🇯",
        ]
        // One script, or all of them, up to 200 characters.
        let few = pieces.shuffled(using: &random).prefix(Int.random(in: 1...pieces.count, using: &random))
        let count = [0, 1, 4, 30, 200].randomElement(using: &random) ?? 0
        return (0..<count).map { _ in few.randomElement(using: &random) ?? "" }.joined()
    }
}
