/// The change of the sea-level pressure over three hours, in the terms of the Met Office's marine forecasts.
///
/// The raw value is the word in payloads.
package enum PressureTrend: String, Sendable, CaseIterable {
    /// A fall by more than 6.0 hPa.
    case fallingVeryRapidly = "falling_very_rapidly"
    /// A fall by 3.6 to 6.0 hPa.
    case fallingQuickly = "falling_quickly"
    /// A fall by 1.6 to 3.5 hPa.
    case falling = "falling"
    /// A fall by 0.1 to 1.5 hPa.
    case fallingSlowly = "falling_slowly"
    /// No change of 0.1 hPa.
    case steady = "steady"
    /// A rise by 0.1 to 1.5 hPa.
    case risingSlowly = "rising_slowly"
    /// A rise by 1.6 to 3.5 hPa.
    case rising = "rising"
    /// A rise by 3.6 to 6.0 hPa.
    case risingQuickly = "rising_quickly"
    /// A rise by more than 6.0 hPa.
    case risingVeryRapidly = "rising_very_rapidly"

    /// The term for a change over three hours, in tenths of a hectopascal.
    package init(changeTenthsHPa change: Int) {
        self =
            switch change {
            case ..<(-60): .fallingVeryRapidly
            case -60 ..< -35: .fallingQuickly
            case -35 ..< -15: .falling
            case -15..<0: .fallingSlowly
            case 0: .steady
            case 1...15: .risingSlowly
            case 16...35: .rising
            case 36...60: .risingQuickly
            default: .risingVeryRapidly
            }
    }
}
