import Foundation
import Pictures
import TestSupport
import Time
import Weather
import Widgets

/// Something to draw, the same for the same number.
struct DrawingCase: CustomStringConvertible {
    let seed: UInt64
    let request: PictureRequest

    private static let sizes = [
        "96x64", "128x64", "96x384", "200x96", "212x104", "250x122", "296x128", "128x296", "122x250", "200x200",
        "400x100", "512x64", "400x300", "640x384", "800x480", "480x800", "1600x200", "1600x1200", "1200x1600",
    ]
    private static let languages = ["de", "en", "es", "fr", "ja", "ko", "zh", "zh-HK", "zh-TW", "ar", "th"]

    /// Everything in it is chance's.
    init(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        self.seed = seed
        let widget = drawnWidgets[Int(seed % UInt64(drawnWidgets.count))]
        let size = random.below(3) == 0 ? Self.size(with: &random) : random.one(of: Self.sizes)
        var entry = PoemEntry.sample(at: .shown) as any WidgetEntry
        switch widget {
        case "weather": entry = WeatherEntry.hostile(with: &random)
        case "conditions": entry = ConditionsEntry.hostile(with: &random)
        case "day": entry = DayEntry.hostile(with: &random)
        default: entry = PoemEntry.hostile(with: &random)
        }
        request = try .drawing(
            widget,
            entry,
            size,
            random.one(of: PictureColors.allCases),
            random.one(of: PictureTheme.allCases),
            language: random.one(of: Self.languages),
            family: random.one(of: Family.allCases),
            units: Units(
                temperature: random.one(of: TemperatureUnit.allCases),
                pressure: random.one(of: PressureUnit.allCases),
                wind: random.one(of: WindUnit.allCases)
            ),
            options: ["slogan": HostileText.make(with: &random)],
            placeName: HostileText.make(with: &random),
            isStale: random.below(3) == 0,
            isExpired: random.below(5) == 0
        )
    }

    /// Between 1:4 and 8:1.
    private static func size(with random: inout SeededGenerator) -> String {
        while true {
            let width = 96 + random.below(random.one(of: [200, 700, 1505]))
            let height = 64 + random.below(random.one(of: [150, 500, 1137]))
            if height <= 4 * width, width <= 8 * height, PictureSize(width: width, height: height) != nil {
                return "\(width)x\(height)"
            }
        }
    }

    var description: String {
        let context = request.context
        return """
            case \(seed): \(request.widget) \(request.size.text) \(request.colors.rawValue) \
            \(context.settings.language) \(context.settings.family) \(context.settings.units) \
            \(context.placeName.debugDescription) \(String(decoding: request.entry, as: UTF8.self))
            """
    }
}
