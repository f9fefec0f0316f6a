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
    /// Hand the topics of every panel to the broker, in batches.
    case publishPanels(TopicSet)
    /// Hand to the broker what differs from what was shown before, in batches.
    case publishChanges(ServiceID, before: [TimelineSubject: Service.Scheduler.Presentation])
    /// Hand to the broker what the panels that show these subjects show now, in batches.
    case publishShown(ServiceID, Set<TimelineSubject>)
    /// Draw what this panel shows now, before what others do: somebody waits for it.
    case draw(panel: String)
    /// Have upstreams asked for what they refused before its time.
    case forgetRefusals
    /// Ask for the names that are missing.
    case findNames
    /// Ask the provider for these subjects and report with `finishReload`.
    case reload(ServiceID, [TimelineSubject])
    /// Write the position, nil for none, and report with `stored`.
    case store(StoredPosition?, panel: String, generation: Int)
    /// Name the place there and report with `placed`.
    case name(Coordinate, panel: String, generation: Int)
    /// Remember what a widget of the panel shows.
    case storeShown(ShownPlace, panel: String, widget: String)
    /// Remember what upstreams said.
    case storeTimelines([String: StoredTimeline])
    /// Remember what was chosen for a widget, and report with `optionsStored`.
    case storeOptions(OptionsRequest)
    /// Write down that a panel is added or removed, and report with `panelAdded` or `panelRemoved`.
    case storePanel(PanelRequest)
    /// Remember what a panel said of itself, and report with `helloStored`.
    case storeHello(HelloChoice)
    /// Hear of what panels follow now.
    case subscribe
    /// Remember that these topics are retained, too.
    case retain(Set<RetainedTopic>)
    /// Name the panel's place again and report with `renamed`: another language is wanted.
    case nameAgain(panel: String)
    /// Tell Home Assistant that these entities of a device are gone, until it has been told.
    case retire(String, Set<Entity.Identity>)
    /// Clear these topics on the broker, and remember what is retained now.
    case clear([String])
    case log(LogLevel, String)
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
