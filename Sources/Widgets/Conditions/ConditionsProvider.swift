import Timelines
package import Weather

/// The conditions widget's provider.
package typealias ConditionsProvider = PlaceProvider<ConditionsReport, ConditionsEntry>

extension ConditionsProvider {
    /// `sources` are asked in order, the next for the places that the one before has no report of; for their own words in
    /// `language`.
    ///
    /// Panels of the same place share a report, and so a language: a request for each would cost a multiple.
    package init(sources: [any ConditionsSource], language: String = "en", zones: any TimeZones) {
        self.init(
            sources: sources.map { source in
                Source(name: source.name, placesPerRequest: source.placesPerRequest) {
                    await source.reports(for: $0, language: language)
                }
            },
            lacking: "conditions or days",
            sample: ConditionsEntry.sample,
            makeTimeline: { report, coordinate in
                report.saysSomething
                    ? ConditionsTimeline.make(from: report, at: coordinate, zones: zones)
                    : Timeline(entries: [], obtained: report.obtained)
            }
        )
    }
}
