import Time

/// Lets one caller go on at a time, in the order of coming, and each so long after the one before.
actor Pace {
    enum Failure: Error, Equatable {
        /// So many wait already.
        case full(limit: Int)
        case cancelled
    }

    private let clock: any WallClock
    private let interval: Duration
    private let mostWaiting: Int
    /// Those who wait, the first first.
    private var line: [UInt64] = []
    private var lastTicket: UInt64 = 0
    private var lastTurn: UTCInstant?

    init(clock: any WallClock, interval: Duration, mostWaiting: Int = 1000) {
        self.clock = clock
        self.interval = interval
        self.mostWaiting = mostWaiting
    }

    /// Returns when it is the caller's turn.
    func turn() async throws(Failure) {
        guard line.count < mostWaiting else { throw .full(limit: mostWaiting) }
        lastTicket += 1
        let ticket = lastTicket
        line.append(ticket)
        defer { line.removeAll { $0 == ticket } }
        while let position = line.firstIndex(of: ticket) {
            let now = clock.now
            let next = nextTurn(at: now)
            if position == 0, next <= now {
                lastTurn = now
                return
            }
            do {
                try await clock.sleep(until: max(next, now) + interval * position, tolerance: nil)
            } catch {
                throw .cancelled
            }
        }
    }

    /// The moment at which the first waiting request may be sent.
    private func nextTurn(at now: UTCInstant) -> UTCInstant {
        guard let last = lastTurn else { return now }
        // A turn in the future was taken before the clock was set back: nobody can tell how long ago.
        if last > now { lastTurn = now }
        return min(last, now) + interval
    }
}
