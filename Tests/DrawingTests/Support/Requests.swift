import Foundation
import Pictures
import Time
import Weather
import Widgets

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
}
