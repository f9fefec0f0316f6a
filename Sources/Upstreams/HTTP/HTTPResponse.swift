/// A server's answer, of any status.
package struct HTTPResponse: Sendable, Equatable {
    /// The status code.
    package var status: Int
    /// `Retry-After` as received, the last one where there are several, as for the headers below.
    package var retryAfter: String?
    /// `Content-Type` as received.
    package var contentType: String?
    /// `Date` as received.
    package var date: String?
    /// `Last-Modified` as received.
    package var lastModified: String?
    /// `Expires` as received.
    package var expires: String?
    /// The whole body, decompressed.
    package var body: [UInt8]

    package init(
        status: Int,
        retryAfter: String? = nil,
        contentType: String? = nil,
        date: String? = nil,
        lastModified: String? = nil,
        expires: String? = nil,
        body: [UInt8] = []
    ) {
        self.status = status
        self.retryAfter = retryAfter
        self.contentType = contentType
        self.date = date
        self.lastModified = lastModified
        self.expires = expires
        self.body = body
    }
}
