import BridgeClient
import Configuration
import Messaging

/// The findings from connecting to the broker.
enum ConnectionFindings {
    private static let check = "connection"
    /// So many panels have more to publish at an hour mark than fits into a small window without a wait.
    private static let fleetPanels = 100
    private static let fleetWindow = 200

    static func failed(_ failure: ConnectionFailure?, _ configuration: Configuration) -> Finding {
        Finding(
            check,
            .fault,
            failure?.event ?? "\(configuration.mqtt.address) does not answer",
            remedy: failure?.advice ?? "Check mqtt.host, mqtt.port and the network between."
        )
    }

    /// A broker that did not let MQTT 5 in, and does with 3.1.1, as the bridge tries.
    static let fallsBack = Finding(
        "protocol",
        .warning,
        "the broker does not let MQTT 5 in; it lets us in with MQTT 3.1.1, which the bridge speaks with it, too",
        remedy: "Set mqtt.protocol: 3.1.1, and it begins with that."
    )

    /// After a failure with MQTT 5 that was none with 3.1.1.
    static func tooNew(_ failure: ConnectionFailure?) -> Finding {
        Finding(
            "protocol",
            .fault,
            "\(failure?.event ?? "The broker did not answer to MQTT 5"); it lets us in with MQTT 3.1.1",
            remedy: "Set mqtt.protocol: 3.1.1, or take the line out."
        )
    }

    /// In the middle; nil where it still stands, and the broker says nothing.
    static func lost(_ failure: ConnectionFailure?) -> Finding {
        Finding(
            check,
            .fault,
            "\(failure?.event ?? "The broker stopped answering"), in the middle of the examination",
            remedy: "See the broker's log; some hang up on who publishes what they may not."
                + (failure.map { " " + $0.advice } ?? "")
        )
    }

    /// The broker's acknowledgement of the connection.
    static func granted(
        _ acknowledgement: ConnectAcknowledgement,
        _ mqtt: Configuration.MQTT,
        panels: Int,
        after delay: Duration
    ) -> [Finding] {
        let user = mqtt.username.map { "as \($0)" } ?? "without a user name"
        let version = mqtt.protocol.rawValue
        let time = "after \(delay.milliseconds) ms"
        var findings = [
            Finding(check, .ok, "\(mqtt.address) lets us in \(user), over MQTT \(version), \(time)")
        ]
        guard mqtt.protocol == .mqtt5 else {
            findings.append(
                Finding(
                    "limits",
                    .unknown,
                    "over MQTT 3.1.1 a broker does not tell its limits",
                    remedy: "Set mqtt.protocol: 5 where the broker has it."
                )
            )
            return findings
        }
        return findings + limits(acknowledgement, panels: panels)
    }

    private static func limits(_ acknowledgement: ConnectAcknowledgement, panels: Int) -> [Finding] {
        var findings: [Finding] = []
        let packets = acknowledgement.maximumPacketSize.map { "packets of up to \($0) bytes" } ?? "packets of any size"
        let quality = acknowledgement.maximumQualityOfService
        let window = acknowledgement.receiveMaximum.map(Int.init) ?? 65_535
        var granted = ["\(packets)", "QoS \(quality)", "\(window) messages on their way"]
        if let seconds = acknowledgement.keepAliveSeconds { granted.append("keep alive \(seconds) s") }
        if let seconds = acknowledgement.sessionExpirySeconds { granted.append("sessions kept \(seconds) s") }
        let isNarrow = panels > fleetPanels && window < fleetWindow
        findings.append(
            Finding(
                "limits",
                isNarrow ? .warning : .ok,
                granted.joined(separator: ", "),
                remedy: isNarrow
                    ? "For \(panels) panels let it take more (mosquitto: max_inflight_messages 1000)." : nil
            )
        )
        if quality == 0 {
            findings.append(
                Finding(
                    "qos",
                    .warning,
                    "the broker takes QoS 0 alone: it acknowledges nothing, and what is lost comes with the next hour",
                    remedy: "Raise the broker's maximum QoS (mosquitto: max_qos)."
                )
            )
        }
        if !acknowledgement.hasWildcardSubscriptions {
            findings.append(
                Finding(
                    "wildcards",
                    .fault,
                    "the broker has no subscriptions with + and #: no command of a panel would arrive",
                    remedy: "Allow wildcard subscriptions in the broker's configuration."
                )
            )
        }
        return findings
    }
}

extension Duration {
    /// Rounded.
    var milliseconds: Int { Int((self / .milliseconds(1)).rounded()) }
}
