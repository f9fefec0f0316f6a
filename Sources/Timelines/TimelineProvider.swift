package import Time

/// A timeline together with what it can be made from again after a restart.
package struct ReloadedTimeline<Entry: TimelineEntry>: Sendable, Equatable {
    package var timeline: Timeline<Entry>
    /// The provider's own encoding of what the upstream said; opaque to everybody else.
    package var archive: [UInt8]
    /// What went wrong on the way though there is a timeline, one sentence each: a source that failed before another
    /// one answered, a quote that is still the old one.
    package var warnings: [String]
    /// When to ask again, should that be before the next regular reload.
    package var retry: ReloadFailure.Retry?
    /// The sources that were asked, in that order; empty where none was.
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

/// Makes timelines: the one thing that a widget must bring.
package protocol TimelineProvider<Key, Entry>: Sendable {
    /// What a timeline is made for, such as a grid cell: panels of the same key share one timeline.
    associatedtype Key: Hashable & Sendable
    associatedtype Entry: TimelineEntry

    /// When timelines are made anew.
    var reloadPolicy: ReloadPolicy { get }

    /// A sample entry for the hour of `now`, at once and without a network.
    func placeholder(at now: UTCInstant) -> Entry

    /// Asks the upstream for all the keys together and answers for each of them.
    ///
    /// `current` has the timelines that are shown now, for what can go on with a part of them. Concurrent, so that
    /// decoding a large answer holds up nobody.
    @concurrent
    func timelines(
        for keys: [Key],
        current: [Key: Timeline<Entry>],
        at now: UTCInstant
    ) async -> [Key: Result<ReloadedTimeline<Entry>, ReloadFailure>]

    /// The timeline that an archive holds; nil when it is not one of this provider's.
    func timeline(from archive: [UInt8], for key: Key, at now: UTCInstant) -> Timeline<Entry>?
}
