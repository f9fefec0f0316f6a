import Configuration
import HomeAssistant
import Support
import Time

/// The last warning or error of the log.
struct LoggedError: Sendable, Equatable {
    var text: String
    var at: UTCInstant
}

/// The messages that Home Assistant has yet to get, and the last fault that it shows.
struct HomeAssistantSide: Sendable {
    /// The delay between Home Assistant's birth and publishing everything again, at random so that bridges take turns.
    private static let birthDelaySeconds = 1...10

    /// Entities that Home Assistant is to be told are gone, by device.
    private(set) var retired: [String: Set<Entity.Identity>]
    private(set) var lastError: LoggedError?
    /// The time at which to publish everything again, because Home Assistant has started; nil if none is due.
    private(set) var announceAt: UTCInstant?

    init(retired: [String: Set<Entity.Identity>] = [:]) { self.retired = retired }

    /// Takes in entities of a device of which Home Assistant is to be told that they are gone.
    mutating func retire(_ entities: Set<Entity.Identity>, of device: String) {
        retired[device, default: []].formUnion(entities)
    }

    /// Takes in that Home Assistant has been told of all entities that are gone, and gives their devices.
    mutating func finishRetiring() -> Set<String> {
        defer { retired = [:] }
        return Set(retired.keys)
    }

    /// Takes in that Home Assistant has started; false where that is known and waits already, so that a birth which
    /// comes again and again does not put the announcement off.
    ///
    /// `clientID` spreads the announcements of several bridges.
    mutating func noteBirth(clientID: String, at now: UTCInstant) -> Bool {
        guard announceAt == nil else { return false }
        let seed = "\(clientID)/\(now.unixSeconds)".utf8.reduce(UInt64(5381)) { $0 &* 33 ^ UInt64($1) }
        let span = UInt64(Self.birthDelaySeconds.count)
        announceAt = now + .seconds(Self.birthDelaySeconds.lowerBound + Int(seed % span))
        return true
    }

    /// True, once after each birth, when everything is to be published again.
    mutating func isAnnouncementDue(at now: UTCInstant) -> Bool {
        // A time beyond the longest delay was computed before the clock was set back.
        guard let due = announceAt, due <= now || due > now + .seconds(Self.birthDelaySeconds.upperBound) else {
            return false
        }
        announceAt = nil
        return true
    }

    /// Remembers a line of the log if it is a warning or an error; true where it says something new.
    mutating func noteLine(_ level: LogLevel, _ text: String, at now: UTCInstant) -> Bool {
        guard level == .warning || level == .error, lastError?.text != text else { return false }
        lastError = LoggedError(text: text, at: now)
        return true
    }
}
