import Support

/// Tells the service manager that the bridge is alive for as long as each of its parts gives a sign of life.
///
/// It goes by durations alone: a wall clock that is set neither feeds nor starves it.
struct Watchdog<BeatClock: Clock>: Sendable where BeatClock.Duration == Duration {
    /// Something without which the bridge does not do its work.
    struct Part: Sendable {
        /// As in `the store gives no sign of life`.
        let name: String
        /// Returns true if the part is alive; a part that hangs may never return.
        let isAlive: @Sendable () async -> Bool
    }

    /// The wait before a part that failed is asked again.
    private static var pause: Duration { .seconds(1) }

    let parts: [Part]
    /// From one sign of life to the next question.
    let interval: Duration
    let clock: BeatClock
    let log: Logger
    /// Is told which parts give no sign of life, and of none when all do again.
    var tell: @Sendable (Set<String>) async -> Void = { _ in }

    /// Calls `feed` now and after each interval, once all parts have given a sign of life; returns when the task is
    /// cancelled.
    func run(feed: () -> Void) async {
        while await allAreAlive() {
            feed()
            guard (try? await clock.sleep(for: interval)) != nil else { return }
        }
    }

    /// Returns true once all parts have given a sign of life, false when the task is cancelled.
    func allAreAlive() async -> Bool {
        await withTaskGroup(of: String?.self) { group in
            for part in parts {
                group.addTask {
                    while !(await part.isAlive()) {
                        guard (try? await clock.sleep(for: Self.pause)) != nil else { return nil }
                    }
                    return part.name
                }
            }
            group.addTask {
                try? await clock.sleep(for: interval)
                return nil
            }
            defer { group.cancelAll() }
            var silent = Set(parts.map(\.name))
            var hasComplained = false
            for await name in group {
                guard !Task.isCancelled else { return false }
                if let name {
                    silent.remove(name)
                } else {
                    complain(of: silent)
                    hasComplained = true
                    await tell(silent)
                }
                guard silent.isEmpty else { continue }
                if hasComplained {
                    log.info("all parts of the bridge give signs of life again")
                    await tell([])
                }
                return true
            }
            return false
        }
    }

    private func complain(of silent: Set<String>) {
        log.error(
            "\(silent.sorted().joined(separator: " and ")) gave no sign of life for \(interval); Kiatsu waits, and a "
                + "service manager that watches it starts it again. Check the disk and the system's log."
        )
    }
}
