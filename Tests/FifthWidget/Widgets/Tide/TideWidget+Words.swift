package import Widgets

extension TideWidget {
    package var words: WidgetWords {
        WidgetWords(
            english: WidgetWords.Texts("Tide", "The level of the water and the next high water."),
            others: ["de": WidgetWords.Texts("Gezeiten", "Der Wasserstand und das nächste Hochwasser.")]
        )
    }
}

/// The words of the tide widget's picture.
package enum TideWords {
    /// In German and English, which stands for every other language.
    package static func level(language: String) -> String {
        language.prefix { $0 != "-" } == "de" ? "Wasserstand" : "Water level"
    }
}
