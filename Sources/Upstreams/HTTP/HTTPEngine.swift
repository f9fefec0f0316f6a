import Support

/// A request with the server that it goes to, by which its turn is decided.
struct RoutedRequest: Sendable {
    var request: HTTPRequest
    var origin: Origin
}

/// The thread that owns libcurl, and the requests on their way to it.
struct HTTPEngine: Sendable {
    typealias Answer = Result<HTTPResponse, HTTPFailure>
    private typealias Worker = WorkerThread<RequestQueue, HTTPResponse, HTTPFailure>

    private let worker: Worker

    init(userAgent: String, authorityFile: String?, limits: HTTPLimits) {
        worker = WorkerThread(
            name: "kiatsu-http",
            queue: RequestQueue(limits: limits),
            failures: Worker.Failures(
                isShutDown: .shutDown,
                isFull: .tooManyRequests(limit: limits.waiting),
                isCancelled: .cancelled,
                unavailable: { _ in .unavailable }
            )
        ) { wakeup throws(HTTPFailure) in
            let multi = try CurlMulti(
                userAgent: userAgent,
                authorityFile: authorityFile,
                limits: limits,
                wakeup: wakeup
            )
            return { Self.run(multi, for: $0) }
        }
    }

    func send(_ request: HTTPRequest) async -> Answer {
        // A query added after a fragment would be part of it, and never sent.
        guard let origin = Origin(url: request.url), !request.url.contains("#") else { return .failure(.invalidURL) }
        return await worker.perform(RoutedRequest(request: request, origin: origin))
    }

    func isAlive() async -> Bool { await worker.isAlive() }

    /// Ends every request and the thread, and returns when it is gone.
    func shutDown() { worker.shutDown() }

    /// The body of the thread.
    private static func run(_ multi: CurlMulti, for worker: Worker) {
        while let work = worker.takeWork() {
            var ended = work.cancelled.map { (identifier: $0, result: Answer.failure(.cancelled)) }
            for identifier in work.cancelled { multi.remove(identifier) }
            for (identifier, routed) in work.starts {
                do throws(HTTPFailure) {
                    try multi.start(routed.request, as: identifier)
                } catch {
                    ended.append((identifier, .failure(error)))
                }
            }
            ended += multi.perform()
            for (identifier, result) in ended { worker.finish(identifier, with: result) }
            // A place that has become free may have a request waiting for it.
            if ended.isEmpty { multi.wait() }
        }
        multi.removeAll()
    }
}
