/// What a server answered, whatever its status.
package struct HTTPResponse: Sendable, Equatable {
    package var status: Int
    /// The headers of these names as they came, the last one where there are several.
    package var retryAfter: String?
    package var contentType: String?
    package var date: String?
    package var lastModified: String?
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
