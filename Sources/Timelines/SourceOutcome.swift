/// How a source did that was asked for a timeline.
package struct SourceOutcome: Sendable, Hashable {
    /// Its short name, such as `open-meteo`.
    package var source: String
    /// Why it had no answer, one sentence with its remedy; nil where it answered.
    package var failure: String?

    package init(source: String, failure: String?) {
        self.source = source
        self.failure = failure
    }
}
