package import Time
package import Timelines

/// A kind of widget: the choices that a panel has for it, and the provider of its timelines.
///
/// A new kind is a folder beside this one with an entry, a provider and a `Widget`, a folder of the same name in
/// Drawing with its `DrawnWidget`, and an element of the list `kiatsu`. No requirement but
/// ``timelineSettings(of:)`` has a default: what a kind does not have, it says.
package protocol Widget: Sendable {
    /// The entries of its timelines.
    associatedtype Entry: WidgetEntry

    /// The widget's level in topics, 1 to 16 of the letters a-z.
    var name: String { get }
    /// Its title and summary, for people who choose among widgets.
    var words: WidgetWords { get }
    /// The kind of subject that its timelines have.
    var subject: TimelineSubject.Kind { get }
    /// The families that it supports, at least one; the first is the default.
    var families: [Family] { get }
    /// The encodings that it supports, at least one.
    var encodings: [Encoding] { get }
    /// The quantities in its entries whose unit can be chosen.
    var quantities: Set<Quantity> { get }
    /// True if an icon theme makes a difference.
    var hasIcons: Bool { get }
    /// Its own options, besides the common ones.
    var options: [OptionDescription] { get }

    /// The collection that it has without a path, as a YAML file; nil for a widget without an option for one.
    var builtInCollection: [UInt8]? { get }

    /// Returns true for an upstream that its timelines can be made from: one that conforms to the protocol of its
    /// sources.
    func isServed(by upstream: any UpstreamSource.Type) -> Bool

    /// The calls that an upstream counts for one regular reload of so many subjects; 0 for one that does not serve it.
    func callCount(of upstream: any UpstreamSource.Type, subjects: Int) -> Int

    /// True if its other options decide the upstreams unless the configuration names some; false for a widget that asks
    /// none.
    var choosesSources: Bool { get }

    /// The names of the upstreams that a widget of this configuration asks, in order: those of the configuration,
    /// unless ``choosesSources``.
    func askedSources(of configuration: WidgetConfiguration) -> [String]

    /// The readings that it offers to home automation, no name twice; empty for none.
    var readings: [ReadingDescription] { get }

    /// An entry whose document, texts aside, is at least as large as any other's under any display settings.
    var largest: Entry { get }

    /// A sample entry for the hour of `now`, made without a network and marked as a sample.
    func sample(at now: UTCInstant) -> Entry

    /// The part of a configuration that shapes timelines, as text: widgets with equal texts share timelines.
    func timelineSettings(of configuration: WidgetConfiguration) -> String

    /// The provider of its timelines with these options.
    func provider(
        for configuration: WidgetConfiguration,
        in environment: ProviderEnvironment
    ) -> any TimelineProvider<TimelineSubject, Entry>
}

extension Widget {
    /// The upstreams, and the options that say of themselves that they shape timelines.
    package func timelineSettings(of configuration: WidgetConfiguration) -> String { sharedSettings(of: configuration) }

    /// The upstreams and the options that shape timelines, without empty ones.
    func sharedSettings(of configuration: WidgetConfiguration) -> String {
        let shaping = options.filter(\.shapesTimeline).compactMap { option in
            configuration.options[option.name].flatMap { $0.isEmpty ? nil : "\(option.name)=\($0)" }
        }
        return (configuration.sources + shaping).joined(separator: "+")
    }
}

/// A quantity whose unit can be chosen.
package enum Quantity: Sendable, Hashable, CaseIterable {
    /// Temperature: °C or °F.
    case temperature
    /// Pressure: hPa, inHg or mmHg.
    case pressure
    /// Wind speed.
    case wind
}

/// An entry of a widget.
package protocol WidgetEntry: TimelineEntry, Codable {
    /// True for sample data.
    var isPlaceholder: Bool { get }
    /// The time from which the entry must no longer be shown.
    var expires: UTCInstant { get }
    /// The upstream's name; `sample` for a placeholder.
    var source: String { get }

    /// The IANA name of the place's time zone as the upstream gave it; nil for an entry without a place.
    var placeTimeZone: String? { get }

    /// The content to encode for these display settings.
    func content(in context: DisplayContext) -> any WidgetContent

    /// The readings by name; unknown ones are absent.
    func readings(in context: DisplayContext) -> [String: Reading]
}

extension WidgetEntry {
    /// A day after its hour.
    package var expires: UTCInstant { date.addingHours(24) }
}
