import CCollections
package import Time
package import Timelines

/// A poem each hour, for vertical setting.
package struct PoemWidget: Widget {
    package let name = "poem"
    package let subject = TimelineSubject.Kind.panel
    package let families: [Family] = [.medium]
    package let encodings: [Encoding] = [.compact, .full, .fields]
    package let quantities: Set<Quantity> = []
    package let hasIcons = false
    package let options = PoemOptions.descriptions
    package let choosesSources = false

    package init() {}

    /// Twelve lines.
    package var largest: PoemEntry {
        PoemEntry(date: Bounds.latestHour, poem: .longest, source: OwnSource.collection)
    }

    package var builtInCollection: [UInt8]? {
        // The bytes are constants of the program.
        unsafe Array(UnsafeRawBufferPointer(start: kiatsu_poems_bytes(), count: kiatsu_poems_size()))
    }

    package func isServed(by upstream: any UpstreamSource.Type) -> Bool { false }

    package func callCount(of upstream: any UpstreamSource.Type, subjects: Int) -> Int { 0 }

    package func askedSources(of configuration: WidgetConfiguration) -> [String] { configuration.sources }

    package func sample(at now: UTCInstant) -> PoemEntry { .sample(at: now) }

    package func provider(
        for configuration: WidgetConfiguration,
        in environment: ProviderEnvironment
    ) -> any TimelineProvider<TimelineSubject, PoemEntry> {
        let path = PoemOptions(configuration.options).collection
        let poems = environment.collection(path, of: name).compactMap(Poem.init(record:))
        return PoemProvider(poems: poems, collection: path)
    }
}
