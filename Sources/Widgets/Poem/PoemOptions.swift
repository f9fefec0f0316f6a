/// The poem widget's option.
package struct PoemOptions: Sendable, Equatable {
    /// The path of a collection; empty for the built-in one.
    package let collection: String

    /// `options` are by name; what is not among them has its default.
    package init(_ options: [String: String]) { collection = Self.collectionOption.value(in: options) }

    /// In the order in which they are shown.
    package static let descriptions = [collectionOption.description]

    private static let collectionOption = WidgetOption.collection(
        "collection",
        "poems of your own, in place of the built-in ones",
        required: ["lines", "author"],
        optional: []
    )
}
