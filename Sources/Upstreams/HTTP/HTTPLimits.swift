/// What the HTTP client puts up with.
package struct HTTPLimits: Sendable {
    /// To resolve, connect and agree on TLS.
    package var connectTime: Duration = .seconds(10)
    /// From the start of a request to the last byte of its answer, redirects included, waiting in the queue not.
    package var totalTime: Duration = .seconds(30)
    /// An answer slower than this for ``lowSpeedSeconds`` is given up.
    package var lowSpeedBytesPerSecond = 100
    package var lowSpeedSeconds = 10
    /// Of a body after decompression.
    package var bodyBytes = 1 << 20
    /// Of all the headers of one answer.
    package var headerBytes = 64 << 10
    /// Redirects within one server; none is followed to another.
    package var redirects = 3
    /// Requests that wait for a place.
    package var waiting = 256
    package var inFlight = 8
    /// Of one scheme, host and port.
    package var inFlightPerHost = 2

    package init() {}
}
