import Timelines
import Widgets

/// A user of a source's answers.
enum Asker: Hashable, Sendable {
    case timeline(TimelineSetID, TimelineSubject)
    /// The places of this cell that wait for their name.
    case name(NameKey)
}
