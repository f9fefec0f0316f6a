import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A real HTTP/1.1 server on a free port of the loopback interface, which answers as a test says.
///
/// It stops when the last reference to it goes.
package final class HTTPServer: Sendable {
    package typealias Handler = @Sendable (Request) -> Response

    package struct Request: Sendable {
        package var method: String
        /// The path without its query.
        package var path: String
        /// Percent-decoded; of a name given twice the last stands.
        package var query: [String: String]
        /// By lower-case name.
        package var headers: [String: String]
    }

    /// Without a trailing slash: `http://127.0.0.1:49152`.
    package let baseURL: String
    private let core: HTTPServerCore

    package init(_ handler: @escaping Handler = { _ in .empty(status: 404) }) throws {
        let (listener, port) = try Loopback.listen()
        baseURL = "http://127.0.0.1:\(port)"
        core = HTTPServerCore(handler: handler, listener: listener)
        let core = core
        Thread.detachNewThread { core.acceptConnections() }
    }

    deinit {
        core.stop()
    }

    /// Changes what the next requests are answered.
    package func setHandler(_ handler: @escaping Handler) {
        core.state.withLock { $0.handler = handler }
    }

    /// All requests that have come so far, in their order.
    package var requests: [Request] { core.state.withLock { $0.requests } }

    /// The number of connections so far.
    package var connectionCount: Int { core.state.withLock { $0.connectionCount } }

    /// Waits until so many requests have come, and returns the last of them.
    package func request(_ number: Int) async -> Request {
        await core.wait { $0.requests.count >= number }
        return core.state.withLock { $0.requests[number - 1] }
    }

    /// Waits until a client has closed so many connections while the server held its answer back.
    package func abandonedAnswers(_ number: Int) async {
        await core.wait { $0.abandonedAnswers >= number }
    }

    /// Lets every ``Response/held(_:)`` answer go that is being held.
    package func release() {
        core.release()
    }

    /// Waits until exactly so many connections are open.
    package func openConnections(_ count: Int) async {
        await core.wait { $0.connections.count == count }
    }

    /// Closes all connections, and returns when they are closed; new ones are taken as before.
    package func closeConnections() async {
        core.hangUp()
        await openConnections(0)
    }

    /// Closes all connections and takes no new ones.
    package func stop() {
        core.stop()
    }
}

/// A call of the operating system that failed.
package struct SystemError: Error, CustomStringConvertible {
    package var call: String
    package var code: Int32

    package var description: String { "\(call): \(String(cString: strerror(code)))" }
}
