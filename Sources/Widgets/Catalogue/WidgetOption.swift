/// An option of a widget's own with the type of its value: the one place where its default stands.
package struct WidgetOption<Value: Sendable>: Sendable {
    /// The option as configurations see it.
    package let description: OptionDescription
    private let fallback: Value
    private let parse: @Sendable (String) -> Value?

    private init(
        _ name: String,
        _ summary: String,
        _ format: OptionDescription.Format,
        _ fallback: (value: Value, text: String),
        shapesTimeline: Bool,
        parse: @escaping @Sendable (String) -> Value?
    ) {
        description = OptionDescription(
            name: name,
            summary: summary,
            format: format,
            fallback: fallback.text,
            shapesTimeline: shapesTimeline
        )
        self.fallback = fallback.value
        self.parse = parse
    }

    /// The option's value among the texts of options by name; its default where it is not among them.
    ///
    /// The texts are those of a configuration, which has refused all that the option's format does not allow.
    package func value(in options: [String: String]) -> Value {
        options[description.name].flatMap(parse) ?? fallback
    }
}

extension WidgetOption where Value: RawRepresentable<String> & CaseIterable {
    /// One of the words of a type.
    package static func choice(
        _ name: String,
        _ summary: String,
        fallback: Value,
        shapesTimeline: Bool
    ) -> WidgetOption {
        WidgetOption(
            name,
            summary,
            .choice(Value.allCases.map(\.rawValue)),
            (fallback, fallback.rawValue),
            shapesTimeline: shapesTimeline
        ) { Value(rawValue: $0) }
    }
}

extension WidgetOption<Int> {
    /// A whole number.
    package static func integer(
        _ name: String,
        _ summary: String,
        in range: ClosedRange<Int>,
        fallback: Int,
        shapesTimeline: Bool
    ) -> WidgetOption {
        WidgetOption(name, summary, .integer(range), (fallback, String(fallback)), shapesTimeline: shapesTimeline) {
            Int($0)
        }
    }
}

extension WidgetOption<String> {
    /// One line of up to so many characters; empty where nobody chose.
    package static func text(
        _ name: String,
        _ summary: String,
        mostCharacters: Int,
        shapesTimeline: Bool
    ) -> WidgetOption {
        WidgetOption(name, summary, .text(mostCharacters: mostCharacters), ("", ""), shapesTimeline: shapesTimeline) {
            $0
        }
    }

    /// The path of a collection; empty, for the built-in one, where nobody chose.
    package static func collection(
        _ name: String,
        _ summary: String,
        required: [String],
        optional: [String]
    ) -> WidgetOption {
        let format = OptionDescription.Format.collection(required: required, optional: optional)
        return WidgetOption(name, summary, format, ("", ""), shapesTimeline: true) { $0 }
    }
}

extension WidgetOption<[String]?> {
    /// Some of these words in order, or nil for ``OptionDescription/Format/automatic``, the default.
    package static func automaticChoices(
        _ name: String,
        _ summary: String,
        _ words: [String],
        shapesTimeline: Bool
    ) -> WidgetOption {
        let automatic = OptionDescription.Format.automatic
        return WidgetOption(
            name,
            summary,
            .choices([automatic] + words),
            (nil, automatic),
            shapesTimeline: shapesTimeline
        ) { $0 == automatic ? nil : OptionDescription.Format.words(of: $0) }
    }
}
