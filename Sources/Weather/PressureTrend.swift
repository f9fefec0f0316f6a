/// How the sea-level pressure changes over three hours, in the Met Office's marine terms
/// (steady < 0.1 hPa, slowly ≤ 1.5, plain ≤ 3.5, quickly ≤ 6.0, very rapidly above).
package enum PressureTrend: String, Sendable, CaseIterable {
    case fallingVeryRapidly = "falling_very_rapidly"
    case fallingQuickly = "falling_quickly"
    case falling = "falling"
    case fallingSlowly = "falling_slowly"
    case steady = "steady"
    case risingSlowly = "rising_slowly"
    case rising = "rising"
    case risingQuickly = "rising_quickly"
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
