package import Time
package import Timelines

/// The poem widget's provider: a poem an hour of a collection, in an order of each panel's own.
package struct PoemProvider: TimelineProvider {
    /// The entries in a timeline: the current hour and the next four.
    package static let entryCount = 5

    private let poems: [Poem]
    private let collection: String
    private let source: String

    /// `collection` is the path of the file, empty for the built-in one.
    package init(poems: [Poem], collection: String) {
        self.poems = poems
        self.collection = collection
        source = collection.isEmpty ? OwnSource.builtin : OwnSource.collection
    }

    package var reloadPolicy: ReloadPolicy { ReloadPolicy(interval: .atLastEntry, freshHours: nil) }

    package func placeholder(at now: UTCInstant) -> PoemEntry { .sample(at: now) }

    /// Without a poem only the placeholder can be shown.
    @concurrent
    package func timelines(
        for keys: [TimelineSubject],
        current: [TimelineSubject: Timeline<PoemEntry>],
        at now: UTCInstant
    ) async -> [TimelineSubject: Result<ReloadedTimeline<PoemEntry>, ReloadFailure>] {
        var timelines: [TimelineSubject: Result<ReloadedTimeline<PoemEntry>, ReloadFailure>] = [:]
        for key in keys {
            guard let timeline = timeline(from: [], for: key, at: now) else {
                timelines[key] = .failure(ReloadFailure(reason: emptiness, retry: .untilConfigurationChanges))
                continue
            }
            // Nothing needs archiving: each hour always has the same poem.
            timelines[key] = .success(ReloadedTimeline(timeline: timeline, archive: []))
        }
        return timelines
    }

    package func timeline(
        from archive: [UInt8],
        for key: TimelineSubject,
        at now: UTCInstant
    ) -> Timeline<PoemEntry>? {
        guard archive.isEmpty, !poems.isEmpty else { return nil }
        let entries = (0..<Self.entryCount).map { index in
            let hour = now.hourStart.addingHours(index)
            return PoemEntry(date: hour, poem: poem(of: key, in: hour), source: source)
        }
        return Timeline(entries: entries, obtained: now)
    }

    private func poem(of key: TimelineSubject, in hour: UTCInstant) -> Poem {
        poems[Rotation.index(at: hour.unixSeconds / 3600, of: poems.count, seed: key.stableSeed)]
    }

    private var emptiness: String {
        let name = collection.isEmpty ? "the built-in collection" : collection
        return "\(name) has no poem that can be used: a record needs 1 to \(Poem.mostLines) `lines` and one `author`"
    }
}
