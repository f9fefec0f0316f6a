/// How long the client waits between attempts to connect.
package struct BackoffConfiguration: Sendable {
    /// A wait that doubles from one attempt to the next.
    package struct Growth: Sendable {
        /// The first wait.
        package var initial: Duration
        /// The wait that is not grown beyond.
        package var maximum: Duration

        package init(initial: Duration, maximum: Duration) {
            self.initial = initial
            self.maximum = maximum
        }
    }

    /// For what passes by itself: no way to the broker, or a broker that is busy.
    package var network = Growth(initial: .seconds(1), maximum: .seconds(30))
    /// For a name that has no address.
    package var nameResolution = Growth(initial: .seconds(1), maximum: .seconds(60))

    /// For what only a person can change: credentials, certificates, versions, identifiers.
    package var rejection = Growth(initial: .seconds(30), maximum: .seconds(300))
    /// For another client that uses the same identifier, and what may be one.
    package var takenOver = Growth(initial: .seconds(30), maximum: .seconds(300))

    /// A connection that lasted so long starts the waits afresh, unless another client ended it.
    package var settled: Duration = .seconds(60)

    /// A connection that broke sooner than this may have been ended on purpose.
    package var shortConnection: Duration = .seconds(10)

    package init() {}

    func growth(for kind: ConnectionFailure.Kind) -> Growth {
        switch kind {
        case .network, .protocolError, .resources: network
        case .nameResolution: nameResolution
        case .notAuthorized, .protocolVersion, .clientIdentifier, .tls: rejection
        case .takenOver, .shortLived: takenOver
        }
    }

    /// How long a connection that ended so must have lasted to start the waits afresh.
    ///
    /// Of two clients with one identifier each is connected for as long as the other one waits.
    func settling(for kind: ConnectionFailure.Kind) -> Duration {
        kind == .takenOver || kind == .shortLived ? max(settled, takenOver.maximum * 2) : settled
    }
}

/// The waits between attempts, as they grow.
struct Backoff {
    /// So many short connections in a row are no accident, as of a broker that is being restarted: that one refuses
    /// connections in between.
    private static let mostShortConnections = 3

    private let configuration: BackoffConfiguration
    private var attempts = 0
    private var lastKind: ConnectionFailure.Kind?
    private var shortConnections = 0
    /// How long the connection lasted that is to be waited after.
    private var lasted = Duration.zero

    init(_ configuration: BackoffConfiguration) {
        self.configuration = configuration
    }

    /// Notes how a connection ended, and says whether so many short ones in a row are no accident.
    ///
    /// `lasted` is `nil` when there was no connection at all.
    mutating func connectionEnded(lasted: Duration?) -> Bool {
        guard let lasted else {
            shortConnections = 0
            return false
        }
        self.lasted = lasted
        shortConnections = lasted < configuration.shortConnection ? shortConnections + 1 : 0
        return shortConnections >= Self.mostShortConnections
    }

    /// Whether the last failure was of this kind as well, and no connection has lasted since.
    func isRepetition(_ kind: ConnectionFailure.Kind) -> Bool {
        kind == lastKind && attempts > 0 && lasted < configuration.settling(for: kind)
    }

    /// The wait after a failure: doubling as long as the kind stays the same, with up to a quarter more or less, and never
    /// longer than the longest.
    mutating func nextDelay(
        after kind: ConnectionFailure.Kind,
        using random: inout some RandomNumberGenerator
    ) -> Duration {
        if !isRepetition(kind) { attempts = 0 }
        lastKind = kind
        lasted = .zero
        let growth = configuration.growth(for: kind)
        // 2^16 times the shortest wait is past any maximum; the shift must not run away.
        let doubled = growth.initial * (1 << min(attempts, 16))
        attempts += 1
        // All that wait for the longest time would else come back at once.
        let spread = doubled < growth.maximum ? 0.75...1.25 : 0.75...1.0
        return min(min(doubled, growth.maximum) * Double.random(in: spread, using: &random), growth.maximum)
    }
}
