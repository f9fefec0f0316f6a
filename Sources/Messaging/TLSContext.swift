import CSSL

/// OpenSSL's settings for one connection, and what its handshake tells.
///
/// Used on the client's thread alone; the callbacks run within OpenSSL's functions that are called there.
@safe
final class TLSContext {
    /// The state of the handshake so far.
    private(set) var observation = TLSObservation()

    /// Valid from `init` to `deinit`; a connection holds a reference of its own, which it gives up before us.
    private let raw: OpaquePointer
    private let tls: ClientConfiguration.TLS
    /// The name to ask for; nil where the broker is known by an address, which must not be sent.
    private var serverName: String?

    /// Reads the files that are named.
    init(_ tls: ClientConfiguration.TLS, host: String) throws(ConnectionEnd) {
        guard let raw = unsafe SSL_CTX_new(TLS_client_method()) else {
            throw ConnectionEnd(.resources, "OpenSSL has no memory")
        }
        unsafe self.raw = unsafe raw
        self.tls = tls
        ERR_clear_error()
        _ = unsafe kiatsu_ssl_require_tls_1_2(raw)
        unsafe kiatsu_ssl_ignore_unexpected_eof(raw)
        // Unretained: the owner of this context ends the connection, and with it all callbacks, before it lets go of
        // it.
        unsafe SSL_CTX_set_ex_data(raw, 0, Unmanaged.passUnretained(self).toOpaque())
        setCallbacks()
        setServerName(tls.serverName ?? host)
        try setTrust()
        if let certificate = tls.certificate { try use(certificate) }
        if let alpn = tls.alpn {
            let name = [UInt8(clamping: alpn.utf8.count)] + alpn.utf8
            _ = unsafe SSL_CTX_set_alpn_protos(raw, name, UInt32(name.count))
        }
    }

    deinit { unsafe SSL_CTX_free(raw) }

    /// A connection that is not tied to a socket yet, and that the caller frees before this; nil without memory.
    func makeConnection() -> OpaquePointer? {
        guard let connection = unsafe SSL_new(raw) else { return nil }
        if let serverName { unsafe kiatsu_ssl_set_server_name(connection, serverName) }
        return unsafe connection
    }

    private func setServerName(_ name: String) {
        let parameters = unsafe SSL_CTX_get0_param(raw)
        // The scope of an IPv6 address is this machine's affair.
        let address = String(name.prefix { $0 != "%" })
        if unsafe X509_VERIFY_PARAM_set1_ip_asc(parameters, address) == 1 { return }
        unsafe X509_VERIFY_PARAM_set_hostflags(parameters, UInt32(X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS))
        unsafe X509_VERIFY_PARAM_set1_host(parameters, name, 0)
        serverName = name
    }

    private func setTrust() throws(ConnectionEnd) {
        switch tls.trust {
        case .authorities(let file):
            guard unsafe SSL_CTX_load_verify_locations(raw, file, nil) == 1 else {
                throw .unusable("The file of authorities \(file)", Self.reason(), key: "ca_file")
            }
            verify(SSL_VERIFY_PEER)
        case .preSharedKey:
            // A certificate in the place of the key finds no authority that would vouch for it.
            verify(SSL_VERIFY_PEER)
            unsafe SSL_CTX_set_psk_client_callback(raw) { connection, _, identity, identitySize, key, keySize in
                guard let context = unsafe TLSContext.from(connection),
                    case .preSharedKey(let name, let secret) = context.tls.trust,
                    name.utf8.count < Int(identitySize), secret.count <= Int(keySize)
                else { return 0 }
                let bytes = name.utf8CString
                for index in bytes.indices { unsafe identity?[index] = bytes[index] }
                for index in secret.indices { unsafe key?[index] = secret[index] }
                return UInt32(secret.count)
            }
        case .anyone: unsafe SSL_CTX_set_verify(raw, SSL_VERIFY_NONE, nil)
        }
    }

    private func verify(_ mode: Int32) {
        unsafe SSL_CTX_set_verify(raw, mode) { isGood, store in
            guard isGood == 0 else { return 1 }
            let index = SSL_get_ex_data_X509_STORE_CTX_idx()
            let connection = unsafe X509_STORE_CTX_get_ex_data(store, index).map { OpaquePointer($0) }
            if let context = unsafe TLSContext.from(connection) {
                let code = unsafe X509_STORE_CTX_get_error(store)
                context.observation.verification = TLSObservation.Verification(
                    code: code,
                    isOfBroker: unsafe X509_STORE_CTX_get_error_depth(store) == 0,
                    words: unsafe X509_verify_cert_error_string(Int(code)).map { unsafe String(cString: $0) } ?? ""
                )
            }
            return 0
        }
    }

    private func use(_ certificate: ClientConfiguration.TLS.ClientCertificate) throws(ConnectionEnd) {
        let (file, keyFile) = (certificate.certificateFile, certificate.keyFile)
        guard unsafe SSL_CTX_use_certificate_chain_file(raw, file) == 1 else {
            throw .unusable("The certificate \(file)", Self.reason(), key: "certificate_file")
        }
        // Without a function of our own OpenSSL would ask at the terminal.
        unsafe SSL_CTX_set_default_passwd_cb_userdata(raw, Unmanaged.passUnretained(self).toOpaque())
        unsafe SSL_CTX_set_default_passwd_cb(raw) { buffer, size, _, context in
            guard let context = unsafe context, let buffer = unsafe buffer else { return -1 }
            let password = unsafe Unmanaged<TLSContext>.fromOpaque(context).takeUnretainedValue()
                .tls.certificate?.keyPassword
            guard let password, password.utf8.count <= Int(size) else { return -1 }
            for (index, byte) in password.utf8.enumerated() { unsafe buffer[index] = CChar(bitPattern: byte) }
            return Int32(password.utf8.count)
        }
        guard unsafe SSL_CTX_use_PrivateKey_file(raw, keyFile, SSL_FILETYPE_PEM) == 1 else {
            let key = certificate.keyPassword == nil ? "key_file" : "key_file and the key's password"
            throw .unusable("The key \(keyFile) of the certificate \(file)", Self.reason(), key: key)
        }
    }

    /// OpenSSL's words for its oldest error, and forgets all of them.
    private static func reason() -> String {
        defer { ERR_clear_error() }
        return reason(for: ERR_peek_error()) ?? "for a reason that OpenSSL does not tell"
    }

    private static func reason(for code: UInt) -> String? {
        guard code != 0 else { return nil }
        return unsafe ERR_reason_error_string(code).map { unsafe String(cString: $0) }
    }

    private func setCallbacks() {
        unsafe SSL_CTX_set_info_callback(raw) { connection, event, value in
            guard let context = unsafe TLSContext.from(connection) else { return }
            switch event {
            case SSL_CB_HANDSHAKE_START: context.observation.isHandshakeBegun = true
            case SSL_CB_HANDSHAKE_DONE: context.observation.isHandshakeDone = true
            case SSL_CB_READ_ALERT where value & 0xFF != SSL_AD_CLOSE_NOTIFY:
                context.observation.receivedAlert = UInt8(truncatingIfNeeded: value)
            // Looked at while it has not been cleared yet.
            case SSL_CB_CONNECT_EXIT where value <= 0:
                if let reason = TLSContext.reason(for: ERR_peek_error()) { context.observation.libraryReason = reason }
            default: break
            }
        }
    }

    /// The context behind a connection, which is alive as long as the connection is.
    private static func from(_ connection: OpaquePointer?) -> TLSContext? {
        guard let connection = unsafe connection,
            let pointer = unsafe SSL_CTX_get_ex_data(SSL_get_SSL_CTX(connection), 0)
        else { return nil }
        return unsafe Unmanaged<TLSContext>.fromOpaque(pointer).takeUnretainedValue()
    }
}
