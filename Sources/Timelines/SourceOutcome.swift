/// The outcome of asking one source for a timeline.
package struct SourceOutcome: Sendable, Hashable {
    /// The source's short name, such as `open-meteo`.
    package var source: String
    /// The reason of a failure, one sentence with its remedy; nil where the source answered.
    package var failure: String?

    package init(source: String, failure: String?) {
        self.source = source
        self.failure = failure
    }
}
