import Configuration
import Messaging
import Storage
import Timelines
import Weather

/// What the state asks its owner to do; the state itself does no I/O.
enum Effect: Sendable {
    /// Hand these to the broker.
    case publish([OutgoingMessage])
    /// Hand the topics of every panel to the broker, in batches.
    case publishPanels(TopicSet)
    /// Hand to the broker what differs from what was shown before, in batches.
    case publishChanges(Configuration.Source, before: [GridCell: BridgeState.Scheduler.Presentation])
    /// Ask the source for these cells and report with `finishReload`.
    case reload(Configuration.Source, [GridCell])
    /// Write the position, nil for none, and report with `stored`.
    case store(StoredPosition?, panel: String, generation: Int)
    /// Name the place there and report with `placed`.
    case name(Coordinate, panel: String, generation: Int)
    /// Remember what the panel shows.
    case storeShown(ShownPlace, panel: String)
    /// Remember what upstreams said.
    case storeTimelines([String: StoredTimeline])
    case log(LogLevel, String)
}

/// Which of a panel's topics.
enum TopicSet: Sendable, Equatable {
    /// What changes with the hour: the widgets and the status.
    case hour
    /// All that is retained: the above and the position.
    case everything
}
