/// The reason why a server's certificate is refused.
package enum CertificateFault: Sendable, Equatable {
    /// No known authority vouches for it.
    case untrusted
    /// It has expired.
    case expired
    /// It is not valid yet.
    case notYetValid
    /// It is for another name.
    case wrongName
}

/// The reason why a request has no answer; it holds no part of a query, a header or a body.
package enum HTTPFailure: Error, Sendable, Equatable {
    /// The address is not an absolute `http` or `https` URL.
    case invalidURL
    /// A header's name or value holds what no header may hold.
    case invalidHeader
    /// The host's name has no address.
    case resolve(host: String)
    /// The host accepts no connection.
    case connect(host: String)
    /// A limit of time has passed: to connect, to answer, or to continue.
    case timeout(host: String)
    /// The server's certificate is refused.
    case certificate(host: String, CertificateFault)
    /// TLS failed; `detail` is libcurl's message.
    case tls(host: String, detail: String)
    /// The connection ended before the answer did.
    case cutOff(host: String)
    /// The answer is not HTTP, or not in the encoding that it declares.
    case garbled(host: String)
    /// The body exceeds the limit.
    case tooLarge(host: String, limitBytes: Int)
    /// The headers exceed the limit.
    case headersTooLarge(host: String, limitBytes: Int)
    /// The configured proxy was not found, or refused the request.
    case proxy(host: String)
    /// `limit` requests wait already.
    case tooManyRequests(limit: Int)
    /// The task was cancelled.
    case cancelled
    /// The client was shut down.
    case shutDown
    /// libcurl or its thread failed: the host is out of memory, threads or descriptors.
    case unavailable
}

extension HTTPFailure {
    /// True where the server may have received the request.
    var mayHaveBeenCounted: Bool {
        switch self {
        case .invalidURL, .invalidHeader, .resolve, .connect, .proxy, .certificate, .tls, .tooManyRequests, .shutDown,
            .unavailable:
            false
        case .timeout, .cutOff, .garbled, .tooLarge, .headersTooLarge, .cancelled: true
        }
    }
}

extension HTTPFailure: CustomStringConvertible {
    /// The same as ``message``.
    package var description: String { message }

    /// One line for the user: the failure, with its remedy where there is one.
    package var message: String {
        switch self {
        case .invalidURL: "the address is not an absolute http or https URL: check the configured base URL"
        case .invalidHeader: "a header holds a line break or another forbidden character: check the configured key"
        case .resolve(let host): "the name \(host) could not be resolved: check the network and its DNS"
        case .connect(let host): "no connection to \(host): check the network"
        case .timeout(let host): "\(host) took too long to answer: if it lasts, check the network"
        case .certificate(let host, let fault): "no secure connection to \(host): \(fault.message)"
        case .tls(let host, let detail):
            "no secure connection to \(host): \(detail): check this host's clock and ca-certificates, and the base URL"
        case .cutOff(let host):
            "\(host) closed the connection in the middle of its answer: if it lasts, check the network"
        case .garbled(let host):
            "\(host) answered with something that is not HTTP: check the base URL, and whether a proxy "
                + "answers instead"
        case .tooLarge(let host, let limit): "\(host) answered with more than \(limit) bytes: check the base URL"
        case .headersTooLarge(let host, let limit):
            "\(host) answered with headers of more than \(limit) bytes: check the base URL, and whether a proxy "
                + "answers instead"
        case .proxy(let host):
            "the proxy that leads to \(host) could not be reached or refuses: check https_proxy, http_proxy and "
                + "no_proxy"
        case .tooManyRequests(let limit): "\(limit) requests are waiting already: if it lasts, check the network"
        case .cancelled: "the request was cancelled"
        case .shutDown: "the HTTP client has been shut down"
        case .unavailable:
            "the HTTP client could not work: the host is out of memory, threads or descriptors, raise MemoryMax, "
                + "TasksMax or LimitNOFILE"
        }
    }
}

extension CertificateFault {
    /// The problem of the certificate, with its remedy.
    fileprivate var message: String {
        switch self {
        case .untrusted:
            "nobody whom this host trusts vouches for its certificate: install or update ca-certificates; if "
                + "an authority of your own signed it, name that in SSL_CERT_FILE; see whether a proxy answers in "
                + "its place"
        case .expired:
            "its certificate has expired: check this host's clock; if that is right, its owner has to renew it"
        case .notYetValid: "its certificate is not valid yet: this host's clock may be behind, have it set by NTP"
        case .wrongName:
            "its certificate is for another name: check the base URL, and whether a proxy or a login page answers in "
                + "its place"
        }
    }
}
