import Configuration
import Foundation
import Testing
import Widgets

struct TLSTests {
    private let system = Configuration.TLS.Trust.authorities(file: Configuration.TLS.systemAuthorities)

    /// Lets `body` have files of every kind, and reads configurations that stand beside them.
    private func withFiles(
        _ body: (
            _ directory: String,
            _ read: (_ mqtt: String, _ variables: [String: String]) throws -> (Configuration.MQTT, [String]),
            _ faults: (_ mqtt: String) -> [String]
        ) throws -> Void
    ) throws {
        try withDirectory { directory in
            try directory.write("-----BEGIN CERTIFICATE-----\n", to: "ca.pem")
            try directory.write("-----BEGIN CERTIFICATE-----\n", to: "client.pem")
            try directory.write("-----BEGIN PRIVATE KEY-----\n", to: "client.key")
            try directory.write("-----BEGIN PRIVATE KEY-----\n", to: "shown.key", mode: 0o644)
            try directory.write("-----BEGIN ENCRYPTED PRIVATE KEY-----\n", to: "locked.key")
            try directory.write("s3cret\n", to: "password")
            try directory.write("00112233445566778899aabbccddeeff\n", to: "psk")
            try directory.write("0011\n", to: "short")
            try directory.write("hunter2\n", to: "words")
            let file = directory.path + "/k.yaml"
            try body(
                directory.path,
                { mqtt, variables in
                    let environment = home.merging(variables) { $1 }
                    let result = try parse("mqtt: \(mqtt)\n" + panel, fileName: file, environment: environment)
                    return (result.configuration.mqtt, result.warnings)
                },
                { mqtt in issues("mqtt: \(mqtt)\n" + panel, fileName: file).map { String($0.dropFirst(file.count)) } }
            )
        }
    }

    @Test func `without a word of it there is no TLS, and with true the system's authorities and port 8883`() throws {
        try withFiles { _, read, _ in
            #expect(try read("{host: a}", [:]).0.tls == nil)
            #expect(try read("{tls: false}", [:]).0.tls == nil)
            #expect(try read("{tls: false}", [:]).0.port == 1883)
            for on in ["true", "{}"] {
                let (mqtt, warnings) = try read("{tls: \(on)}", [:])
                #expect(mqtt.port == 8883)
                #expect(mqtt.tls?.trust == system)
                #expect(mqtt.tls?.certificate == nil && mqtt.tls?.serverName == nil && mqtt.tls?.alpn == nil)
                #expect(warnings == [])
            }
            #expect(try read("{tls: true, port: 443}", [:]).0.port == 443)
        }
    }

    @Test func `files are beside the configuration`() throws {
        try withFiles { directory, read, _ in
            let (mqtt, warnings) = try read(
                "{tls: {ca_file: ca.pem, certificate_file: client.pem, key_file: locked.key, key_password_file: "
                    + "password, server_name: b.example, alpn: mqtt}}",
                [:]
            )
            let tls = try #require(mqtt.tls)
            #expect(tls.trust == .authorities(file: directory + "/ca.pem"))
            #expect(tls.certificate?.certificateFile == directory + "/client.pem")
            #expect(tls.certificate?.keyFile == directory + "/locked.key")
            #expect(tls.certificate?.keyPassword?.reveal() == "s3cret")
            #expect(tls.serverName == "b.example" && tls.alpn == "mqtt")
            #expect(warnings == [])
        }
    }

    @Test func `variables do the same`() throws {
        try withFiles { directory, read, _ in
            #expect(try read("{}", ["KIATSU_MQTT_TLS": "true"]).0.tls?.trust == system)
            let (mqtt, warnings) = try read(
                "{}",
                [
                    "KIATSU_MQTT_TLS_CA_FILE": directory + "/ca.pem",
                    "KIATSU_MQTT_TLS_CERTIFICATE_FILE": directory + "/client.pem",
                    "KIATSU_MQTT_TLS_KEY_FILE": directory + "/locked.key",
                    "KIATSU_MQTT_TLS_KEY_PASSWORD": "pass",
                    "KIATSU_MQTT_TLS_SERVER_NAME": "192.0.2.1", "KIATSU_MQTT_TLS_ALPN": "a",
                ]
            )
            #expect(mqtt.tls?.trust == .authorities(file: directory + "/ca.pem"))
            #expect(mqtt.tls?.certificate?.keyPassword?.reveal() == "pass")
            #expect(mqtt.tls?.serverName == "192.0.2.1" && mqtt.tls?.alpn == "a" && mqtt.port == 8883)
            #expect(warnings == [])
            let off = try read("{tls: {ca_file: ca.pem}}", ["KIATSU_MQTT_TLS": "false"])
            #expect(off.0.tls == nil && off.0.port == 1883 && off.1 == [])
            let shared = try read(
                "{tls: {psk_identity: k}}",
                ["KIATSU_MQTT_TLS_PSK": "00112233445566778899AABBCCDDEEFF"]
            )
            guard case .preSharedKey("k", let key)? = shared.0.tls?.trust else {
                Issue.record("no key")
                return
            }
            #expect(key.hexadecimalBytes?[15] == 0xFF)
        }
    }

    @Test func `a bare name is a systemd credential for the key and its password, too`() throws {
        try withFiles { directory, read, _ in
            let credentials = URL(filePath: directory + "/credentials")
            try FileManager.default.createDirectory(at: credentials, withIntermediateDirectories: false)
            try credentials.write("-----BEGIN ENCRYPTED PRIVATE KEY-----\n", to: "client.key", mode: 0o400)
            try credentials.write("credential", to: "password", mode: 0o400)
            let (mqtt, _) = try read(
                "{tls: {certificate_file: client.pem, key_file: client.key, key_password_file: password}}",
                ["CREDENTIALS_DIRECTORY": credentials.path]
            )
            #expect(mqtt.tls?.certificate?.keyFile == credentials.path + "/client.key")
            #expect(mqtt.tls?.certificate?.keyPassword?.reveal() == "credential")
            #expect(mqtt.tls?.certificate?.certificateFile == directory + "/client.pem")
        }
    }

    @Test func `insecure is warned of, and so is a key that others may read or guess`() throws {
        try withFiles { directory, read, _ in
            let (mqtt, warnings) = try read("{tls: {insecure: true}}", [:])
            #expect(mqtt.tls?.trust == .anyone)
            #expect(warnings.count == 1 && warnings[0].hasPrefix("mqtt.tls.insecure is true: "))
            #expect(try read("{tls: {insecure: false}}", [:]).0.tls?.trust == system)
            let path = directory + "/shown.key"
            #expect(
                try read("{tls: {certificate_file: client.pem, key_file: shown.key}}", [:]).1 == [
                    "\(path) can be read by every user of this machine; chmod 600 \(path)"
                ]
            )
            let short = try read("{tls: {psk_identity: k, psk_file: short}}", [:]).1
            #expect(short.count == 1 && short[0].contains("can be guessed"))
        }
    }

    @Test(arguments: [
        ("{tls: }", ":1:8: mqtt.tls: expected true or false, found nothing"),
        ("{tls: yes}", ":1:13: mqtt.tls: expected true or false, found “yes”"),
        ("{tls: {insecure: 1}}", ":1:24: mqtt.tls.insecure: expected true or false, found “1”"),
        ("{tls: {insecur: true}}", ":1:14: mqtt.tls.insecur: unknown key; did you mean `insecure`?"),
        ("{tls: {ca_file: none.pem}}", ":1:23: mqtt.tls.ca_file: $D/none.pem cannot be read: No such file"),
        ("{tls: {ca_file: words}}", ":1:23: mqtt.tls.ca_file: $D/words holds no certificate in PEM"),
        ("{tls: {insecure: true, ca_file: ca.pem}}", ":1:39: mqtt.tls.ca_file: has no meaning beside `insecure`"),
        (
            "{tls: {certificate_file: client.pem}}",
            ":1:32: mqtt.tls.certificate_file: a certificate and its key go together; add `key_file` as well"
        ),
        (
            "{tls: {key_file: client.key}}",
            ":1:24: mqtt.tls.key_file: a certificate and its key go together; add `certificate_file` as well"
        ),
        (
            "{tls: {certificate_file: client.pem, key_file: client.pem}}",
            ":1:54: mqtt.tls.key_file: $D/client.pem holds no private key in PEM"
        ),
        (
            "{tls: {certificate_file: client.pem, key_file: locked.key}}",
            ":1:54: mqtt.tls.key_file: $D/locked.key is encrypted, and there is no password; add `key_password_file`"
        ),
        (
            "{tls: {key_password_file: password}}",
            ":1:33: mqtt.tls.key_password_file: there is no key to decrypt"
        ),
        (
            "{tls: {key_password: hunter2, certificate_file: client.pem, key_file: client.key}}",
            ":1:14: mqtt.tls.key_password: a secret must not stand in this file"
        ),
        ("{tls: {psk_file: psk}}", ":1:13: mqtt.tls.psk_identity: missing beside the key"),
        ("{tls: {psk_identity: k}}", ":1:13: mqtt.tls.psk_file: missing beside the identity"),
        (
            "{tls: {psk_identity: k, psk_file: words}}",
            ":1:41: mqtt.tls.psk_file: expected a key of 2 to 512 hexadecimal digits"
        ),
        (
            "{tls: {psk_identity: k, psk_file: psk, ca_file: ca.pem}}",
            ":1:55: mqtt.tls.ca_file: has no meaning beside `psk_file`"
        ),
        ("{tls: {alpn: 'a b'}}", ":1:20: mqtt.tls.alpn: expected the name of a protocol"),
        ("{tls: {server_name: 'https://a'}}", ":1:27: mqtt.tls.server_name: expected a host name or an address"),
        ("{host: /run/m.sock, tls: true}", ":1:32: mqtt.tls: a socket of this machine takes no TLS"),
    ])
    func `a fault is told with its place and its remedy`(mqtt: String, expected: String) throws {
        try withFiles { directory, _, faults in
            let found = faults(mqtt)
            #expect(found.count == 1, "\(found)")
            let line = try #require(found.first)
            #expect(line.hasPrefix(expected.replacing("$D", with: directory)), "\(line)")
            #expect(!line.contains("hunter2"))
        }
    }
}
