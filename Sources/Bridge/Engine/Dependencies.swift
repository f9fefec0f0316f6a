import Faults
import Messaging
import Pictures
import Storage
import Support
import Time

/// What the engine works with; all of it outlives the engine.
struct Dependencies: Sendable {
    let client: Client
    let store: Store
    let names: PlaceNames
    let clock: any WallClock
    let log: Logger
    let drawer: any PictureDrawer
    /// Tells the service manager in a line how the bridge fares.
    let tellStatus: @Sendable (String) -> Void
    /// What accounts with upstreams have spent today.
    let callCounts: @Sendable (UTCInstant) -> [String: CallCount]
    /// Has upstreams asked for what they refused before its time.
    let forgetRefusals: @Sendable () -> Void
    /// What of the process is in memory.
    let residentBytes: @Sendable () -> Int?
    /// Gives memory that nothing uses back to the system.
    let giveMemoryBack: @Sendable () -> Void
}
