#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Fetches over HTTP and HTTPS, on one thread of its own that starts at the first request.
///
/// Connections and certificates are kept for the next request. A proxy is taken from the environment
/// (`https_proxy`, `no_proxy`), as libcurl does, and another file of authorities (`SSL_CERT_FILE`), as curl does.
package final class HTTPClient: Sendable {
    private let engine: HTTPEngine
    private let version: String
    private let observe: Observer?

    /// A callback for each answer, with the time it took, the wait in the queue included.
    package typealias Observer = @Sendable (_ response: HTTPResponse, _ elapsed: Duration) -> Void

    /// The authorities that vouch for servers, PEM, as the environment names them; nil is the system's.
    package static let authorityFile = unsafe getenv("SSL_CERT_FILE").map { unsafe String(cString: $0) }

    /// Identifies itself as `kiatsu/<version> (+<contact>)`; `contact` is where the operator of an upstream can write
    /// to.
    package init(
        version: String,
        contact: String?,
        limits: HTTPLimits = HTTPLimits(),
        authorityFile: String? = authorityFile,
        observe: Observer? = nil
    ) {
        self.version = version
        self.observe = observe
        engine = HTTPEngine(
            userAgent: Self.userAgent(version: version, contact: contact),
            authorityFile: authorityFile,
            limits: limits
        )
    }

    /// The User-Agent for an upstream with a contact of its own.
    func userAgent(contact: String) -> String { Self.userAgent(version: version, contact: contact) }

    private static func userAgent(version: String, contact: String?) -> String {
        let agent = "kiatsu/\(version)" + (contact.map { " (+\($0))" } ?? "")
        // A line break here would begin a header.
        let printable = agent.unicodeScalars.filter { (" "..."~").contains($0) }
        return String(String.UnicodeScalarView(printable))
    }

    deinit {
        engine.shutDown()
    }

    /// Returns the answer of whatever status, as long as it came whole and within the limits.
    ///
    /// Cancelling the task gives the request up at once.
    package func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        guard let observe else { return try await engine.send(request).get() }
        let start = ContinuousClock.now
        let response = try await engine.send(request).get()
        observe(response, start.duration(to: .now))
        return response
    }

    /// Returns true once the thread has given a sign of life, or where none runs; false when the task is cancelled.
    package func isAlive() async -> Bool { await engine.isAlive() }

    /// Ends all requests with ``HTTPFailure/shutDown``, later ones too, and the thread.
    package func shutDown() {
        engine.shutDown()
    }
}
