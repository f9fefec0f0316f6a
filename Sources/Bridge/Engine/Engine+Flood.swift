import Time

/// Commands that gave way to others, as more came than can be handled: told once when that begins and once when it is
/// over.
struct InboxFlood {
    /// It is over after so long, and twice as long at the most, without another one.
    private static let quietTime = Duration.seconds(600)

    /// When to look whether it is over; nil while there is none.
    private(set) var lookAgainAt: UTCInstant?
    /// How many had given way before it, and when it was looked at last.
    private var countBefore = 0
    private var knownCount = 0

    /// Takes in how many have given way since the start; what the log is to be told of it.
    mutating func look(atDropped count: Int, now: UTCInstant) -> (level: LogLevel, text: String)? {
        guard let due = lookAgainAt else {
            guard count > knownCount else { return nil }
            (countBefore, knownCount) = (knownCount, count)
            lookAgainAt = now + Self.quietTime
            return (
                .warning,
                "commands come faster than they can be handled: some are dropped unanswered, of the topic that has most "
                    + "waiting the oldest first; hours and the newest position of each panel are kept. See who floods "
                    + "the command topics in the broker's log, and limit by its access rules who may publish there"
            )
        }
        // One that is further off than it may be was reckoned before the clock was set back.
        guard now >= due || due > now + Self.quietTime else { return nil }
        guard count == knownCount else {
            knownCount = count
            lookAgainAt = now + Self.quietTime
            return nil
        }
        lookAgainAt = nil
        return (.info, "no command is dropped any more; \(count - countBefore) were")
    }
}

extension Engine {
    func lookForFlood() {
        guard let line = flood.look(atDropped: inbox.droppedCount, now: services.clock.now) else { return }
        // What keeps the time is to look again.
        carryOut([.log(line.level, line.text)])
    }
}
