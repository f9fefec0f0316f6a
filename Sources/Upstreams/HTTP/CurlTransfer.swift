import CCurl

/// One of libcurl's easy handles and what has come in through it.
///
/// Lives on the HTTP client's thread alone, from its making to its end.
@safe final class CurlTransfer {
    let identifier: UInt64
    let easy: UnsafeMutableRawPointer
    private let origin: Origin
    private let limits: HTTPLimits
    private var headerList: UnsafeMutablePointer<curl_slist>?
    private var response = HTTPResponse(status: 0)
    private var headerBytes = 0
    private var isTooLarge = false
    private var hasLargeHeaders = false
    private var redirects = 0
    private var spentMilliseconds = 0

    init(
        identifier: UInt64,
        request: HTTPRequest,
        userAgent: String,
        authorityFile: String?,
        limits: HTTPLimits
    ) throws(HTTPFailure) {
        let url = request.wireURL
        guard let origin = Origin(url: url) else { throw .invalidURL }
        let lines = try request.wireHeaders()
        guard let easy = unsafe curl_easy_init() else { throw .unavailable }
        self.identifier = identifier
        unsafe self.easy = unsafe easy
        self.origin = origin
        self.limits = limits
        for line in lines {
            guard let longer = unsafe curl_slist_append(headerList, line) else { throw .unavailable }
            unsafe headerList = unsafe longer
        }
        try configure(url: url, userAgent: userAgent)
        if let authorityFile { try set(CURLOPT_CAINFO, authorityFile) }
    }

    deinit {
        unsafe curl_easy_cleanup(easy)
        unsafe curl_slist_free_all(headerList)
    }

    private func configure(url: String, userAgent: String) throws(HTTPFailure) {
        try set(CURLOPT_URL, url)
        try set(CURLOPT_USERAGENT, userAgent)
        try set(CURLOPT_PROTOCOLS_STR, "http,https")
        try set(CURLOPT_ACCEPT_ENCODING, "gzip")
        // libcurl's cache of CA certificates works only without a directory of them; the bundle file stays.
        try set(CURLOPT_CAPATH, nil)
        try set(CURLOPT_NOSIGNAL, 1)
        // Without it, giving up a request waits for its name to be resolved, and with it every other request.
        try set(CURLOPT_QUICK_EXIT, 1)
        try set(CURLOPT_CONNECTTIMEOUT_MS, limits.connectTime.wholeMilliseconds)
        try set(CURLOPT_TIMEOUT_MS, limits.totalTime.wholeMilliseconds)
        try set(CURLOPT_LOW_SPEED_LIMIT, limits.lowSpeedBytesPerSecond)
        try set(CURLOPT_LOW_SPEED_TIME, limits.lowSpeedSeconds)
        try set(CURLOPT_MAXFILESIZE, limits.bodyBytes)
        guard unsafe kiatsu_curl_set_headers(easy, headerList) == CURLE_OK else { throw .unavailable }
        try setCallbacks()
    }

    private func setCallbacks() throws(HTTPFailure) {
        // libcurl calls back only from curl_multi_perform and curl_multi_remove_handle, which run on this
        // object's thread while CurlMulti holds the object: the unretained pointer is alive then.
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        let code = unsafe kiatsu_curl_set_callbacks(
            easy,
            { bytes, size, count, context in
                let bytes = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
                return unsafe CurlTransfer.from(context)?.receiveHeader(bytes) ?? 0
            },
            { bytes, size, count, context in
                let bytes = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
                return unsafe CurlTransfer.from(context)?.receiveBody(bytes) ?? 0
            },
            context
        )
        guard code == CURLE_OK else { throw .unavailable }
    }

    private func set(_ option: CURLoption, _ value: String?) throws(HTTPFailure) {
        guard unsafe kiatsu_curl_set_string(easy, option, value) == CURLE_OK else { throw .unavailable }
    }

    private func set(_ option: CURLoption, _ value: Int) throws(HTTPFailure) {
        guard unsafe kiatsu_curl_set_long(easy, option, value) == CURLE_OK else { throw .unavailable }
    }

    private static func from(_ context: UnsafeMutableRawPointer?) -> CurlTransfer? {
        unsafe context.map { unsafe Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
    }
}

extension CurlTransfer {
    /// Returns how many bytes were taken: fewer than came make libcurl give up the transfer.
    private func receiveHeader(_ bytes: UnsafeRawBufferPointer) -> Int {
        headerBytes += bytes.count
        guard headerBytes <= limits.headerBytes else {
            hasLargeHeaders = true
            return 0
        }
        let line = unsafe String(decoding: bytes, as: UTF8.self)
        if line.hasPrefix("HTTP/") {
            // A status line: what came before belongs to an interim answer.
            response = HTTPResponse(status: 0)
        } else if let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) {
            let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }.prefix { !$0.isNewline }
            switch line[..<colon].lowercased() {
            case "retry-after": response.retryAfter = String(value)
            case "content-type": response.contentType = String(value)
            case "date": response.date = String(value)
            case "last-modified": response.lastModified = String(value)
            case "expires": response.expires = String(value)
            default: break
            }
        }
        return bytes.count
    }

    /// Returns how many bytes were taken: fewer than came make libcurl give up the transfer.
    private func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Int {
        guard response.body.count + bytes.count <= limits.bodyBytes else {
            isTooLarge = true
            return 0
        }
        unsafe response.body.append(contentsOf: bytes)
        return bytes.count
    }

    /// Prepares the next step when the answer is a redirect that may be followed; false when it is the answer.
    func followRedirect() throws(HTTPFailure) -> Bool {
        guard [301, 302, 303, 307, 308].contains(unsafe kiatsu_curl_status(easy)), redirects < limits.redirects,
            let location = unsafe kiatsu_curl_redirect(easy)
        else { return false }
        let url = unsafe String(cString: location)
        guard let target = Origin(url: url), origin.mayRedirect(to: target) else { return false }
        redirects += 1
        spentMilliseconds += unsafe kiatsu_curl_total_milliseconds(easy)
        let remaining = limits.totalTime.wholeMilliseconds - spentMilliseconds
        guard remaining > 0 else { throw .timeout(host: origin.host) }
        try set(CURLOPT_URL, url)
        try set(CURLOPT_TIMEOUT_MS, remaining)
        response = HTTPResponse(status: 0)
        headerBytes = 0
        return true
    }

    /// The result of the transfer that libcurl ended with `code`.
    func result(of code: CURLcode) -> Result<HTTPResponse, HTTPFailure> {
        if code == CURLE_OK, !isTooLarge, !hasLargeHeaders {
            response.status = unsafe kiatsu_curl_status(easy)
            return .success(response)
        }
        return .failure(failure(of: code))
    }

    private func failure(of code: CURLcode) -> HTTPFailure {
        let host = origin.host
        if hasLargeHeaders { return .headersTooLarge(host: host, limitBytes: limits.headerBytes) }
        if isTooLarge { return .tooLarge(host: host, limitBytes: limits.bodyBytes) }
        switch code {
        // libcurl gathers each header line before it hands it on, and says so where one is longer than it takes.
        case CURLE_OUT_OF_MEMORY where unsafe kiatsu_curl_request_bytes(easy) > 0, Self.valueTooLarge:
            return .headersTooLarge(host: host, limitBytes: limits.headerBytes)
        // The configured address was good enough for the first request: a redirect led to this one.
        case CURLE_URL_MALFORMAT where redirects > 0: return .garbled(host: host)
        case CURLE_URL_MALFORMAT: return .invalidURL
        case CURLE_COULDNT_RESOLVE_HOST: return .resolve(host: host)
        case CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY: return .proxy(host: host)
        case CURLE_COULDNT_CONNECT: return .connect(host: host)
        case CURLE_OPERATION_TIMEDOUT: return .timeout(host: host)
        case CURLE_FILESIZE_EXCEEDED: return .tooLarge(host: host, limitBytes: limits.bodyBytes)
        case CURLE_OUT_OF_MEMORY, CURLE_FAILED_INIT, CURLE_NOT_BUILT_IN, CURLE_BAD_FUNCTION_ARGUMENT,
            CURLE_INTERFACE_FAILED, CURLE_NO_CONNECTION_AVAILABLE, CURLE_UNRECOVERABLE_POLL:
            return .unavailable
        // libcurl's answer to a first line that is no status line; other protocols were refused before.
        case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING, CURLE_WRITE_ERROR,
            CURLE_HTTP2, CURLE_HTTP2_STREAM, CURLE_CHUNK_FAILED:
            return .garbled(host: host)
        case CURLE_PEER_FAILED_VERIFICATION: return .certificate(host: host, certificateFault)
        case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
            CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS,
            CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_ENGINE_INITFAILED,
            CURLE_SSL_CRL_BADFILE, CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_CLIENTCERT, CURLE_USE_SSL_FAILED:
            let detail = unsafe curl_easy_strerror(code).map { unsafe String(cString: $0) }
            return .tls(host: host, detail: detail ?? "TLS failed")
        // An empty answer, a broken one, a connection that was closed while it was read from or written to.
        default: return .cutOff(host: host)
        }
    }

    /// CURLE_TOO_LARGE, which newer releases than the one that this was built with may have.
    private static var valueTooLarge: CURLcode { CURLcode(100) }

    private var certificateFault: CertificateFault {
        switch unsafe Int(kiatsu_curl_verdict(easy)) {
        case KIATSU_CURL_VERIFY_OK, KIATSU_CURL_VERIFY_UNSPECIFIED: .wrongName
        case KIATSU_CURL_VERIFY_NOT_YET_VALID: .notYetValid
        case KIATSU_CURL_VERIFY_EXPIRED: .expired
        default: .untrusted
        }
    }
}

extension Duration {
    /// Milliseconds, rounded up: libcurl takes 0 for "no limit".
    fileprivate var wholeMilliseconds: Int {
        Int((self / .milliseconds(1)).rounded(.up).clamped(to: 1...86_400_000))
    }
}

extension Double {
    fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
        Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
    }
}
