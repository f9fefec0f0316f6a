import Testing
import Time
import Weather

@testable import Payloads
@testable import Widgets

/// An entry with its name, as it is published.
struct Sample: Sendable, CustomTestStringConvertible {
    var title: String
    var entry: WeatherEntry
    var name: String
    var isStale = false

    var testDescription: String { title }
}

extension Sample {
    static let all = [setagaya, gaps, noBase, extremes, kolkata, saturation, placeholder]

    /// A mild depression passing over Tokyo in the evening: the contract's own example.
    static let setagaya = Sample(
        title: "setagaya",
        entry: entry(
            date: 1_644_048_000,
            temperatures: [
                58, 52, 47, 45, 41, 38, 35, 30, 28, 22, 17, 10, 4, -2, -8, 6, 22, 41, 63, 80, 94, 101, 99, 86,
            ],
            pressures: [
                10053, 10049, 10045, 10041, 10040, 10036, 10030, 10027, 10021, 10018, 10012, 10009,
                10001, 9996, 9990, 9987, 9990, 9996, 10004, 10015, 10028, 10041, 10058, 10072,
            ],
            letters: "PPccffooggorrdRWXOPFCCPP",
            firstLocalHour: 17
        ),
        name: "世田谷区"
    )

    static let gaps = Sample(
        title: "gaps",
        entry: entry(
            date: 1_700_002_800,
            temperatures: [nil, 52, nil, 45, nil] + Array(repeating: -4, count: 18) + [nil],
            pressures: [10132, nil, nil, 10150, 10149] + Array(repeating: nil, count: 10)
                + Array(repeating: 10101, count: 8) + [nil],
            letters: "??????PPPPPPpppppppp????",
            firstLocalHour: 0,
            timeZone: "Europe/London",
            offset: 0,
            obtained: 1_700_002_800 - 3 * 3600 + 59
        ),
        name: "Kings\u{0}ton  upon\u{202E}\nThames “\"quoted\\”",
        isStale: true
    )

    static let noBase = Sample(
        title: "no-base",
        entry: entry(
            date: 1_700_002_800,
            temperatures: Array(repeating: nil, count: 24),
            pressures: [nil] + Array(repeating: 10000, count: 23),
            letters: "????????????????????????",
            firstLocalHour: 14,
            timeZone: "America/St_Johns",
            offset: -210
        ),
        name: ""
    )

    static let extremes = Sample(
        title: "extremes",
        entry: entry(
            date: 4_294_965_600,
            temperatures: Array(repeating: -999, count: 24),
            pressures: (0..<24).map { $0.isMultiple(of: 2) ? 11499 : 10001 },
            letters: "TTTTTTTTTTTTTTTTTTTTTTTT",
            firstLocalHour: 23,
            timeZone: "America/Argentina/ComodRivadavia",
            offset: 840,
            obtained: 4_294_967_295,
            source: "a-source-of-just-thirty-two-byte"
        ),
        name: String(repeating: "クルンテープ・マハーナコーン👨‍👩‍👧‍👦🏴󠁧󠁢󠁳󠁣󠁴󠁿", count: 12)
    )

    /// Half an hour off the full ones: 03:30 is labelled 3.
    static let kolkata = Sample(
        title: "kolkata",
        entry: entry(
            date: 1_717_192_800,
            temperatures: (0..<24).map { 280 + abs(12 - $0) * -5 + 60 },
            pressures: (0..<24).map { 10002 - ($0 % 12) * 3 },
            letters: "hhhHHHHHHCCCCCTTXXRRqqyv",
            firstLocalHour: 3,
            timeZone: "Asia/Kolkata",
            offset: 330,
            obtained: 1_717_192_800 - 3300
        ),
        name: "কলকাতা"
    )

    /// Changes that a step of the frame cannot hold.
    static let saturation = Sample(
        title: "saturation",
        entry: entry(
            date: 1_644_048_000,
            temperatures: Array(repeating: 255, count: 24),
            pressures: [10000, 9500, 9500, nil, 9500, 9500, 9900, 9900, 9900, 9900]
                + Array(repeating: 9873, count: 14),
            letters: "qqqqqqqqqqqqQQQQQQQQQQQQ",
            firstLocalHour: 18,
            offset: 600
        ),
        name: "Yonaguni"
    )

    static let placeholder = Sample(
        title: "placeholder",
        entry: entry(
            date: 1_644_048_000,
            temperatures: Array(repeating: 200, count: 24),
            pressures: Array(repeating: 10130, count: 24),
            letters: "CCCCCCccccccccccccCCCCCC",
            firstLocalHour: 12,
            obtained: nil,
            source: "sample"
        ),
        name: "サンプル"
    )

    /// The same in every hour, without a name.
    static func uniform(temperature: Int, pressure: Int, letter: String) -> Sample {
        Sample(
            title: "uniform",
            entry: entry(
                date: 4_294_965_600,
                temperatures: Array(repeating: temperature, count: 24),
                pressures: Array(repeating: pressure, count: 24),
                letters: String(repeating: letter, count: 24),
                firstLocalHour: 1,
                obtained: 4_294_967_295
            ),
            name: ""
        )
    }

    static func entry(
        date: Int,
        temperatures: [Int?],
        pressures: [Int?],
        letters: String,
        firstLocalHour: Int,
        timeZone: String = "Asia/Tokyo",
        offset: Int = 540,
        obtained: Int? = 1_644_044_700,
        source: String = "open-meteo"
    ) -> WeatherEntry {
        let icons = letters.utf8.compactMap(Condition.decode(code:))
        return WeatherEntry(
            date: UTCInstant(unixSeconds: date),
            hours: (0..<24).map { index in
                WeatherEntry.Hour(
                    temperature: temperatures[index].flatMap { Temperature(tenthsCelsius: $0) },
                    pressure: pressures[index].flatMap { SeaLevelPressure(tenthsHPa: $0) },
                    condition: icons[index].condition,
                    isDaylight: icons[index].isDaylight,
                    localHour: UInt8((firstLocalHour + index) % 24)
                )
            },
            timeZone: timeZone,
            utcOffsetMinutes: offset,
            obtained: obtained.map { UTCInstant(unixSeconds: $0) },
            source: source
        )
    }

    func payloads(
        _ encoding: Encoding,
        baseTopic: String = "kiatsu",
        panelID: String = "kitchen",
        display: DisplaySettings = .plain
    ) throws -> [Payload] {
        let room = try TopicRoom(.weather(encoding, display: display), baseTopic: baseTopic, panelID: panelID)
        return room.payloads(of: entry, placeName: DisplayText(name), isStale: isStale)
    }
}

extension EncodingBounds {
    static func weather(_ encoding: Encoding, display: DisplaySettings = .plain) -> EncodingBounds {
        EncodingBounds(of: WeatherWidget(), display: display, encoding: encoding)
    }
}

extension DisplaySettings {
    /// The settings of a panel that states none.
    static let plain = shown()
    static let imperial = shown(temperature: .fahrenheit, pressure: .inchesOfMercury, iconTheme: .hare)

    static func shown(
        temperature: TemperatureUnit = .celsius,
        pressure: PressureUnit = .hectopascals,
        family: Family = .large,
        iconTheme: IconTheme? = nil
    ) -> DisplaySettings {
        let units = Units(temperature: temperature, pressure: pressure, wind: .metresPerSecond)
        return DisplaySettings(language: "ja", units: units, family: family, iconTheme: iconTheme)
    }

    /// Every way of showing the weather widget that makes a difference.
    static let all: [DisplaySettings] = TemperatureUnit.allCases.flatMap { temperature in
        PressureUnit.allCases.flatMap { pressure in
            Family.allCases.flatMap { family in
                [nil, IconTheme.hare, .longest].map { theme in
                    shown(temperature: temperature, pressure: pressure, family: family, iconTheme: theme)
                }
            }
        }
    }
}

extension IconTheme {
    /// A name as long as one may be, and not for the weather that has the longest name otherwise.
    static let longest = IconTheme(
        name: "longest",
        names: [UInt8(ascii: "?"): "x", UInt8(ascii: "v"): String(repeating: "n", count: IconTheme.mostNameBytes)]
    )
}
