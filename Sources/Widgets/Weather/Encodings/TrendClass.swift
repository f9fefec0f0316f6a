package import Weather

/// The trend of the pressure as the frame tells it; the raw value is the frame's number.
package enum TrendClass: UInt8, Sendable, CaseIterable {
    case unknown = 0
    case fallingVeryRapidly
    case fallingQuickly
    case falling
    /// Changes by 1.5 hPa in three hours or less.
    case steadyOrSlow
    case rising
    case risingQuickly
    case risingVeryRapidly

    /// The class of a term.
    package init(_ trend: PressureTrend?) {
        self =
            switch trend {
            case nil: .unknown
            case .fallingVeryRapidly: .fallingVeryRapidly
            case .fallingQuickly: .fallingQuickly
            case .falling: .falling
            case .fallingSlowly, .steady, .risingSlowly: .steadyOrSlow
            case .rising: .rising
            case .risingQuickly: .risingQuickly
            case .risingVeryRapidly: .risingVeryRapidly
            }
    }
}
