package import Time
package import Timelines

/// An entry of any widget.
package struct AnyEntry: TimelineEntry {
    /// The entry of the widget.
    package let base: any WidgetEntry

    package init(base: any WidgetEntry) { self.base = base }

    package var date: UTCInstant { base.date }
    package var end: UTCInstant { base.end }

    package static func == (left: AnyEntry, right: AnyEntry) -> Bool { left.base.isEqual(to: right.base) }
}

extension WidgetEntry {
    fileprivate func isEqual(to other: any WidgetEntry) -> Bool { other as? Self == self }
}

/// A provider of timelines for any widget.
package struct AnyProvider: TimelineProvider {
    /// An answer for each subject.
    package typealias Answers = [TimelineSubject: Result<ReloadedTimeline<AnyEntry>, ReloadFailure>]

    package let reloadPolicy: ReloadPolicy
    private let makePlaceholder: @Sendable (UTCInstant) -> AnyEntry
    private let reload:
        @Sendable ([TimelineSubject], [TimelineSubject: Timeline<AnyEntry>], UTCInstant) async -> Answers
    private let restore: @Sendable ([UInt8], TimelineSubject, UTCInstant) -> Timeline<AnyEntry>?

    init<Base: TimelineProvider<TimelineSubject, Entry>, Entry: WidgetEntry>(_ base: Base) {
        reloadPolicy = base.reloadPolicy
        makePlaceholder = { AnyEntry(base: base.placeholder(at: $0)) }
        reload = { keys, current, now in
            let current = current.mapValues { timeline in
                Timeline(entries: timeline.entries.compactMap { $0.base as? Entry }, obtained: timeline.obtained)
            }
            return await base.timelines(for: keys, current: current, at: now).mapValues { answer in
                answer.map { reloaded in
                    ReloadedTimeline(
                        timeline: Timeline(reloaded.timeline),
                        archive: reloaded.archive,
                        warnings: reloaded.warnings,
                        retry: reloaded.retry,
                        asked: reloaded.asked
                    )
                }
            }
        }
        restore = { archive, key, now in base.timeline(from: archive, for: key, at: now).map(Timeline.init) }
    }

    package func placeholder(at now: UTCInstant) -> AnyEntry { makePlaceholder(now) }

    @concurrent
    package func timelines(
        for keys: [TimelineSubject],
        current: [TimelineSubject: Timeline<AnyEntry>],
        at now: UTCInstant
    ) async -> Answers {
        var answers = await reload(keys, current, now)
        // A key without an answer would stay in flight for ever, and in time block all other keys.
        for key in keys where answers[key] == nil {
            let reason = "The widget gave no answer for a place: a fault of Kiatsu's own, report it with this line"
            answers[key] = .failure(ReloadFailure(reason: reason, retry: .backoff))
        }
        return answers
    }

    package func timeline(from archive: [UInt8], for key: TimelineSubject, at now: UTCInstant) -> Timeline<AnyEntry>? {
        restore(archive, key, now)
    }
}

extension Timeline<AnyEntry> {
    fileprivate init<Base: WidgetEntry>(_ base: Timeline<Base>) {
        self.init(entries: base.entries.map(AnyEntry.init(base:)), obtained: base.obtained)
    }
}

extension Widget {
    /// Returns the provider for a configuration, for entries of any type.
    package func anyProvider(for configuration: WidgetConfiguration, in environment: ProviderEnvironment) -> AnyProvider
    {
        func erased(_ provider: some TimelineProvider<TimelineSubject, Entry>) -> AnyProvider { AnyProvider(provider) }
        return erased(provider(for: configuration, in: environment))
    }
}
