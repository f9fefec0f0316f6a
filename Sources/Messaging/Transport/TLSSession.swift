import CSSL

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// TLS on one socket that does not block.
///
/// Used on the client's thread alone.
@safe
final class TLSSession {
    /// Its observation tells of the handshake; goes after `raw`, whose callbacks use it.
    private let context: TLSContext
    /// Valid from `init` to `deinit`, which alone frees it.
    private let raw: OpaquePointer
    private(set) var isHandshakeDone = false
    /// True where the last operation continues once the socket is writable.
    private(set) var wantsToWrite = false
    /// True where sending waits for data to be read.
    private(set) var isHeld = false
    /// After an error nothing may be asked of OpenSSL any more.
    private var isBroken = false

    /// `descriptor` stays the caller's, who closes it after this.
    init(_ context: TLSContext, descriptor: Int32) throws(ConnectionEnd) {
        guard let raw = unsafe context.makeConnection() else {
            throw ConnectionEnd(.resources, "OpenSSL has no memory")
        }
        unsafe self.raw = unsafe raw
        self.context = context
        guard unsafe SSL_set_fd(raw, descriptor) == 1 else {
            throw ConnectionEnd(.resources, "OpenSSL has no memory")
        }
        unsafe kiatsu_ssl_leave_loss_to_reading(raw)
        unsafe kiatsu_ssl_write_in_parts(raw)
        unsafe SSL_set_connect_state(raw)
    }

    deinit { unsafe SSL_free(raw) }

    var hasBufferedInput: Bool { unsafe !isBroken && SSL_has_pending(raw) == 1 }

    func shakeHands() -> Descriptor.Transfer {
        attempt { _ in
            unsafe SSL_do_handshake(raw)
        } onSuccess: {
            isHandshakeDone = true
        }
    }

    func receive(into buffer: inout [UInt8]) -> Descriptor.Transfer {
        isHeld = false
        return unsafe buffer.withUnsafeMutableBytes { buffer in
            attempt { count in unsafe SSL_read_ex(raw, buffer.baseAddress, buffer.count, &count) }
        }
    }

    func send(_ bytes: ArraySlice<UInt8>) -> Descriptor.Transfer {
        let transfer = unsafe bytes.withUnsafeBytes { bytes in
            attempt { count in unsafe SSL_write_ex(raw, bytes.baseAddress, bytes.count, &count) }
        }
        isHeld = transfer == .wouldBlock && !wantsToWrite
        return transfer
    }

    func takeLeave() {
        guard isHandshakeDone, !isBroken else { return }
        ERR_clear_error()
        // The result does not matter: the socket is closed next.
        _ = unsafe SSL_shutdown(raw)
        ERR_clear_error()
    }

    private func attempt(
        _ body: (inout Int) -> Int32,
        onSuccess: () -> Void = {}
    ) -> Descriptor.Transfer {
        guard !isBroken else { return .ended }
        // Errors left in the queue would be taken for those of this call.
        ERR_clear_error()
        errno = 0
        wantsToWrite = false
        var count = 0
        let result = body(&count)
        guard result <= 0 else {
            onSuccess()
            return .moved(count)
        }
        let systemCode = errno
        switch unsafe SSL_get_error(raw, result) {
        case SSL_ERROR_WANT_READ: return .wouldBlock
        case SSL_ERROR_WANT_WRITE:
            wantsToWrite = true
            return .wouldBlock
        case SSL_ERROR_ZERO_RETURN: return .ended
        case SSL_ERROR_SYSCALL where systemCode == 0:
            isBroken = true
            return .ended
        case SSL_ERROR_SYSCALL:
            isBroken = true
            return .failed(systemCode)
        default:
            isBroken = true
            ERR_clear_error()
            return .failed(EPROTO)
        }
    }
}
