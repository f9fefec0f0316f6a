import Foundation
import Pictures
import Time
import Weather
import Widgets

@testable import Drawing

/// Entries of all kinds, and the scenes that are made of them.
enum WeatherPictures {
    static let hour = UTCInstant(unixSeconds: 1_644_048_000)
    static let languages = ["de", "en", "es", "fr", "ja", "ko", "zh", "zh-HK", "zh-TW"]

    enum Kind: Int, CaseIterable {
        case usual, fall, steep, rise, gaps, noFirst, none, coldest, highest, clockSetBack, wild
    }

    static func entry(_ kind: Kind, obtained: UTCInstant? = hour) -> WeatherEntry {
        let hours = (0..<WeatherEntry.hourCount).map { index in
            var localHour = (17 + index) % 24
            if kind == .clockSetBack, index > 8 { localHour = (16 + index) % 24 }
            if kind == .wild { localHour = index % 2 * 3 }
            return WeatherEntry.Hour(
                temperature: temperature(kind, index).flatMap { Temperature(celsius: $0) },
                pressure: pressure(kind, Double(index)).flatMap { SeaLevelPressure(hPa: $0) },
                condition: kind == .none ? .unknown : Condition.allCases[(3 * index + kind.rawValue) % 16],
                isDaylight: (6..<18).contains(localHour),
                localHour: UInt8(localHour)
            )
        }
        return WeatherEntry(
            date: hour,
            hours: hours,
            timeZone: "Asia/Tokyo",
            utcOffsetMinutes: kind == .clockSetBack ? 330 : 540,
            obtained: obtained,
            source: obtained == nil ? "sample" : "open-meteo"
        )
    }

    private static func pressure(_ kind: Kind, _ x: Double) -> Double? {
        switch kind {
        case .usual, .coldest, .clockSetBack: 1005.3 - 4 * sin(x / 5)
        case .fall: 1005.3 - 26 / (1 + exp(-(x - 9) / 2.2))
        case .steep: 1015.3 - 70 / (1 + exp(-(x - 9) / 1.5))
        case .rise: 992.1 + 24 / (1 + exp(-(x - 14) / 3))
        case .gaps: [0, 4, 5, 9, 15, 17, 22, 23].contains(x) ? nil : 1005.3 + 6 * sin(x / 4)
        case .noFirst: x < 4 ? nil : 1005.3 + 6 * sin(x / 4)
        case .none: nil
        case .highest: 1049.9 - 0.3 * x
        case .wild: Int(x) % 2 == 0 ? 800 : 1150
        }
    }

    private static func temperature(_ kind: Kind, _ index: Int) -> Double? {
        switch kind {
        case .none: nil
        case .gaps: index % 4 == 0 ? nil : -12.5
        case .coldest, .wild: -99.9
        case .highest: 48.6
        default: Double(index) - 8.4
        }
    }

    /// The content that is drawn for a panel; the age of the data is part of it.
    struct Case {
        var size: PictureSize
        var language: String
        var kind: Kind = .usual
        var family: Family = .large
        var state: DataState = .fresh
        var name = "世田谷区"
        var units = Units.metric
        var colors = PictureColors.blackAndWhite
    }

    static func request(_ picture: Case) throws -> PictureRequest {
        let obtained: UTCInstant? =
            switch picture.state {
            case .fresh: hour
            case .stale(let hours), .expired(let hours): hour.addingHours(-(hours ?? 0))
            case .sample: nil
            }
        let isExpired = if case .expired = picture.state { true } else { false }
        let isStale = if case .stale = picture.state { true } else { isExpired }
        return PictureRequest(
            widget: "weather",
            entry: Array(try JSONEncoder().encode(entry(picture.kind, obtained: obtained))),
            context: DisplayContext(
                settings: DisplaySettings(language: picture.language, units: picture.units, family: picture.family),
                placeName: picture.name,
                hour: hour,
                isStale: isStale
            ),
            isExpired: isExpired,
            size: picture.size,
            colors: picture.colors,
            theme: .light,
            rotation: .none,
            fonts: "",
            forms: []
        )
    }

    static func scene(_ picture: Case, _ draughtsman: Draughtsman = Draughtsman()) throws -> Scene {
        let isSmooth = Palette(picture.colors, .light).isSmooth
        return try draughtsman.scene(of: request(picture), draughtsman.typesetter(isSmooth: isSmooth, fonts: ""))
    }
}
