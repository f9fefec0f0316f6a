/// The reason why there is no connection to the broker.
package struct ConnectionFailure: Error, Sendable, Equatable {
    /// The kind of a failure; it determines the wait.
    package enum Kind: Sendable, Equatable {
        /// No way to the broker: refused, unreachable, timed out, broken, or the broker is busy.
        case network
        /// The host's name has no address.
        case nameResolution
        /// The broker does not accept the user, the password or the client.
        case notAuthorized
        /// The broker does not speak this version of MQTT.
        case protocolVersion
        /// The other end violates MQTT.
        case protocolError
        /// The broker does not accept the client identifier.
        case clientIdentifier
        /// Another client uses the same identifier.
        case takenOver
        /// Connections end soon after they were made, without a reason.
        case shortLived
        /// The host or process has no descriptor or memory left for a connection.
        case resources
        /// TLS failed: certificates, keys or versions.
        case tls
    }

    /// The kind of the failure.
    package var kind: Kind

    /// The event, as a sentence without its full stop.
    package var event: String

    /// The remedy: one or more sentences.
    package var advice: String

    /// The event, the plan and the remedy, for the log.
    package var message: String

    /// The time until the next attempt.
    package var nextAttempt: Duration

    /// The event and the remedy, for a command that connects once.
    package var eventAndAdvice: String { "\(event). \(advice)" }
}

extension ConnectionFailure: CustomStringConvertible {
    /// The same as ``message``.
    package var description: String { message }
}

/// The end of an attempt or a connection, before its consequences are known.
struct ConnectionEnd: Error, Equatable {
    var kind: ConnectionFailure.Kind

    /// The event, as a sentence without its full stop.
    var event: String

    /// The remedy, where it differs from the kind's.
    var advice: String?
    /// The part of CONNECT that the broker may have refused; nil where nothing suggests so.
    var objection: Objection?

    init(
        _ kind: ConnectionFailure.Kind,
        _ event: String,
        advice: String? = nil,
        objection: Objection? = nil
    ) {
        self.kind = kind
        // Texts of other programs may end with one.
        self.event = String(event.reversed().drop { $0 == "." }.reversed())
        self.advice = advice
        self.objection = objection
    }

    /// The broker's answer to CONNECT: a return code of 3.1.1 (1–5) or a reason code of MQTT 5 (0x80 and more).
    init(connectReason code: UInt8) {
        switch code {
        case 1, 0x84:
            self.init(.protocolVersion, "The broker does not speak this version of MQTT", objection: .version)
        case 2, 0x85: self.init(.clientIdentifier, "The broker does not accept the client identifier")
        case 4, 0x86: self.init(.notAuthorized, "The broker does not accept the user name or the password")
        case 5, 0x87: self.init(.notAuthorized, "The broker does not let this client in (not authorized)")
        case 0x8A, 0x8C: self.init(.notAuthorized, "The broker has banned this client or its way to log in")
        case 3, 0x88, 0x89, 0x97, 0x9F: self.init(.network, "The broker is busy or not ready")
        case 0x9C, 0x9D: self.init(.network, "The broker asks to use another server")
        case 0x9A: self.init(.network, "The broker keeps no retained messages", objection: .retained)
        case 0x9B: self.init(.network, "The broker takes QoS 0 alone", objection: .qualityOfService)
        default: self.init(.network, "The broker refused the connection (reason 0x\(String(code, radix: 16)))")
        }
    }

    /// The broker's own DISCONNECT, a reason code of MQTT 5.
    init(disconnectReason code: UInt8) {
        switch code {
        case 0x8E: self.init(.takenOver, "Another client has connected with the same client identifier")
        case 0x87, 0x98: self.init(.notAuthorized, "The broker ended the connection (not authorized)")
        case 0x8B: self.init(.network, "The broker is shutting down")
        default: self.init(.network, "The broker ended the connection (reason 0x\(String(code, radix: 16)))")
        }
    }

    /// The failure as reported to the owner.
    func failure(nextAttempt: Duration, configuration: ClientConfiguration) -> ConnectionFailure {
        let longest = configuration.backoff.growth(for: kind).maximum
        let plan = "Kiatsu tries again in \(nextAttempt.inSeconds), later at intervals of up to \(longest.inSeconds); "
        let advice = advice ?? advice(for: configuration)
        return ConnectionFailure(
            kind: kind,
            event: event,
            advice: advice,
            message: "\(event). \(plan)values wait meanwhile. \(advice)",
            nextAttempt: nextAttempt
        )
    }

    private func advice(for configuration: ClientConfiguration) -> String {
        switch kind {
        case .network, .protocolError:
            "If it lasts, check mqtt.host and mqtt.port (now \(configuration.address)), "
                + "that the broker runs, its log, and that no other client is called \(configuration.clientID)."
                + portAdvice(for: configuration)
        case .nameResolution: "Check mqtt.host (now \(configuration.host)) and this machine's name service."
        case .notAuthorized:
            "Check mqtt.username and the password, and the broker's rules for the client \(configuration.clientID)."
        case .protocolVersion:
            configuration.protocolVersion == .v5
                ? "Set mqtt.protocol: 3.1.1" : "Use a broker that speaks MQTT 3.1.1 or 5."
        case .clientIdentifier: "Choose another mqtt.client_id (now \(configuration.clientID))."
        case .takenOver:
            "Give each instance a mqtt.client_id of its own (now \(configuration.clientID)), or stop the other one."
        case .shortLived: Self.causes(for: configuration)
        case .resources: "Raise the service's LimitNOFILE, or see what uses up this machine's descriptors and memory."
        case .tls: "Check mqtt.tls, and the broker's log."
        }
    }

    /// The causes of short connections, the likeliest first: mosquitto 2.0 does not report a takeover.
    private static func causes(for configuration: ClientConfiguration) -> String {
        "The broker's log tells why: another client may be called \(configuration.clientID), too (give each a "
            + "mqtt.client_id of its own); or it hangs up on a message that its rules forbid or that is too large for "
            + "it; or it is out of memory."
    }

    private func portAdvice(for configuration: ClientConfiguration) -> String {
        switch (configuration.tls != nil, configuration.port) {
        case (true, 1883): " Port 1883 is as a rule without TLS, which has 8883."
        case (false, 8883): " Port 8883 is as a rule for TLS: set mqtt.tls."
        default: ""
        }
    }
}

extension Duration {
    fileprivate var inSeconds: String {
        let tenths = (self / .milliseconds(100)).rounded()
        return tenths.truncatingRemainder(dividingBy: 10) == 0 ? "\(Int(tenths / 10)) s" : "\(tenths / 10) s"
    }
}
