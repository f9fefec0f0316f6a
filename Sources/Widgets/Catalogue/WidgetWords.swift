/// A widget's title and summary in each language that it has words in, English at least.
///
/// Neither has anything that JSON escapes.
package struct WidgetWords: Sendable {
    /// The words of one language.
    package struct Texts: Sendable {
        /// As in 気圧と天気, Air pressure and weather.
        let title: String
        /// A sentence on what the widget shows.
        let summary: String

        package init(_ title: String, _ summary: String) {
            self.title = title
            self.summary = summary
        }
    }

    private let english: Texts
    /// By language or region.
    private let others: [String: Texts]

    /// `others` are by language, such as `ja`, or by language and region where they differ, such as `zh-TW`.
    package init(english: Texts, others: [String: Texts]) {
        self.english = english
        self.others = others
    }

    /// The title in the language, ISO 639 with an optional region; in English where there are no words in it.
    package func title(in language: String) -> String { texts(in: language).title }

    /// The summary in the language, ISO 639 with an optional region; in English where there are no words in it.
    package func summary(in language: String) -> String { texts(in: language).summary }

    private func texts(in language: String) -> Texts {
        others[language] ?? others[String(language.prefix { $0 != "-" })] ?? english
    }
}
