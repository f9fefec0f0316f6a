/// The amount of a widget's content that a panel shows.
package enum Family: String, Sendable, Hashable, CaseIterable, Codable {
    /// The least: one value, or the current hour.
    case small
    /// Most of it.
    case medium
    /// Everything.
    case large
}
