package import Configuration
package import Messaging
import Widgets

extension Configuration.MQTT {
    /// The broker's address as a person writes it.
    package var address: String { host.hasPrefix("/") ? host : "\(host):\(port)" }

    /// Returns a client id for a command, another one each time: in containers all have the same process number.
    package func clientID(of command: String) -> String {
        "\(clientID)-\(command)-\(String(UInt32.random(in: .min ... .max), radix: 36))"
    }
}

extension ClientConfiguration {
    /// The settings to reach the broker and log in, without will and subscriptions.
    package init(reaching mqtt: Configuration.MQTT, clientID: String) {
        self.init(host: mqtt.host, port: UInt16(mqtt.port), clientID: clientID)
        protocolVersion = mqtt.protocol == .mqtt5 ? .v5 : .v311
        fallsBackToOlderVersion = !mqtt.isProtocolNamed
        username = mqtt.username
        password = mqtt.password?.reveal()
        tls = mqtt.tls.map { TLS($0) }
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
