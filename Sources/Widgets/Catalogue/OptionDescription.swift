/// What may be chosen for a widget, and what it is when nobody chose.
package struct OptionDescription: Sendable, Equatable {
    /// The form of an option's value; values are text whatever they mean.
    package enum Format: Sendable, Equatable {
        /// One of these words.
        case choice([String])
        /// Some of these words, none twice, one at least; in order, with commas between.
        ///
        /// ``none`` and ``automatic`` among them stand alone.
        case choices([String])
        /// A whole number in decimal digits.
        case integer(ClosedRange<Int>)
        /// ISO 639 with an optional region, such as `ja` or `zh-TW`.
        case language
        /// ``automatic``, or what a ``PictureSize`` may be, such as `296x128`.
        case pictureSize
        /// One line of up to so many characters.
        case text(mostCharacters: Int)
        /// The path of a YAML file, a list of records with these keys; empty for the built-in collection.
        case collection(required: [String], optional: [String])
        /// The path of a PNG file; empty for none.
        case picture
    }

    /// Lower case, `_` between words.
    package let name: String
    /// What it does, in half a sentence.
    package let summary: String
    package let format: Format
    /// A value of ``format``.
    package let fallback: String
    /// Whether a timeline made with another value is another timeline; otherwise it changes only how entries look.
    package let shapesTimeline: Bool

    package init(name: String, summary: String, format: Format, fallback: String, shapesTimeline: Bool) {
        self.name = name
        self.summary = summary
        self.format = format
        self.fallback = fallback
        self.shapesTimeline = shapesTimeline
    }
}
