import CSSL

/// The state of a handshake as OpenSSL reports it.
struct TLSObservation {
    /// The fault found in a certificate.
    struct Verification {
        /// One of `X509_V_ERR_…`.
        var code: Int32
        /// True for the broker's own certificate, false for an intermediate one.
        var isOfBroker: Bool
        /// OpenSSL's words for the code.
        var words: String
    }

    var isHandshakeBegun = false
    var isHandshakeDone = false
    var verification: Verification?
    /// The broker's last words, one of `SSL_AD_…`.
    var receivedAlert: UInt8?
    /// The reason of OpenSSL's failure, in its words.
    var libraryReason: String?
}

extension ConnectionEnd {
    /// A file that TLS needs, named by `mqtt.tls.` and `key`, and that OpenSSL does not take.
    static func unusable(_ what: String, _ reason: String, key: String) -> ConnectionEnd {
        ConnectionEnd(.tls, "\(what) cannot be used: \(reason)", advice: "Correct mqtt.tls.\(key), or the file.")
    }

    /// The failure of the handshake; nil where TLS is not the reason.
    init?(_ observation: TLSObservation, _ tls: ClientConfiguration.TLS, host: String) {
        if let verification = observation.verification, verification.code != X509_V_OK {
            self.init(verification, tls, name: tls.serverName ?? host)
        } else if let alert = observation.receivedAlert {
            self.init(alert: Int32(alert), tls, name: tls.serverName ?? host)
        } else if let reason = observation.libraryReason {
            self.init(libraryReason: reason, tls)
        } else {
            return nil
        }
    }

    private init(
        _ verification: TLSObservation.Verification,
        _ tls: ClientConfiguration.TLS,
        name: String
    ) {
        let certificate =
            verification.isOfBroker ? "The broker's certificate" : "The certificate of the broker's authority"
        switch verification.code {
        case X509_V_ERR_CERT_HAS_EXPIRED:
            self.init(
                .tls,
                "\(certificate) has expired",
                advice: "Renew it and let the broker load it; if it is still valid, correct this machine's clock."
            )
        case X509_V_ERR_CERT_NOT_YET_VALID:
            self.init(
                .tls,
                "\(certificate) is not valid yet",
                advice: "Correct this machine's clock; if it is right, the certificate is not."
            )
        case X509_V_ERR_HOSTNAME_MISMATCH, X509_V_ERR_IP_ADDRESS_MISMATCH:
            self.init(
                .tls,
                "The broker's certificate is not for \(name)",
                advice: "Set mqtt.host to a name that stands in the certificate, or mqtt.tls.server_name if the broker "
                    + "is reached by another one; or have \(name) added to the certificate."
            )
        default:
            let advice =
                if case .authorities(let file) = tls.trust {
                    "Set mqtt.tls.ca_file to the certificate of the authority that signed the broker's (now \(file)); "
                        + "if that is right, somebody else answers in the broker's place."
                } else {
                    "Have the broker's listener take pre-shared keys, or set mqtt.tls.ca_file in the place of one."
                }
            self.init(.tls, "The broker's certificate is not trusted (\(verification.words))", advice: advice)
        }
    }

    private init(alert: Int32, _ tls: ClientConfiguration.TLS, name: String) {
        if case .preSharedKey(let identity, _) = tls.trust {
            self.init(
                .tls,
                "The broker does not accept the pre-shared key (\(Self.words(forAlert: alert)))",
                advice: "Check mqtt.tls.psk_identity (now \(identity)) and the key, and that the broker's listener "
                    + "takes pre-shared keys."
            )
            return
        }
        switch alert {
        case SSL_AD_PROTOCOL_VERSION: self.init(tooOld: ())
        case SSL_AD_BAD_CERTIFICATE, SSL_AD_UNSUPPORTED_CERTIFICATE, SSL_AD_CERTIFICATE_REVOKED,
            SSL_AD_CERTIFICATE_EXPIRED, SSL_AD_CERTIFICATE_UNKNOWN, SSL_AD_UNKNOWN_CA, TLS13_AD_CERTIFICATE_REQUIRED,
            SSL_AD_DECRYPT_ERROR, SSL_AD_ACCESS_DENIED,
            // TLS 1.2 sends it in place of "certificate required".
            SSL_AD_HANDSHAKE_FAILURE where tls.certificate == nil:
            self.init(clientCertificate: tls.certificate, words: Self.words(forAlert: alert))
        case TLS1_AD_UNRECOGNIZED_NAME:
            self.init(
                .tls,
                "The broker does not know the name \(name)",
                advice: "Set mqtt.host, or mqtt.tls.server_name, to the name that the broker goes by."
            )
        case TLS1_AD_NO_APPLICATION_PROTOCOL:
            self.init(
                .tls,
                "The broker does not take what ALPN asks for",
                advice: "Correct mqtt.tls.alpn (now \(tls.alpn ?? "not set"))."
            )
        default:
            self.init(
                .tls,
                "The broker refuses the TLS handshake (\(Self.words(forAlert: alert)))",
                advice: "The broker's log says more; a broker that asks for a certificate needs "
                    + "mqtt.tls.certificate_file and key_file."
            )
        }
    }

    private init(clientCertificate: ClientConfiguration.TLS.ClientCertificate?, words: String) {
        guard let clientCertificate else {
            self.init(
                .tls,
                "The broker ends the TLS handshake, probably for want of a certificate of ours (\(words))",
                advice: "Set mqtt.tls.certificate_file and mqtt.tls.key_file, if the broker's listener asks for them; "
                    + "its log says more."
            )
            return
        }
        self.init(
            .tls,
            "The broker does not accept our certificate \(clientCertificate.certificateFile) (\(words))",
            advice: "Check that it is valid, and signed by an authority that the broker trusts; the broker's log says "
                + "more."
        )
    }

    private init(tooOld: ()) {
        self.init(
            .tls,
            "The broker does not speak TLS 1.2 or later",
            advice: "Let it: what is older can be broken, and Kiatsu does not speak it."
        )
    }

    private init(libraryReason: String, _ tls: ClientConfiguration.TLS) {
        switch libraryReason {
        case "unsupported protocol", "version too low": self.init(tooOld: ())
        case "wrong version number", "packet length too long", "http request":
            self.init(
                .tls,
                "What answers does not speak TLS (\(libraryReason))",
                advice: "Check mqtt.host and mqtt.port: TLS has a port of its own, 8883 as a rule."
            )
        default:
            self.init(
                .tls,
                "The TLS handshake with the broker failed (\(libraryReason))",
                advice: "The broker's log says more; check its certificate and its TLS settings, and ours in mqtt.tls."
            )
        }
    }

    private static func words(forAlert alert: Int32) -> String {
        // OpenSSL 3.0 has no words for it.
        if alert == TLS13_AD_CERTIFICATE_REQUIRED { return "certificate required" }
        guard let words = unsafe SSL_alert_desc_string_long(alert) else { return "alert \(alert)" }
        return unsafe String(cString: words)
    }
}
