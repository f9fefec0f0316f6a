import HomeAssistant
import Messaging
import Storage
import Support
import Timelines
import Weather
import Widgets

/// What the state asks its owner to do; the state itself does no I/O.
enum Effect: Sendable {
    /// Hand these to the broker.
    case publish([OutgoingMessage])
    /// Hand to the broker what a round through all panels gives, in batches.
    case round(Round)
    /// Draw what this panel shows now, before what others do: somebody waits for it.
    case draw(panel: String)
    /// Do what takes a while, beside everything else.
    case work(Work)
    /// Write to the store, in the order of these effects.
    case write(Write)
    /// Change what the manifest says of the topics on the broker.
    case manifest(ManifestChange)
    /// Subscribe to the topics that panels follow now.
    case subscribe
    /// Have upstreams asked for what they refused before its time.
    case forgetRefusals
    case log(LogLevel, String)
}

/// A round through all panels: which of a panel's messages it gives, see ``BridgeState/messages(of:in:caches:at:)``.
enum Round: Sendable {
    /// These topics of every panel.
    case panels(TopicSet)
    /// What differs from what was shown before.
    case changes(TimelineSetID, before: [TimelineSubject: TimelineSet.Scheduler.Presentation])
    /// What the panels that show these subjects show now.
    case shown(TimelineSetID, Set<TimelineSubject>)
    /// The announcements of these devices to Home Assistant.
    case announcements(of: Set<String>)

    /// How many panels are gone through at once.
    static let panelsPerBatch = 64
}

/// Which of a panel's topics.
enum TopicSet: Sendable, Equatable {
    /// What tells how the panel is: the status, and what Home Assistant has of it.
    case state
    /// What changes with the hour: the widgets and the status.
    case hour
    /// All that a panel shows: the above and the position.
    case everything
    /// All that is retained: the above and what announces the panel to Home Assistant.
    case announced
}

/// Work that takes a while, and whose outcome the state is told of.
enum Work: Sendable {
    /// Ask the provider for these subjects and report with `finishReload`.
    case reload(TimelineSetID, [TimelineSubject])
    /// Name the place there and report with `placed`.
    case name(Coordinate, panel: String, generation: Int)
    /// Name the panel's place again and report with `renamed`: another language is wanted.
    case nameAgain(panel: String)
    /// Ask an upstream for the names that are missing, and report with `named` and `noteNames`.
    case findNames
}

/// What is written to the store; writes are done one after the other.
enum Write: Sendable {
    /// Write the position, nil for none, and report with `stored`.
    case position(StoredPosition?, panel: String, generation: Int)
    /// Remember what a widget of the panel shows.
    case shown(ShownPlace, panel: String, widget: String)
    /// Remember what upstreams said.
    case timelines([String: StoredTimeline])
    /// Remember what was chosen for a widget, and report with `optionsStored`.
    case options(OptionsRequest)
    /// Write down that a panel is added or removed, and report with `panelAdded` or `panelRemoved`.
    case panel(PanelRequest)
    /// Remember what a panel said of itself, and report with `helloStored`.
    case hello(HelloChoice)
    /// Remember that these topics are retained, too.
    case addToManifest(Set<RetainedTopic>)
    /// Remember that these topics are retained, and no others.
    case setManifest(Set<RetainedTopic>)
    /// Repair the store, which has been found damaged.
    case repair
}

/// What changes in the list of the topics that are retained.
enum ManifestChange: Sendable {
    /// Remember that these topics are retained, too.
    case retain(Set<RetainedTopic>)
    /// Tell Home Assistant that these entities of a device are gone, until it has been told.
    case retire(Set<Entity.Identity>, device: String)
    /// Clear these topics on the broker, and remember what is retained now.
    case clear([String])
}
