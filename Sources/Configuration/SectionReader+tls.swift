import JSON
import Text
import Widgets

extension SectionReader {
    /// `tls`: true for what the defaults give, or keys of its own; nil for no encryption.
    ///
    /// A variable of one of its keys asks for encryption as the key itself does.
    mutating func tls(host: String) -> Configuration.TLS? {
        if isDescribing {
            describe(
                "tls",
                inEach: [
                    { _ = $0.value("tls", .truth) },
                    { reader in _ = reader.section("tls", variables: nil) { $0.tlsKeys() } },
                ]
            )
            return nil
        }
        var isWanted: Bool
        let origin = origin(of: "tls")
        if case .mapping? = node("tls")?.content {
            isWanted = true
            if origin.isVariable { isWanted = value("tls", .truth) ?? true } else { ask(for: "tls") }
        } else {
            let variables = context.environment.filter { $0.key.hasPrefix("KIATSU_MQTT_TLS_") && !$0.value.isEmpty }
            isWanted = value("tls", .truth) ?? (has("tls") || !variables.isEmpty)
            _ = remove("tls")
            if !isWanted { findings.variables.formUnion(variables.keys) }
        }
        guard isWanted else {
            _ = remove("tls")
            return nil
        }
        if host.hasPrefix("/") {
            report(origin, "tls", "a socket of this machine takes no TLS", "remove it, or name a host")
        }
        return section("tls", variables: "KIATSU_MQTT_TLS") { $0.tlsKeys() }
    }

    private mutating func tlsKeys() -> Configuration.TLS {
        let authorities = file("ca_file", holding: ["-----BEGIN CERTIFICATE-----", "-----BEGIN TRUSTED CERTIFICATE"])
        let certificate = clientCertificate()
        let identity = value("psk_identity", .userName)
        let key = secret("psk")
        let isInsecure = value("insecure", .truth) ?? false
        var trust = Configuration.TLS.Trust.authorities(file: authorities?.path ?? Configuration.TLS.systemAuthorities)
        if has("psk_identity") || has("psk_file") || has("psk") {
            trust = preSharedKey(identity: identity, key: key)
        } else if isInsecure {
            excludes("insecure", ["ca_file"])
            trust = .anyone
            findings.warnings.append(
                "mqtt.tls.insecure is true: Kiatsu takes whoever answers for the broker, so that anybody in between "
                    + "can read the password and the positions, and send commands; remove it, and set "
                    + "mqtt.tls.ca_file to "
                    + "the certificate of the authority that signed the broker's"
            )
        } else if !has("ca_file"), !BoundedFile.exists(at: Configuration.TLS.systemAuthorities) {
            let problem = "the system's authorities are not there: \(Configuration.TLS.systemAuthorities)"
            report(origin, "ca_file", problem, "install ca-certificates, or name the broker's authority here")
        }
        return Configuration.TLS(
            trust: trust,
            certificate: certificate,
            serverName: value("server_name", .serverName),
            alpn: value("alpn", .alpn)
        )
    }

    private mutating func preSharedKey(identity: String?, key: Secret?) -> Configuration.TLS.Trust {
        excludes("psk_file", ["ca_file", "certificate_file", "key_file", "insecure"])
        if identity == nil, !has("psk_identity") {
            report(origin, "psk_identity", "missing beside the key", "add for example `psk_identity: kiatsu`")
        }
        if key == nil {
            report(origin, "psk_file", "missing beside the identity", "add for example `psk_file: kiatsu.psk`")
        }
        if let key, !key.reveal().isEmpty {
            let name = origin(of: "psk").isVariable ? "psk" : "psk_file"
            if let bytes = key.hexadecimalBytes {
                if bytes.count < 16 {
                    findings.warnings.append(
                        "the key of mqtt.tls.\(name) can be guessed, as it has less than 16 bytes; make one with "
                            + "`openssl rand -hex 32`"
                    )
                }
            } else {
                let remedy = "make one with `openssl rand -hex 32`, and give it to the broker as well"
                report(origin(of: name), name, "expected a key of 2 to 512 hexadecimal digits", remedy)
            }
        }
        return .preSharedKey(identity: identity ?? "", key: key ?? Secret(""))
    }

    private mutating func clientCertificate() -> Configuration.TLS.ClientCertificate? {
        let certificate = file("certificate_file", holding: ["-----BEGIN CERTIFICATE-----"])
        let key = file("key_file", holding: [" PRIVATE KEY-----"])
        let password = secret("key_password")
        for (one, other) in [("certificate_file", "key_file"), ("key_file", "certificate_file")]
        where has(one) && !has(other) {
            let remedy = "add `\(other)` as well"
            report(origin(of: one), one, "a certificate and its key go together", remedy)
        }
        if password != nil, !has("key_file") {
            let name = origin(of: "key_password").isVariable ? "key_password" : "key_password_file"
            report(origin(of: name), name, "there is no key to decrypt", "add `key_file`, or remove the password")
        }
        guard let certificate, let key else { return nil }
        if key.isWorldReadable {
            findings.warnings.append("\(key.path) can be read by every user of this machine; chmod 600 \(key.path)")
        }
        if password == nil, key.text.contains(substring: "ENCRYPTED") {
            let remedy = "add `key_password_file`, or set KIATSU_MQTT_TLS_KEY_PASSWORD"
            report(origin(of: "key_file"), "key_file", "\(key.path) is encrypted, and there is no password", remedy)
        }
        return Configuration.TLS.ClientCertificate(
            certificateFile: certificate.path,
            keyFile: key.path,
            keyPassword: password
        )
    }

    /// Reports each of `others` that is set beside `key`.
    private mutating func excludes(_ key: String, _ others: [String]) {
        for other in others where has(other) {
            report(origin(of: other), other, "has no meaning beside `\(key)`", "remove one of the two")
        }
    }

    private struct PEMFile {
        var path: String
        var text: String
        var isWorldReadable: Bool
    }

    /// The PEM file that `key` names, or the systemd credential; nil where it is absent, or faulty and reported.
    private mutating func file(_ key: String, holding marks: [String]) -> PEMFile? {
        guard let name = value(key, .filePath(example: "ca.pem")),
            let path = credential(name) ?? resolve(name, of: key)
        else { return nil }
        do throws(BoundedFile.ReadError) {
            let file = try BoundedFile(at: path, limit: 4 << 20)
            let text = String(decoding: file.bytes, as: UTF8.self)
            if marks.contains(where: { text.contains(substring: $0) }) {
                return PEMFile(path: path, text: text, isWorldReadable: file.isWorldReadable)
            }
            let what = key == "key_file" ? "private key" : "certificate"
            report(origin(of: key), key, "\(path) holds no \(what) in PEM", "name one, or convert it with openssl")
        } catch {
            let remedy = "correct the path or the file's permissions"
            report(origin(of: key), key, "\(path) cannot be read: \(error.words)", remedy)
        }
        return nil
    }
}

extension Format<Bool> {
    fileprivate static let truth = Format(
        expected: "true or false",
        example: "true",
        candidates: ["true", "false"],
        schema: .words(["true", "false"])
    ) { text in ["true": true, "false": false][text] }
}

extension Format<String> {
    fileprivate static let serverName = Format(
        expected: "a host name or an address, without scheme and port",
        example: "broker.example.org",
        showsFound: false,
        schema: .text(pattern: hostPattern)
    ) { text in text.hasPrefix("/") ? nil : host.parse(text) }

    fileprivate static let alpn = Format(
        expected: "the name of a protocol, 1 to 255 printable ASCII characters",
        example: "mqtt",
        schema: .text(pattern: "^[!-~]{1,255}$")
    ) { text in (1...255).contains(text.utf8.count) && text.utf8.allSatisfy { 0x21...0x7E ~= $0 } ? text : nil }
}
