import Widgets

/// Languages that somebody chose though there is not a word in them, each where it was met first.
struct LanguageWarnings {
    private var first: [(language: String, text: String)] = []

    var texts: [String] { first.map(\.text) }

    mutating func note(_ choice: Chosen) {
        guard !Words.hasAny(in: choice.text) else { return }
        let issue = ConfigurationIssue(
            choice.origin,
            keyPath: choice.keyPath,
            problem: "there are no words in the language \(quoted(choice.text))",
            remedy: "English will be shown"
        )
        add((choice.text, issue.description))
    }

    mutating func append(_ other: LanguageWarnings) {
        for warning in other.first { add(warning) }
    }

    private mutating func add(_ warning: (language: String, text: String)) {
        // A fleet's panels would say the same a thousand times.
        if !first.contains(where: { $0.language == warning.language }) { first.append(warning) }
    }
}
