/// The features of MQTT that the client does without for a broker that refuses them.
///
/// They are found by trying: each is tried at once where the broker's answer, or its silence, suggests it.
struct Concessions: Sendable, Equatable {
    /// The life of a connection after which the newer version is tried again: the broker may have been updated.
    private static let versionKept = Duration.seconds(3600)

    /// MQTT 3.1.1 in place of 5.
    var speaksOlderVersion = false
    /// No retained messages, and no retained will.
    var retainsNothing = false
    /// QoS 0 for all messages.
    var acknowledgesNothing = false

    /// The next concessions after a refusal for that reason; nil where none is left.
    func next(after objection: ConnectionEnd.Objection?, _ configuration: ClientConfiguration) -> Self? {
        var next = self
        switch objection {
        case nil: return nil
        case .retained where !retainsNothing: next.retainsNothing = true
        case .qualityOfService where !acknowledgesNothing: next.acknowledgesNothing = true
        case .version, .silence, .end:
            if speaksVersion5(configuration) {
                guard configuration.fallsBackToOlderVersion else { return nil }
                next.speaksOlderVersion = true
            } else if objection == .end, let will = configuration.will {
                // Over 3.1.1 a broker does not say which part of a will it refuses.
                return next.withoutMore(of: will)
            } else {
                return nil
            }
        default: return nil
        }
        return next
    }

    /// The concessions for the next connection: the version is kept for an hour, everything else is tried anew.
    func remembered(after lasted: Duration) -> Self {
        Self(speaksOlderVersion: speaksOlderVersion && lasted < Self.versionKept)
    }

    private func speaksVersion5(_ configuration: ClientConfiguration) -> Bool {
        configuration.protocolVersion == .v5 && !speaksOlderVersion
    }

    /// First without a retained will, then without QoS 1, then without both.
    private func withoutMore(of will: OutgoingMessage) -> Self? {
        var next = self
        switch (will.isRetained && !retainsNothing, acknowledgesNothing) {
        case (true, false): next.retainsNothing = true
        case (false, false) where will.isRetained: (next.retainsNothing, next.acknowledgesNothing) = (false, true)
        case (false, false): next.acknowledgesNothing = true
        case (true, true): next.retainsNothing = true
        case (false, true): return nil
        }
        return next
    }

    /// The message as the broker accepts it.
    func applied(to message: OutgoingMessage) -> OutgoingMessage {
        guard retainsNothing || acknowledgesNothing else { return message }
        var message = message
        if retainsNothing { message.isRetained = false }
        if acknowledgesNothing { message.qualityOfService = .atMostOnce }
        return message
    }

    /// The warnings to the owner, one per concession.
    var warnings: [String] {
        [
            speaksOlderVersion
                ? "The broker does not let MQTT 5 in; Kiatsu speaks 3.1.1 with it, where no message expires and no "
                    + "refusal is told. Set mqtt.protocol: 3.1.1 to begin with that; without it 5 is tried again at "
                    + "the next start."
                : nil,
            retainsNothing
                ? "The broker keeps no retained messages: a display that connects later sees nothing until the next "
                    + "hour. Allow retained messages in the broker's configuration."
                : nil,
            acknowledgesNothing
                ? "The broker takes QoS 0 alone: it acknowledges nothing, and what is lost on the way comes with the "
                    + "next hour. Raise its maximum QoS (mosquitto: max_qos)."
                : nil,
        ].compactMap(\.self)
    }
}

extension ClientConfiguration {
    /// The configuration with these concessions.
    func conceding(_ concessions: Concessions) -> ClientConfiguration {
        var configuration = self
        configuration.concessions = concessions
        if concessions.speaksOlderVersion { configuration.protocolVersion = .v311 }
        configuration.will = will.map(concessions.applied)
        return configuration
    }
}

extension ConnectionEnd {
    /// The part of CONNECT that a broker may have refused.
    enum Objection: Sendable, Equatable {
        case version
        case retained
        case qualityOfService
        /// The broker closed the connection without an answer.
        case end
        /// The broker does not answer.
        case silence
    }
}
