import CMosquitto
import Support

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A result of libmosquitto other than success.
struct MosquittoError: Error, Equatable {
    let code: Int32

    /// The value of `errno`, where `code` refers to it.
    let systemCode: Int32

    init(code: Int32, systemCode: Int32 = errno) {
        self.code = code
        self.systemCode = systemCode
    }

    /// The library's error for a socket that failed with this `errno`.
    init(ofSocket systemCode: Int32) {
        let isLost = systemCode == ECONNRESET || systemCode == EPIPE
        self.init(code: isLost ? MOSQ_ERR_CONN_LOST.code : MOSQ_ERR_ERRNO.code, systemCode: systemCode)
    }

    /// The library's message.
    var words: String {
        if code == MOSQ_ERR_ERRNO.code { return SystemError.words(for: systemCode) }
        guard let text = unsafe mosquitto_strerror(code) else { return "error \(code)" }
        return unsafe String(cString: text)
    }

    enum Cause {
        case tooLarge
        case invalidArgument
        case unsupported
        case connectionLost
        case unanswered
        case other
    }

    /// The cause that the code stands for.
    var cause: Cause {
        switch code {
        case MOSQ_ERR_OVERSIZE_PACKET.code, MOSQ_ERR_PAYLOAD_SIZE.code: .tooLarge
        case MOSQ_ERR_INVAL.code, MOSQ_ERR_MALFORMED_UTF8.code: .invalidArgument
        case MOSQ_ERR_QOS_NOT_SUPPORTED.code, MOSQ_ERR_RETAIN_NOT_SUPPORTED.code, MOSQ_ERR_NOT_SUPPORTED.code:
            .unsupported
        case MOSQ_ERR_CONN_LOST.code, MOSQ_ERR_NO_CONN.code: .connectionLost
        case MOSQ_ERR_KEEPALIVE.code: .unanswered
        default: .other
        }
    }
}

extension ConnectionEnd {
    /// The failure of the library to connect.
    init(_ error: MosquittoError) {
        let isOfResources = error.code == MOSQ_ERR_ERRNO.code && SystemError.isOfResources(error.systemCode)
        self.init(isOfResources ? .resources : .network, "No connection to the broker: \(error.words)")
    }
}
