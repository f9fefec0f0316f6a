/// The work of the client's thread: connect, serve the connection until it ends, wait, again.
struct ClientLoop {
    private let configuration: ClientConfiguration
    private let shared: SharedState
    private let events: @Sendable (ClientEvent) -> Void
    private var backoff: Backoff
    private var random = SystemRandomNumberGenerator()

    /// What the owner was told last, so that it is told once.
    private var reportedEnd: ConnectionEnd?

    init(
        _ configuration: ClientConfiguration,
        shared: SharedState,
        events: @escaping @Sendable (ClientEvent) -> Void
    ) {
        self.configuration = configuration
        self.shared = shared
        self.events = events
        backoff = Backoff(configuration.backoff)
    }

    mutating func run() {
        while !shared.isStopping {
            // What was raised for an earlier connection says nothing now; a request to stop is seen in the next line.
            shared.wakeup.lower()
            guard !shared.isStopping else { return }
            do throws(ConnectionEnd) {
                try connectAndServe()
            } catch {
                pause(after: error)
            }
        }
    }

    private mutating func connectAndServe() throws(ConnectionEnd) {
        let address: String?
        do throws(ConnectionEnd) {
            address = try Probe.reachableAddress(
                host: configuration.host,
                port: configuration.port,
                within: Connection.patience,
                stop: shared.wakeup
            )
        } catch {
            // Nobody there proves that the broker was away, not that another client took the connection over.
            _ = backoff.connectionEnded(lasted: nil)
            throw error
        }
        guard let address else { return }
        var connection = try Connection.open(configuration, address: address, shared: shared, events: events)
        do throws(ConnectionEnd) {
            try connection.serve()
            shared.connectionLost()
        } catch {
            shared.connectionLost()
            guard let accepted = connection.accepted else { throw error }
            reportedEnd = nil
            let looksTakenOver = backoff.connectionEnded(lasted: accepted.duration(to: .now))
            guard looksTakenOver, error.kind == .network else { throw error }
            throw ConnectionEnd(
                .takenOver,
                "The connection broke soon after it was made, several times in a row, as if another client used the "
                    + "same client identifier"
            )
        }
    }

    private mutating func pause(after end: ConnectionEnd) {
        let delay = backoff.nextDelay(after: end.kind, using: &random)
        if end != reportedEnd {
            reportedEnd = end
            events(.disconnected(end.failure(nextAttempt: delay, configuration: configuration)))
        }
        let deadline = ContinuousClock.now + delay
        while shared.wakeup.wait(until: deadline), !shared.isStopping { shared.wakeup.lower() }
    }
}
