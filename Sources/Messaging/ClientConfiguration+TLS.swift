extension ClientConfiguration {
    /// Encryption of the connection, by TLS 1.2 or later.
    ///
    /// The files are read at each connection, so that renewed ones need no restart.
    package struct TLS: Sendable {
        /// The proof of the broker's identity.
        package enum Trust: Sendable {
            /// A certificate for the server's name by an authority in this file, PEM.
            case authorities(file: String)
            /// The same pre-shared key, without certificates.
            case preSharedKey(identity: String, key: [UInt8])
            /// None: somebody in between may read and change the traffic.
            case anyone
        }

        /// The client's certificate with its key, both in PEM.
        package struct ClientCertificate: Sendable {
            /// The file of the certificate, followed by the intermediate ones.
            package var certificateFile: String
            /// The file of the private key.
            package var keyFile: String
            /// The password of the key; secret.
            package var keyPassword: String?

            package init(certificateFile: String, keyFile: String, keyPassword: String? = nil) {
                self.certificateFile = certificateFile
                self.keyFile = keyFile
                self.keyPassword = keyPassword
            }
        }

        /// The proof of the broker's identity.
        package var trust: Trust
        /// The client's certificate for a broker that requests one.
        package var certificate: ClientCertificate?
        /// The name or address in the broker's certificate; nil for the host's.
        package var serverName: String?
        /// The protocol requested by ALPN, 1...255 bytes.
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
    /// A constant: neither key nor password.
    package var description: String { "TLS" }
    /// The same as ``description``.
    package var debugDescription: String { description }
    /// Empty, so that a dump shows no secret.
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
