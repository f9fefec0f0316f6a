package import Weather

/// The pressure trend as the frame carries it; the raw value is the number in the frame.
///
/// The terms and limits are those of the Met Office for the change in three hours, see `PressureTrend`.
package enum TrendClass: UInt8, Sendable, CaseIterable {
    /// No pressure is known for the first or fourth hour.
    case unknown = 0
    /// Falling by more than 6.0 hPa.
    case fallingVeryRapidly
    /// Falling by 3.6 to 6.0 hPa.
    case fallingQuickly
    /// Falling by 1.6 to 3.5 hPa.
    case falling
    /// Changing by 1.5 hPa or less in three hours.
    case steadyOrSlow
    /// Rising by 1.6 to 3.5 hPa.
    case rising
    /// Rising by 3.6 to 6.0 hPa.
    case risingQuickly
    /// Rising by more than 6.0 hPa.
    case risingVeryRapidly

    /// The class of a trend; nil is ``unknown``.
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
