import HomeAssistant
import Messaging
import Storage
import Support
import Timelines
import Topics
import Weather
import Widgets

/// An action that the state asks its owner to perform; the state itself does no I/O.
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
    /// The differences from the presentations before.
    case changes(TimelineSetID, before: [TimelineSubject: TimelineSet.Scheduler.Presentation])
    /// The current content of the panels that show these subjects.
    case shown(TimelineSetID, Set<TimelineSubject>)
    /// The announcements of these devices to Home Assistant.
    case announcements(of: Set<String>)

    /// The number of panels in a batch.
    static let panelsPerBatch = 64
}

/// A selection of a panel's topics.
enum TopicSet: Sendable, Equatable {
    /// The topics about the panel's state: the status, and Home Assistant's document.
    case state
    /// The topics that change with the hour: the widgets and the status.
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

/// A write to the store; writes are performed one after the other.
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
    case addToManifest(Set<ManifestRow>)
    /// Remember that these topics are retained, and no others.
    case setManifest(Set<ManifestRow>)
    /// Repair the store, which has been found damaged.
    case repair
    /// Move the store's log into the database.
    case checkpoint
}

/// A change of the list of retained topics.
enum ManifestChange: Sendable {
    /// Remember that these topics are retained, too.
    case retain(Set<ManifestRow>)
    /// Tell Home Assistant that these entities of a device are gone, until it has been told.
    case retire(Set<Entity.Identity>, device: String)
    /// Clear these topics on the broker, and remember what is retained now.
    case clear([String])
}
