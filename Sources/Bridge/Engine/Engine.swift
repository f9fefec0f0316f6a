import BridgeClient
package import Faults
import Inbox
package import Messaging
import PicturePublishing
import Places
import Support

/// Runs the bridge's state: carries its effects out and tells it what came of them.
package actor Engine {
    var state: BridgeState
    let dependencies: Dependencies
    let inbox: Inbox
    var manifest: ManifestState
    var connection = ConnectionState()
    var deliveries = DeliveryWatch()
    var flood = FloodWatch()
    var health = HealthReporting()
    var names = NameSearch()
    var pictures = PictureKeeping()
    var rounds = Rounds()
    var supervision = Supervision()
    var time: Timekeeper
    var upkeep = StoreUpkeep()
    var work = WorkQueue()

    init(state: BridgeState, manifest: ManifestState, dependencies: Dependencies, inbox: Inbox) {
        self.state = state
        self.manifest = manifest
        self.dependencies = dependencies
        self.inbox = inbox
        time = Timekeeper(dependencies.clock)
    }

    /// Works until the task is cancelled; what was accepted by then is on disk when it returns.
    package func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.keepTime() }
            group.addTask { await self.keepStore() }
            group.addTask { await self.keepStoreWhole() }
            group.addTask { await self.keepPictures() }
            group.addTask { await self.keepHealth() }
            group.addTask { for await event in self.inbox.connection.stream { await self.connectionChanged(event) } }
            group.addTask {
                for await _ in self.inbox.arrivals.stream {
                    while let message = await self.nextCommand() { await self.receive(message) }
                }
            }
            for id in state.panelIDs { requestNames(of: id) }
            findNames()
            dependencies.client.setFurtherSubscriptions(state.moves.subscriptions)
            for await job in work.jobs {
                group.addTask { await self.carryOut(job) }
            }
        }
    }

    /// The topic on which Home Assistant says that it has started; nil where nothing is announced.
    package var birthTopic: String? { state.setup.birthTopic }

    /// The filters of topics that panels follow.
    package var followFilters: [String] { state.moves.subscriptions.map(\.filter) }

    /// The number of panels.
    package var panelCount: Int { state.panelIDs.count }

    /// The number of panels away from their configured position.
    package var movedPanelCount: Int { state.panels.values.count { $0.position != nil } }

    /// The counts that the next session goes on from.
    package var healthRecord: HealthRecord { state.faults.health }

    /// Answers for those who would wait in vain when the engine ends now.
    package func lastAnswers() -> [OutgoingMessage] { connection.isConnected ? state.lastAnswers() : [] }

    private func receive(_ message: IncomingMessage) {
        carryOut(state.receive(message, at: currentTime()))
        lookForFlood()
    }
}
