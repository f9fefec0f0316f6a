import Foundation
import Pictures
import Time
import Weather
import Widgets

@testable import Drawing

/// The widgets that have drawings.
let drawnWidgets = ["weather", "conditions", "day", "poem"]

extension UTCInstant {
    /// 2022-02-05 08:00 UTC, 17:00 in Setagaya: a Saturday.
    static let shown = UTCInstant(unixSeconds: 1_644_048_000)
}

extension PictureSize {
    /// `296x128`; fails the program for what is no picture's size.
    static func of(_ text: String) -> PictureSize {
        guard let size = PictureSize(text) else { preconditionFailure("\(text) is no picture's size") }
        return size
    }
}

extension PictureRequest {
    /// Of a widget's entry, as the bridge asks.
    static func drawing(
        _ widget: String,
        _ entry: some WidgetEntry,
        _ size: String,
        _ colors: PictureColors = .blackAndWhite,
        _ theme: PictureTheme = .light,
        language: String = "ja",
        family: Family = .medium,
        units: Units = .metric,
        options: [String: String] = [:],
        placeName: String = "世田谷区",
        isStale: Bool = false,
        isExpired: Bool = false
    ) throws -> PictureRequest {
        PictureRequest(
            widget: widget,
            entry: Array(try JSONEncoder().encode(entry)),
            context: DisplayContext(
                settings: DisplaySettings(language: language, units: units, family: family),
                options: options,
                placeName: placeName,
                hour: .shown,
                isStale: isStale
            ),
            isExpired: isExpired,
            size: .of(size),
            colors: colors,
            theme: theme,
            rotation: .none,
            fonts: "",
            forms: []
        )
    }

    /// Of what the goldens show of a widget.
    static func sample(
        of widget: String,
        _ size: String,
        _ colors: PictureColors,
        _ theme: PictureTheme
    ) throws -> PictureRequest {
        switch widget {
        case "weather": try .drawing(widget, WeatherEntry.front, size, colors, theme, family: .large)
        case "conditions": try .drawing(widget, ConditionsEntry.evening, size, colors, theme)
        case "day":
            try .drawing(widget, DayEntry.saturday(Quote(text: "人間は考える葦である。", from: "パスカル")), size, colors, theme)
        default: try .drawing(widget, PoemEntry.poem(["古池や", "蛙飛びこむ", "水の音"], "松尾芭蕉"), size, colors, theme)
        }
    }

    /// On a hill before an evening sky.
    func onHill() -> PictureRequest {
        var hill = Pixels(width: 320, height: 240, filledWith: .black)
        for y in 0..<240 {
            for x in 0..<320 {
                let slope = 150 + (x - 200) * (x - 200) / 500
                hill[x, y] =
                    y > slope
                    ? Color(40, UInt8(110 - min(80, (y - slope) / 2)), 50)
                    : Color(UInt8(90 + y / 2), UInt8(120 + y / 3), UInt8(220 - y / 3))
            }
        }
        var request = self
        request.background = PNG.encoded(IndexedPixels(hill))
        return request
    }
}
