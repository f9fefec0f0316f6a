package import Time

/// The host's clock, set to another moment: it runs as the host's does.
package struct RunningClock: WallClock {
    package typealias Instant = UTCInstant
    package typealias Duration = Swift.Duration

    private let host = SystemWallClock()
    /// The time by which it is ahead of the host's.
    private let lead: Swift.Duration

    /// Its present is `start` when it is made.
    package init(from start: UTCInstant) { lead = start - host.now }

    package var now: UTCInstant { host.now + lead }
    package var elapsed: Swift.Duration { host.elapsed }
    package var minimumResolution: Swift.Duration { host.minimumResolution }

    package func sleep(until deadline: UTCInstant, tolerance: Swift.Duration?) async throws {
        try await host.sleep(until: deadline + (.zero - lead), tolerance: tolerance)
    }
}
