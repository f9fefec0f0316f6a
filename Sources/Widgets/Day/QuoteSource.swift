package import Timelines

/// Where quotes come from.
package protocol QuoteSource: UpstreamSource {
    /// One quote, as the request asks for it.
    func quote(_ request: QuoteRequest) async -> Result<Quote, ReloadFailure>
}

/// What quotes are wanted.
package struct QuoteRequest: Sendable, Hashable {
    /// The upstream's own letters or names, in order; empty for all.
    package var categories: [String]
    /// 1…1000.
    package var mostCharacters: Int

    package init(categories: [String], mostCharacters: Int) {
        self.categories = categories
        self.mostCharacters = mostCharacters
    }
}

/// A sentence and whose it is.
package struct Quote: Sendable, Hashable, Codable {
    /// Never empty; white space as it came.
    package var text: String
    /// Who said it, or where it stands; nil where nobody knows.
    package var from: String?

    package init(text: String, from: String?) {
        self.text = text
        self.from = from
    }
}
