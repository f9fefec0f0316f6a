package import Time

/// A timeline with the archive that it can be rebuilt from after a restart.
package struct ReloadedTimeline<Entry: TimelineEntry>: Sendable, Equatable {
    /// The new timeline.
    package var timeline: Timeline<Entry>
    /// The upstream's answer in the provider's own encoding; opaque to all other code.
    package var archive: [UInt8]
    /// Problems on the way to a valid timeline, one sentence each: a source that failed before another answered, a
    /// quote that is still the previous one.
    package var warnings: [String]
    /// The time of an attempt before the next regular reload; nil where none is needed.
    package var retry: ReloadFailure.Retry?
    /// The sources asked, in order; empty where none was.
    package var asked: [SourceOutcome]

    package init(
        timeline: Timeline<Entry>,
        archive: [UInt8],
        warnings: [String] = [],
        retry: ReloadFailure.Retry? = nil,
        asked: [SourceOutcome] = []
    ) {
        self.timeline = timeline
        self.archive = archive
        self.warnings = warnings
        self.retry = retry
        self.asked = asked
    }
}

/// The source of a widget's timelines.
package protocol TimelineProvider<Key, Entry>: Sendable {
    /// The subject of a timeline, such as a grid cell: panels with the same key share one timeline.
    associatedtype Key: Hashable & Sendable
    /// The content of one moment of the timeline.
    associatedtype Entry: TimelineEntry

    /// The times of reloads.
    var reloadPolicy: ReloadPolicy { get }

    /// A sample entry for the hour of `now`, made without a network.
    func placeholder(at now: UTCInstant) -> Entry

    /// Asks the upstream for all keys in as few requests as it allows; the result has one element per key.
    ///
    /// `current` has the timelines on show, for providers that complete a partial answer from them. Concurrent, so that
    /// decoding a large answer blocks no actor.
    @concurrent
    func timelines(
        for keys: [Key],
        current: [Key: Timeline<Entry>],
        at now: UTCInstant
    ) async -> [Key: Result<ReloadedTimeline<Entry>, ReloadFailure>]

    /// The timeline rebuilt from an archive; nil where the archive is not one of this provider's.
    func timeline(from archive: [UInt8], for key: Key, at now: UTCInstant) -> Timeline<Entry>?
}
