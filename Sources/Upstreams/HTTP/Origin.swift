import CCurl

/// The scheme, host and port that an address leads to.
struct Origin: Hashable, Sendable {
    /// `http` or `https`.
    let scheme: String
    let host: String
    let port: String

    /// Returns nil for anything but an absolute `http` or `https` address, as libcurl itself reads it.
    init?(url: String) {
        guard let handle = unsafe curl_url() else { return nil }
        defer { unsafe curl_url_cleanup(handle) }
        guard unsafe curl_url_set(handle, CURLUPART_URL, url, 0) == CURLUE_OK else { return nil }
        func part(_ part: CURLUPart) -> String? {
            var text: UnsafeMutablePointer<CChar>?
            guard unsafe curl_url_get(handle, part, &text, UInt32(CURLU_DEFAULT_PORT)) == CURLUE_OK else { return nil }
            defer { unsafe curl_free(text) }
            return unsafe text.map { unsafe String(cString: $0).lowercased() }
        }
        guard let scheme = part(CURLUPART_SCHEME), scheme == "http" || scheme == "https",
            let host = part(CURLUPART_HOST), let port = part(CURLUPART_PORT)
        else { return nil }
        self.scheme = scheme
        self.host = host
        self.port = port
    }

    /// True where a request with its key may be redirected there: the same server, or its HTTPS port.
    func mayRedirect(to other: Origin) -> Bool {
        if self == other { return true }
        return host == other.host && scheme == "http" && port == "80" && other.scheme == "https" && other.port == "443"
    }
}
