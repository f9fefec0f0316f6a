/// The limits of the HTTP client.
package struct HTTPLimits: Sendable {
    /// The longest time to resolve the name, connect and complete the TLS handshake.
    package var connectTime: Duration = .seconds(10)
    /// The longest time from the start of a request to the last byte of its answer, redirects included, without the
    /// wait in the queue.
    package var totalTime: Duration = .seconds(30)
    /// The speed below which an answer is given up after ``lowSpeedSeconds``.
    package var lowSpeedBytesPerSecond = 100
    /// The time for which an answer may be slower than ``lowSpeedBytesPerSecond``.
    package var lowSpeedSeconds = 10
    /// The largest body after decompression, in bytes.
    package var bodyBytes = 1 << 20
    /// The largest size of all headers of one answer, in bytes.
    package var headerBytes = 64 << 10
    /// The most redirects within one server; none is followed to another.
    package var redirects = 3
    /// The most requests that wait.
    package var waiting = 256
    /// The most requests in flight.
    package var inFlight = 8
    /// The most requests in flight to one scheme, host and port.
    package var inFlightPerHost = 2

    package init() {}
}
