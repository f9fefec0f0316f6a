package import Faults
package import Messaging
package import Pictures
package import Places
package import Storage
package import Support
package import Time

/// The engine's dependencies; all of them outlive it.
package struct Dependencies: Sendable {
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

    package init(
        client: Client,
        store: Store,
        names: PlaceNames,
        clock: any WallClock,
        log: Logger,
        drawer: any PictureDrawer,
        tellStatus: @escaping @Sendable (String) -> Void,
        callCounts: @escaping @Sendable (UTCInstant) -> [String: CallCount],
        forgetRefusals: @escaping @Sendable () -> Void,
        residentBytes: @escaping @Sendable () -> Int?,
        giveMemoryBack: @escaping @Sendable () -> Void
    ) {
        self.client = client
        self.store = store
        self.names = names
        self.clock = clock
        self.log = log
        self.drawer = drawer
        self.tellStatus = tellStatus
        self.callCounts = callCounts
        self.forgetRefusals = forgetRefusals
        self.residentBytes = residentBytes
        self.giveMemoryBack = giveMemoryBack
    }
}
