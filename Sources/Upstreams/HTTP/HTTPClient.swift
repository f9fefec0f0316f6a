/// Fetches over HTTP and HTTPS, on one thread of its own that starts at the first request.
///
/// Connections and certificates are kept for the next request. A proxy is taken from the environment
/// (`https_proxy`, `no_proxy`), as libcurl does.
package final class HTTPClient: Sendable {
    private let engine: HTTPEngine

    /// Presents itself as `kiatsu/<version> (+<contact>)`; `contact` is where the operator of an upstream can write to.
    package init(version: String, contact: String?, limits: HTTPLimits = HTTPLimits()) {
        let agent = "kiatsu/\(version)" + (contact.map { " (+\($0))" } ?? "")
        // A line break here would begin a header.
        let printable = agent.unicodeScalars.filter { (" "..."~").contains($0) }
        engine = HTTPEngine(userAgent: String(String.UnicodeScalarView(printable)), limits: limits)
    }

    deinit {
        engine.shutDown()
    }

    /// Returns the answer of whatever status, as long as it came whole and within the limits.
    ///
    /// Cancelling the task gives the request up at once.
    package func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        try await engine.send(request).get()
    }

    /// Ends all requests with ``HTTPFailure/shutDown``, later ones too, and the thread.
    package func shutDown() {
        engine.shutDown()
    }
}
