/// The waits between attempts to connect.
package struct BackoffConfiguration: Sendable {
    /// A wait that doubles from one attempt to the next.
    package struct Growth: Sendable {
        /// The first wait.
        package var initial: Duration
        /// The longest wait.
        package var maximum: Duration

        package init(initial: Duration, maximum: Duration) {
            self.initial = initial
            self.maximum = maximum
        }
    }

    /// For passing failures: no way to the broker, or a busy broker.
    package var network = Growth(initial: .seconds(1), maximum: .seconds(30))
    /// For a host name without an address.
    package var nameResolution = Growth(initial: .seconds(1), maximum: .seconds(60))

    /// For failures that only a person can fix: credentials, certificates, versions, identifiers.
    package var rejection = Growth(initial: .seconds(30), maximum: .seconds(300))
    /// For a second client with the same identifier, or signs of one.
    package var takenOver = Growth(initial: .seconds(30), maximum: .seconds(300))

    /// The life of a connection after which the waits begin anew, unless another client ended it.
    package var settled: Duration = .seconds(60)

    /// The life of a connection below which it may have been ended on purpose.
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

    /// The life of a connection, ended in this way, after which the waits begin anew.
    ///
    /// Of two clients with one identifier, each stays connected while the other one waits.
    func settling(for kind: ConnectionFailure.Kind) -> Duration {
        kind == .takenOver || kind == .shortLived ? max(settled, takenOver.maximum * 2) : settled
    }
}

/// The waits between attempts, as they grow.
struct Backoff {
    /// The number of short connections in a row that is no coincidence; a broker that restarts refuses connections in
    /// between.
    private static let mostShortConnections = 3

    private let configuration: BackoffConfiguration
    private var attempts = 0
    private var lastKind: ConnectionFailure.Kind?
    private var shortConnections = 0
    /// The life of the last connection.
    private var lasted = Duration.zero

    init(_ configuration: BackoffConfiguration) {
        self.configuration = configuration
    }

    /// Records the end of a connection; true after too many short ones in a row.
    ///
    /// `lasted` is nil where no connection was made.
    mutating func connectionEnded(lasted: Duration?) -> Bool {
        guard let lasted else {
            shortConnections = 0
            return false
        }
        self.lasted = lasted
        shortConnections = lasted < configuration.shortConnection ? shortConnections + 1 : 0
        return shortConnections >= Self.mostShortConnections
    }

    /// True where the last failure was of the same kind, and no connection has lasted since.
    func isRepetition(_ kind: ConnectionFailure.Kind) -> Bool {
        kind == lastKind && attempts > 0 && lasted < configuration.settling(for: kind)
    }

    /// The wait after a failure: it doubles while the kind stays the same, varies by a quarter either way, and never
    /// exceeds the maximum.
    mutating func nextDelay(
        after kind: ConnectionFailure.Kind,
        using random: inout some RandomNumberGenerator
    ) -> Duration {
        if !isRepetition(kind) { attempts = 0 }
        lastKind = kind
        lasted = .zero
        let growth = configuration.growth(for: kind)
        // 2^16 times the shortest wait exceeds any maximum; the shift must be bounded.
        let doubled = growth.initial * (1 << min(attempts, 16))
        attempts += 1
        // Otherwise all clients with the longest wait would return at the same time.
        let spread = doubled < growth.maximum ? 0.75...1.25 : 0.75...1.0
        return min(min(doubled, growth.maximum) * Double.random(in: spread, using: &random), growth.maximum)
    }
}
