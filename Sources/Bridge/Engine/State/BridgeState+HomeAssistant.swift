import Configuration
import Messaging
import Support
import Time

/// Messages from Home Assistant, and those that it has yet to get.
extension BridgeState {
    /// Home Assistant has started and knows nothing of us: everything is published again in a moment.
    mutating func receiveBirth(_ message: IncomingMessage, at now: UTCInstant) -> [Effect] {
        // A retained birth message comes with each connection, and then everything is published anyway.
        guard !message.isRetained, message.payload == Array("online".utf8),
            homeAssistant.noteBirth(clientID: configuration.mqtt.clientID, at: now)
        else { return [] }
        return [commandLine("Home Assistant has started: everything is published again", at: now)]
    }

    /// Publishes everything again if it is time for that.
    mutating func announceAgain(at now: UTCInstant) -> [Effect] {
        guard homeAssistant.isAnnouncementDue(at: now) else { return [] }
        return [.publish(presenter.bridgeAnnouncement), .round(.panels(.announced))]
    }

    /// Home Assistant has been told of the entities that are gone: whoever subscribes later is not told again.
    mutating func retirementTold() -> [Effect] {
        let devices = homeAssistant.finishRetiring()
        guard !devices.isEmpty else { return [] }
        return [.publish(presenter.bridgeAnnouncement), .round(.announcements(of: devices))]
    }

    /// Remembers a line of the log if it tells of a fault, and gives what says so to Home Assistant.
    mutating func noteLine(_ level: LogLevel, _ text: String, at now: UTCInstant) -> [OutgoingMessage] {
        guard homeAssistant.noteLine(level, text, at: now), setup.discovery != nil else { return [] }
        return [presenter.bridgeStateDocument]
    }
}
