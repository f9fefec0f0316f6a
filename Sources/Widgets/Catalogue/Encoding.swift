/// A form in which a widget's entries are published.
package enum Encoding: String, Sendable, Hashable, CaseIterable {
    /// JSON that the smallest common client takes.
    case compact
    /// JSON with all that is known.
    case full
    /// One value a topic.
    case fields
    /// Binary, of the widget's own form.
    case frame
}
