import Dispatch
import Synchronization
import TestSupport
import Testing

@testable import Messaging

@Suite(.timeLimit(.minutes(2))) struct AcknowledgementFaults {
    /// A flood, and how fast its reader is.
    private final class Flood: Sendable {
        let isOver = Mutex(false)
        private let batches = DispatchSemaphore(value: 0)

        /// Lets the reader have a message for each batch, so that it falls behind for as long as the flood lasts.
        func published() { batches.signal() }
        func read() { if !isOver.withLock({ $0 }) { batches.wait() } }
        func end() {
            isOver.withLock { $0 = true }
            for _ in 0..<1000 { batches.signal() }
        }
    }

    @Test func `an acknowledgement that the broker dropped in a flood is not waited for for ever`() async throws {
        // So many packets may wait for a client; of more mosquitto drops any, acknowledgements among them.
        let broker = try Broker(
            Broker.openToAll + ["max_queued_messages 200", "log_type none", "log_type notice", "log_type information"]
        )
        var configuration = ClientConfiguration.test(broker)
        configuration.subscriptions = [
            Subscription(filter: "flood/#", retainAsPublished: false, retainHandling: .never)
        ]
        configuration.keepAliveSeconds = 10
        configuration.acknowledgementPatience = .seconds(1)
        configuration.stalledPatience = .seconds(3)
        let events = Recorder<ClientEvent>()
        let flood = Flood()
        let client = try Client(configuration: configuration) { event in
            if case .received = event { flood.read() } else { events.append(event) }
        }
        try client.start()
        _ = try await events.first { if case .connected = $0 { true } else { false } }
        let flooding = Task.detached {
            let publisher = try FloodPublisher(broker, clientID: "flood")
            let payload = [UInt8](repeating: 0, count: 2048)
            while !flood.isOver.withLock({ $0 }) {
                client.publish((0..<100).map { .retained("kiatsu/\($0)", "first") })
                try publisher.publish((0..<50).map { _ in .init("flood/a", payload, qualityOfService: 0) })
                flood.published()
            }
        }
        let ended = try await events.first { if case .disconnected = $0 { true } else { false } }
        flood.end()
        try await flooding.value
        #expect("\(ended)".contains("not acknowledged"), "\(ended)")
        let end = try #require(events.elements.firstIndex(of: ended))
        _ = try await events.first(since: end) { if case .connected = $0 { true } else { false } }
        client.publish((0..<100).map { .retained("kiatsu/\($0)", "last") })
        try await eventually { client.pendingCount == 0 }
        let stored = try await BrokerObserver.retained(in: broker)
        #expect((0..<100).allSatisfy { stored["kiatsu/\($0)"]?.text == "last" })
        FaultTable.held("acknowledgements dropped by the broker", "connected anew, each value there")
    }
}
