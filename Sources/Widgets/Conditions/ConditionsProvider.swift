import Timelines
package import Weather

/// The conditions widget's provider.
package typealias ConditionsProvider = PlaceProvider<ConditionsReport, ConditionsEntry>

extension ConditionsProvider {
    /// Asks `sources` in order, the next for the places that the one before has no report of, for words in `language`.
    ///
    /// Panels of the same place share a report, and so a language: a request for each would cost a multiple.
    ///
    /// A report without the temperature or the condition of now, which the widget lives on, counts as none as long as
    /// another source has a whole one. What an answer lacks of them and of the days stays that of the report before it.
    package init(sources: [any ConditionsSource], language: String = "en", zones: any TimeZones) {
        self.init(
            sources: sources.map { source in
                Source(name: source.name, placesPerRequest: source.placesPerRequest) {
                    await source.reports(for: $0, language: language)
                }
            },
            lacking: "conditions or days",
            sample: ConditionsEntry.sample,
            shortfall: { report in
                let lacks = [
                    report.current.temperature == nil ? "a temperature" : nil,
                    report.current.condition == .unknown ? "a condition" : nil,
                ]
                .compactMap(\.self)
                guard !lacks.isEmpty else { return nil }
                return .init(lacking: lacks.joined(separator: " and ") + " of now", worth: 2 - lacks.count)
            },
            complete: { $0.completed(from: $1) },
            makeTimeline: { report, coordinate in
                report.saysSomething
                    ? ConditionsTimeline.make(from: report, at: coordinate, zones: zones)
                    : Timeline(entries: [], obtained: report.obtained)
            }
        )
    }
}
