import Faults
import Messaging
import Pictures
import Storage
import Support
import Time

/// The engine's dependencies; all of them outlive it.
struct Dependencies: Sendable {
    let client: Client
    let store: Store
    let names: PlaceNames
    let clock: any WallClock
    let log: Logger
    let drawer: any PictureDrawer
    /// Tells the service manager in a line how the bridge fares.
    let tellStatus: @Sendable (String) -> Void
    /// The requests that accounts with upstreams have spent today.
    let callCounts: @Sendable (UTCInstant) -> [String: CallCount]
    /// Has upstreams asked for what they refused before its time.
    let forgetRefusals: @Sendable () -> Void
    /// The resident memory of the process.
    let residentBytes: @Sendable () -> Int?
    /// Gives memory that nothing uses back to the system.
    let giveMemoryBack: @Sendable () -> Void
}
