package import Time
package import Timelines

/// A kind of widget: what a panel may carry, what can be chosen for it, and who makes its timelines.
///
/// A new kind is a folder beside this one with an entry, a provider and a `Widget`, a folder in Drawing with its
/// `DrawnWidget`, and an element of ``Swift/Array/kiatsu``.
package protocol Widget: Sendable {
    associatedtype Entry: WidgetEntry

    /// Its level in topics, 1 to 16 of the letters a-z.
    var name: String { get }
    /// Its title and summary, for people who choose among widgets.
    var words: WidgetWords { get }
    /// What its timelines depend on besides the options.
    var subject: TimelineSubject.Kind { get }
    /// What it supports, at least one; the first is the default.
    var families: [Family] { get }
    /// What it supports, at least one.
    var encodings: [Encoding] { get }
    /// What of the units its entries use.
    var quantities: Set<Quantity> { get }
    /// Whether an icon theme makes a difference.
    var hasIcons: Bool { get }
    /// Its own options besides the common ones.
    var options: [OptionDescription] { get }

    /// The collection that it has without a path, as a YAML file; nil for a widget without an option for one.
    var builtInCollection: [UInt8]? { get }

    /// Returns true for an upstream that its timelines can be made from: one that conforms to the protocol of its
    /// sources.
    func isServed(by upstream: any UpstreamSource.Type) -> Bool

    /// Whether its upstreams follow from its other options unless some are named.
    var choosesSources: Bool { get }

    /// Which upstreams a widget of this configuration asks, the first first.
    func askedSources(of configuration: WidgetConfiguration) -> [String]

    /// What it has for home automation, no name twice.
    var readings: [ReadingDescription] { get }

    /// The entry with the largest document that there may ever be, whatever is to be shown it with; texts do not count.
    var largest: Entry { get }

    /// A sample for the hour of `now`, at once and without a network; marked as one.
    func sample(at now: UTCInstant) -> Entry

    /// What of a configuration its timelines depend on: widgets with the same text here share them.
    func timelineSettings(of configuration: WidgetConfiguration) -> String

    /// What makes its timelines, with these options.
    func provider(
        for configuration: WidgetConfiguration,
        in environment: ProviderEnvironment
    ) -> any TimelineProvider<TimelineSubject, Entry>
}

extension Widget {
    package var readings: [ReadingDescription] { [] }

    package var builtInCollection: [UInt8]? { nil }

    package var choosesSources: Bool { false }

    package func askedSources(of configuration: WidgetConfiguration) -> [String] { configuration.sources }

    package func timelineSettings(of configuration: WidgetConfiguration) -> String { sharedSettings(of: configuration) }

    /// The upstreams, and the options that shape timelines, those that say nothing left out.
    func sharedSettings(of configuration: WidgetConfiguration) -> String {
        let shaping = options.filter(\.shapesTimeline).compactMap { option in
            configuration.options[option.name].flatMap { $0.isEmpty ? nil : "\(option.name)=\($0)" }
        }
        return (configuration.sources + shaping).joined(separator: "+")
    }
}

/// A kind of value that can be had in more than one unit.
package enum Quantity: Sendable, Hashable, CaseIterable {
    case temperature
    case pressure
    case wind
}

/// An entry of a widget.
package protocol WidgetEntry: TimelineEntry, Codable {
    /// Whether it is sample data.
    var isPlaceholder: Bool { get }
    /// From when on nobody should take it for anything any more.
    var expires: UTCInstant { get }
    /// The name of the upstream that it is from, `sample` for a placeholder.
    var source: String { get }

    /// The IANA name of the place's time zone as the upstream gives it; nil for an entry of no place.
    var placeTimeZone: String? { get }

    /// What it says when it is shown so.
    func content(in context: DisplayContext) -> any WidgetContent

    /// What it says to home automation, by name; what it does not know is missing.
    func readings(in context: DisplayContext) -> [String: Reading]
}

extension WidgetEntry {
    /// A day after its hour.
    package var expires: UTCInstant { date.addingHours(24) }
    package var placeTimeZone: String? { nil }
    package func readings(in context: DisplayContext) -> [String: Reading] { [:] }
}
