/// An option of a widget, with its form and its default.
package struct OptionDescription: Sendable, Equatable {
    /// The form of an option's value; values are text whatever they mean.
    package enum Format: Sendable, Equatable {
        /// One of these words.
        case choice([String])
        /// At least one of these words, none twice, in order, separated by commas.
        ///
        /// ``none`` and ``automatic`` stand alone.
        case choices([String])
        /// A whole number in decimal digits.
        case integer(ClosedRange<Int>)
        /// ISO 639 with an optional region, such as `ja` or `zh-TW`.
        case language
        /// ``automatic``, or a ``PictureSize`` such as `296x128`.
        case pictureSize
        /// One line of at most so many characters.
        case text(mostCharacters: Int)
        /// The path of a YAML file, a list of records with these keys; empty for the built-in collection.
        case collection(required: [String], optional: [String])
        /// The path of a PNG file; empty for none.
        case picture
    }

    /// Lower case, `_` between words.
    package let name: String
    /// The option's effect in half a sentence.
    package let summary: String
    /// The form of its values.
    package let format: Format
    /// The default, a value of ``format``.
    package let fallback: String
    /// True if another value needs another timeline; otherwise it only changes how entries are shown.
    package let shapesTimeline: Bool

    package init(name: String, summary: String, format: Format, fallback: String, shapesTimeline: Bool) {
        self.name = name
        self.summary = summary
        self.format = format
        self.fallback = fallback
        self.shapesTimeline = shapesTimeline
    }
}
