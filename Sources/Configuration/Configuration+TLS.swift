package import Widgets

extension Configuration {
    /// The encryption of the connection to the broker: TLS 1.2 or later.
    package struct TLS: Sendable, Equatable {
        /// The proof of the broker's identity.
        package enum Trust: Sendable, Equatable {
            /// `ca_file`: who has a certificate for the server's name by an authority of this file; default
            /// ``systemAuthorities``.
            case authorities(file: String)
            /// `psk_identity` and `psk_file`: who has the same key, 1...256 bytes in hexadecimal digits; secret.
            case preSharedKey(identity: String, key: Secret)
            /// `insecure: true`: whoever answers.
            case anyone
        }

        /// The client's certificate with its key.
        package struct ClientCertificate: Sendable, Equatable {
            /// `certificate_file`: PEM.
            package var certificateFile: String
            /// `key_file`: PEM.
            package var keyFile: String
            /// Secret: `key_password_file` or `KIATSU_MQTT_TLS_KEY_PASSWORD`.
            package var keyPassword: Secret?
        }

        /// The proof of the broker's identity.
        package var trust: Trust
        /// The client's certificate for a broker that requests one.
        package var certificate: ClientCertificate?
        /// `server_name`: what the broker's certificate is for; nil for ``MQTT/host``.
        package var serverName: String?
        /// The protocol that is asked for by ALPN, 1...255 bytes; none by default.
        package var alpn: String?

        /// The authorities that the system trusts, where Debian keeps them.
        package static let systemAuthorities = "/etc/ssl/certs/ca-certificates.crt"
    }
}

extension Secret {
    /// The bytes that hexadecimal digits stand for, 1...256; nil for anything else.
    package var hexadecimalBytes: [UInt8]? {
        let digits = Array(reveal().utf8)
        guard (2...512).contains(digits.count), digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = Character(Unicode.Scalar(digits[index])).hexDigitValue,
                let low = Character(Unicode.Scalar(digits[index + 1])).hexDigitValue
            else { return nil }
            bytes.append(UInt8(high << 4 | low))
        }
        return bytes
    }
}
