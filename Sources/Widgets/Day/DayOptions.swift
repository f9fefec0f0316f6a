/// The day widget's options.
package struct DayOptions: Sendable, Equatable {
    /// A line of the user's own; empty for none.
    package let slogan: String
    /// Hitokoto's letters for the kinds of quotes, in order; nil where nobody chose.
    package let categories: [String]?
    /// The most characters of a quote that is asked for.
    package let mostCharacters: Int
    /// The path of a collection; empty for the built-in one.
    package let collection: String

    /// `options` are by name; what is not among them has its default.
    package init(_ options: [String: String]) {
        slogan = Self.sloganOption.value(in: options)
        categories = Self.categoriesOption.value(in: options)
        mostCharacters = Self.lengthOption.value(in: options)
        collection = Self.collectionOption.value(in: options)
    }

    /// In the order in which they are shown.
    package static let descriptions = [
        sloganOption.description, categoriesOption.description, lengthOption.description,
        collectionOption.description,
    ]

    private static let sloganOption = WidgetOption.text(
        "slogan",
        "a line of your own",
        mostCharacters: 100,
        shapesTimeline: false
    )

    private static let categoriesOption = WidgetOption.automaticChoices(
        "categories",
        "the kinds of quotes that Hitokoto is asked for, by its letters; auto: d, i and k, and for panels in "
            + "Chinese alone",
        ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"],
        shapesTimeline: true
    )

    private static let lengthOption = WidgetOption.integer(
        "quote_length",
        "how many characters a quote that is asked for may have",
        in: 1...1000,
        fallback: 30,
        shapesTimeline: true
    )

    private static let collectionOption = WidgetOption.collection(
        "collection",
        "quotes of your own, in place of those that are asked for",
        required: ["quote"],
        optional: ["from", "language"]
    )
}
