import Bridge
package import Configuration
import Messaging
package import Pictures
package import Time

/// The examination of everything that a bridge of this configuration needs, beside a running bridge or without one.
///
/// It publishes on topics that no panel has, and leaves nothing there. Of a paid upstream it spends a request.
package struct Doctor: Sendable {
    /// The progress and findings of an examination, always in the same order.
    package enum Report: Sendable {
        /// One finding, as soon as it is known.
        case finding(Finding)
        /// A step that takes a while, as half a sentence.
        case progress(String)
    }

    let configuration: Configuration
    let clock: any WallClock
    let drawer: any PictureDrawer
    /// Of the program that draws.
    let drawingProgram: String

    package init(
        _ configuration: Configuration,
        clock: any WallClock = SystemWallClock(),
        drawer: any PictureDrawer,
        drawingProgram: String
    ) {
        self.configuration = configuration
        self.clock = clock
        self.drawer = drawer
        self.drawingProgram = drawingProgram
    }

    /// Examines everything, which takes a minute or so at the most.
    ///
    /// A failure keeps nothing else from being examined.
    package func examine(_ report: @escaping @Sendable (Report) -> Void) async {
        func tell(_ findings: [Finding]) { for finding in findings { report(.finding(finding)) } }
        let upstreams = UpstreamExamination(configuration, clock: clock)
        async let upstreamResults = upstreams.run()
        let store = StoreExamination(configuration, now: clock.now)
        let broker = await BrokerExamination(configuration, clock: clock, report: report).run()
        tell(broker.health.map { BridgeFindings.findings(of: $0, now: clock.now) } ?? [])
        if !upstreams.uses.isEmpty { report(.progress("asking \(upstreams.names)")) }
        let results = await upstreamResults
        tell(results.map(\.finding))
        tell(upstreams.quotas(results, spent: store.spent, health: broker.health?.document))
        tell(ClockFindings.findings(of: results, health: broker.health?.document, now: clock.now))
        tell(store.findings)
        let pictures = PictureExamination(configuration, drawer: drawer, program: drawingProgram)
        if !pictures.samples.isEmpty { report(.progress("drawing a sample")) }
        tell(await pictures.run(at: clock.now))
        let plan = await Plan(configuration, now: clock.now)
        tell(ClientFindings.findings(configuration, plan: plan, broker: broker.acknowledgement))
    }
}
