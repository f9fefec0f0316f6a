/// What a broker is conceded that turns away who wants all of MQTT.
///
/// It is found out by trying: each is tried at once where the broker's answer, or that there is none, suggests it.
struct Concessions: Sendable, Equatable {
    /// After a connection that lasted so long the newer version is tried again: the broker may be another one.
    private static let versionKept = Duration.seconds(3600)

    /// MQTT 3.1.1 where 5 was wanted.
    var speaksOlderVersion = false
    /// Nothing is retained, the will neither.
    var retainsNothing = false
    /// All is sent at QoS 0.
    var acknowledgesNothing = false

    /// What is to be tried next with a broker that turned this away for that reason; nil where there is no more to try.
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
                // Over 3.1.1 a broker does not say what of a will it does not take.
                return next.withoutMore(of: will)
            } else {
                return nil
            }
        default: return nil
        }
        return next
    }

    /// What is asked for in the connection after one that lasted so long: the version that was found out, and all else anew.
    func remembered(after lasted: Duration) -> Self {
        Self(speaksOlderVersion: speaksOlderVersion && lasted < Self.versionKept)
    }

    private func speaksVersion5(_ configuration: ClientConfiguration) -> Bool {
        configuration.protocolVersion == .v5 && !speaksOlderVersion
    }

    /// First no retained will, then none at QoS 1, then neither.
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

    /// The message as such a broker takes it.
    func applied(to message: OutgoingMessage) -> OutgoingMessage {
        guard retainsNothing || acknowledgesNothing else { return message }
        var message = message
        if retainsNothing { message.isRetained = false }
        if acknowledgesNothing { message.qualityOfService = .atMostOnce }
        return message
    }

    /// What the owner is told of each.
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
    /// The same for a broker that is conceded so much.
    func conceding(_ concessions: Concessions) -> ClientConfiguration {
        var configuration = self
        configuration.concessions = concessions
        if concessions.speaksOlderVersion { configuration.protocolVersion = .v311 }
        configuration.will = will.map(concessions.applied)
        return configuration
    }
}

extension ConnectionEnd {
    /// What a broker that did not let us in may have against the way in which we asked.
    enum Objection: Sendable, Equatable {
        case version
        case retained
        case qualityOfService
        /// It ended the connection without an answer.
        case end
        /// It does not answer.
        case silence
    }
}
