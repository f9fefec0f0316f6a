import Places
import Timelines
import Widgets

/// Something that a source is asked for.
enum Asker: Hashable, Sendable {
    case timeline(TimelineSetID, TimelineSubject)
    /// The name of a place.
    case name(NameKey)
}
