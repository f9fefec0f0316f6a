import Timelines
package import Weather

/// The conditions widget's provider.
package typealias ConditionsProvider = PlaceProvider<ConditionsReport, ConditionsEntry>

extension ConditionsProvider {
    /// Asks `sources` in order, each for the places without a report from those before, with texts in `language`.
    ///
    /// Panels at the same place share a report and so its language: a request per language would cost a multiple.
    ///
    /// A report without the current temperature or condition is used only if no source has a complete one. Values and
    /// days missing from an answer are taken from the previous report.
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
