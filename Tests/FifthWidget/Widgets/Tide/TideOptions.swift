package import Widgets

/// The unit of a level; the raw value is what configurations write.
package enum TideUnit: String, Sendable, CaseIterable {
    case metres = "m"
    case feet = "ft"

    /// The level in hundredths of the unit.
    package func hundredths(centimetres: Int) -> Int {
        switch self {
        case .metres: centimetres
        // A foot is 30.48 cm.
        case .feet: Int((Double(centimetres) * 100 / 30.48).rounded())
        }
    }
}

/// The tide widget's options.
package struct TideOptions: Sendable, Equatable {
    package let unit: TideUnit
    /// Added to the levels of the chart, for a harbour of one's own; in centimetres.
    package let offset: Int

    /// `options` are by name; what is not among them has its default.
    package init(_ options: [String: String]) {
        unit = Self.unitOption.value(in: options)
        offset = Self.offsetOption.value(in: options)
    }

    package static let descriptions = [unitOption.description, offsetOption.description]

    private static let unitOption = WidgetOption.choice(
        "height_unit",
        "the unit of levels",
        fallback: TideUnit.metres,
        shapesTimeline: false
    )

    private static let offsetOption = WidgetOption.integer(
        "offset",
        "centimetres that are added to each level",
        in: -500...500,
        fallback: 0,
        shapesTimeline: true
    )
}
