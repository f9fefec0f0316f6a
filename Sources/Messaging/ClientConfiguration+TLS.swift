extension ClientConfiguration {
    /// How the connection is encrypted, by TLS 1.2 or later.
    ///
    /// The files are read at each connection, so that renewed ones need no restart.
    package struct TLS: Sendable {
        /// Whom to take for the broker.
        package enum Trust: Sendable {
            /// Who has a certificate for the server's name by an authority of this file, PEM.
            case authorities(file: String)
            /// Who has the same key; there are no certificates.
            case preSharedKey(identity: String, key: [UInt8])
            /// Whoever answers: what is sent may be read and changed by somebody in between.
            case anyone
        }

        /// What this client proves itself with, both in PEM.
        package struct ClientCertificate: Sendable {
            /// The certificate, then those that lead to its authority.
            package var certificateFile: String
            package var keyFile: String
            /// Decrypts the key; secret.
            package var keyPassword: String?

            package init(certificateFile: String, keyFile: String, keyPassword: String? = nil) {
                self.certificateFile = certificateFile
                self.keyFile = keyFile
                self.keyPassword = keyPassword
            }
        }

        /// Whom to take for the broker.
        package var trust: Trust
        /// What this client shows a broker that asks for it.
        package var certificate: ClientCertificate?
        /// The name or address that the broker's certificate is for; nil for the host's.
        package var serverName: String?
        /// The protocol that is asked for by ALPN, 1...255 bytes.
        package var alpn: String?

        package init(
            trust: Trust,
            certificate: ClientCertificate? = nil,
            serverName: String? = nil,
            alpn: String? = nil
        ) {
            self.trust = trust
            self.certificate = certificate
            self.serverName = serverName
            self.alpn = alpn
        }
    }
}

extension ClientConfiguration.TLS: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Only that there is something: neither the key nor the password.
    package var description: String { "TLS" }
    /// As ``description``.
    package var debugDescription: String { description }
    /// Empty, so that a dump shows no secret.
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
