import CCrypto

/// A private key of Ed25519 (RFC 8032), which signs; however it is printed, it shows nothing of itself.
///
/// Every pointer in here is made, used and freed within one call and reaches no other thread; between calls there are
/// only the 32 bytes of the seed.
struct Ed25519PrivateKey: Sendable {
    private let seed: [UInt8]

    static let signatureBytes = 64
    private static let seedBytes = 32

    /// Reads a PKCS #8 key in PEM (`-----BEGIN PRIVATE KEY-----`), whatever text stands around it.
    ///
    /// Returns nil when there is none, when it is encrypted, and for a key of another algorithm.
    init?(pem: String) {
        let bytes = Array(pem.utf8)
        guard let length = Int32(exactly: bytes.count) else { return nil }
        let seed = unsafe bytes.withUnsafeBytes { buffer -> [UInt8]? in
            // OpenSSL reads at most `length` bytes of the buffer, which outlives the BIO.
            guard let reader = unsafe BIO_new_mem_buf(buffer.baseAddress, length) else { return nil }
            defer { unsafe BIO_free(reader) }
            // Without a callback of ours, OpenSSL would ask the terminal for an encrypted key's password.
            guard let key = unsafe PEM_read_bio_PrivateKey(reader, nil, { _, _, _, _ in -1 }, nil) else { return nil }
            defer { unsafe EVP_PKEY_free(key) }
            return unsafe Self.seed(of: key)
        }
        guard let seed else { return nil }
        self.seed = seed
    }

    private static func seed(of key: OpaquePointer) -> [UInt8]? {
        guard unsafe EVP_PKEY_get_base_id(key) == EVP_PKEY_ED25519 else { return nil }
        var seed = [UInt8](repeating: 0, count: seedBytes)
        var length = seed.count
        // OpenSSL writes no more than the `length` that it is given, and says how much it was.
        guard unsafe EVP_PKEY_get_raw_private_key(key, &seed, &length) == 1, length == seedBytes else { return nil }
        return seed
    }

    /// The signature, ``signatureBytes`` long; nil only when memory has run out.
    func signature(of message: [UInt8]) -> [UInt8]? {
        guard let key = unsafe EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nil, seed, seed.count) else { return nil }
        defer { unsafe EVP_PKEY_free(key) }
        guard let context = unsafe EVP_MD_CTX_new() else { return nil }
        defer { unsafe EVP_MD_CTX_free(context) }
        var signature = [UInt8](repeating: 0, count: Self.signatureBytes)
        var length = signature.count
        // Ed25519 hashes by itself: no digest may be named. `length` is the buffer's size, then the bytes used.
        guard unsafe EVP_DigestSignInit(context, nil, nil, nil, key) == 1,
            unsafe EVP_DigestSign(context, &signature, &length, message, message.count) == 1,
            length == Self.signatureBytes
        else { return nil }
        return signature
    }
}

extension Ed25519PrivateKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    var description: String { "•••" }
    var debugDescription: String { description }
    var customMirror: Mirror { Mirror(self, children: []) }
}
