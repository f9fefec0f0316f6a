package import Configuration
package import Messaging
import Widgets

extension Configuration.MQTT {
    /// The broker as a person names it.
    var address: String { host.hasPrefix("/") ? host : "\(host):\(port)" }

    /// The client id of a command, another one each time: in containers all have the same process number.
    package func clientID(of command: String) -> String {
        "\(clientID)-\(command)-\(String(UInt32.random(in: .min ... .max), radix: 36))"
    }

    /// The topic of the bridge's health report.
    var healthTopic: String { "\(baseTopic)/bridge/health" }

    /// The message that clears the health report: a bridge that is offline has none.
    var healthClearing: OutgoingMessage { OutgoingMessage(topic: healthTopic, payload: [], isRetained: true) }

    /// The retained `online` or `offline`.
    func stateMessage(_ state: String) -> OutgoingMessage {
        OutgoingMessage(topic: "\(baseTopic)/bridge/state", payload: Array(state.utf8), isRetained: true)
    }
}

extension ClientConfiguration {
    /// The configuration to reach the broker and log in, without will and subscriptions.
    package init(reaching mqtt: Configuration.MQTT, clientID: String) {
        self.init(host: mqtt.host, port: UInt16(mqtt.port), clientID: clientID)
        protocolVersion = mqtt.protocol == .mqtt5 ? .v5 : .v311
        fallsBackToOlderVersion = !mqtt.isProtocolNamed
        username = mqtt.username
        password = mqtt.password?.reveal()
        tls = mqtt.tls.map { TLS($0) }
    }

    /// The one connection: `online` while it is there, `offline` as the last will, commands of all panels.
    ///
    /// `birthTopic` is where Home Assistant says that it has started.
    init(_ mqtt: Configuration.MQTT, birthTopic: String? = nil) {
        self.init(reaching: mqtt, clientID: mqtt.clientID)
        keepAliveSeconds = UInt16(mqtt.keepAlive.components.seconds)
        will = mqtt.stateMessage("offline")
        onConnect = [mqtt.stateMessage("online")]
        subscriptions = [
            // A retained command must be seen to be refused.
            Subscription(filter: "\(mqtt.baseTopic)/+/location/set", retainAsPublished: true, retainHandling: .always),
            Subscription(filter: "\(mqtt.baseTopic)/+/refresh", retainAsPublished: false, retainHandling: .never),
            Subscription(filter: "\(mqtt.baseTopic)/+/hello", retainAsPublished: false, retainHandling: .never),
            Subscription(
                filter: "\(mqtt.baseTopic)/bridge/request/#",
                retainAsPublished: false,
                retainHandling: .never
            ),
        ]
        if let birthTopic {
            subscriptions.append(
                Subscription(filter: birthTopic, retainAsPublished: false, retainHandling: .never)
            )
        }
    }
}

extension ClientConfiguration.TLS {
    fileprivate init(_ tls: Configuration.TLS) {
        let trust: Trust =
            switch tls.trust {
            case .authorities(let file): .authorities(file: file)
            case .preSharedKey(let identity, let key):
                .preSharedKey(identity: identity, key: key.hexadecimalBytes ?? [])
            case .anyone: .anyone
            }
        self.init(
            trust: trust,
            certificate: tls.certificate.map { certificate in
                ClientCertificate(
                    certificateFile: certificate.certificateFile,
                    keyFile: certificate.keyFile,
                    keyPassword: certificate.keyPassword?.reveal()
                )
            },
            serverName: tls.serverName,
            alpn: tls.alpn
        )
    }
}
