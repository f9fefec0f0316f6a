import Support

/// The work of the client's thread: connect, serve the connection until it ends, wait, repeat.
struct ClientLoop {
    /// The longest time to find the broker and to connect.
    ///
    /// A resolver as Debian configures it gives up a name after 5 s, twice for each of 3 servers, with each of 6 search
    /// domains and without: 210 s. Then each address has ``BrokerConnection/patience``.
    static let longestSearch = Duration.seconds(600)

    private let configuration: ClientConfiguration
    private let shared: SharedState
    private let events: @Sendable (ClientEvent) -> Void
    private var backoff: Backoff
    private var random = SystemRandomNumberGenerator()

    /// The features of MQTT that the broker is known to refuse.
    private var concessions = Concessions()

    /// The last reported failure, so that each is reported once.
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
            // A wakeup for an earlier connection is obsolete; the next line sees a request to stop.
            shared.wakeup.lower()
            guard !shared.isStopping else { return }
            do throws(ConnectionEnd) {
                try connectAndServe()
            } catch {
                pause(after: error)
            }
        }
    }

    /// Connects, with fewer features where the broker refuses the connection.
    private mutating func connectAndServe() throws(ConnectionEnd) {
        var first: ConnectionEnd?
        while !shared.isStopping {
            guard let socket = try dial() else { return }
            do throws(ConnectionEnd) {
                return try serve(configuration.conceding(concessions), over: socket)
            } catch {
                first = first ?? error
                if let next = concessions.next(after: error.objection, configuration) {
                    concessions = next
                    continue
                }
                guard let objection = error.objection else { throw error }
                concessions = Concessions()
                // If no attempt was answered, the features were not the reason.
                throw objection == .end || objection == .silence ? first ?? error : error
            }
        }
    }

    /// A connection to the broker's host; nil when told to stop.
    private mutating func dial() throws(ConnectionEnd) -> Descriptor? {
        shared.isBack(andAgainWithin: Self.longestSearch)
        do throws(ConnectionEnd) {
            return try Dialer.dial(
                host: configuration.host,
                port: configuration.port,
                within: BrokerConnection.patience,
                stop: shared.wakeup
            )
        } catch {
            // A failed search shows that the broker was away, not that another client took over.
            _ = backoff.connectionEnded(lasted: nil)
            throw error
        }
    }

    private mutating func serve(
        _ configuration: ClientConfiguration,
        over socket: consuming Descriptor
    ) throws(ConnectionEnd) {
        var connection = try BrokerConnection.open(configuration, over: socket, shared: shared, events: events)
        do throws(ConnectionEnd) {
            try connection.serve()
            shared.connectionLost()
        } catch {
            shared.connectionLost()
            guard let accepted = connection.accepted else { throw error }
            concessions = concessions.remembered(after: accepted.duration(to: .now))
            reportedEnd = nil
            let isNoAccident = backoff.connectionEnded(lasted: accepted.duration(to: .now))
            guard isNoAccident, error.kind == .network else { throw error }
            throw ConnectionEnd(.shortLived, "The broker ended several connections in a row soon after they were made")
        }
    }

    private mutating func pause(after end: ConnectionEnd) {
        let delay = backoff.nextDelay(after: end.kind, using: &random)
        if end != reportedEnd {
            reportedEnd = end
            events(.disconnected(end.failure(nextAttempt: delay, configuration: configuration.conceding(concessions))))
        }
        let deadline = ContinuousClock.now + delay
        shared.isBack(andAgainWithin: delay)
        while shared.wakeup.wait(until: deadline), !shared.isStopping { shared.wakeup.lower() }
    }
}
