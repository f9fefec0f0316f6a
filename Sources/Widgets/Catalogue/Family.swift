/// How much of a widget a panel takes.
package enum Family: String, Sendable, Hashable, CaseIterable, Codable {
    case small
    case medium
    case large
}
