package import Timelines

/// A source of quotes.
package protocol QuoteSource: UpstreamSource {
    /// One quote, as the request asks for it.
    func quote(_ request: QuoteRequest) async -> Result<Quote, ReloadFailure>
}

/// The quotes to ask for.
package struct QuoteRequest: Sendable, Hashable {
    /// The upstream's own letters or names, in order; empty for all.
    package var categories: [String]
    /// The most characters of a quote, 1…1000.
    package var mostCharacters: Int

    package init(categories: [String], mostCharacters: Int) {
        self.categories = categories
        self.mostCharacters = mostCharacters
    }
}

/// A sentence and its author.
package struct Quote: Sendable, Hashable, Codable {
    /// The sentence, never empty; white space as received.
    package var text: String
    /// The author or work; nil if unknown.
    package var from: String?

    package init(text: String, from: String?) {
        self.text = text
        self.from = from
    }
}
