import Support

/// The requests in order of arrival, with a limit on those in flight, and a lower one for each server.
struct RequestQueue: WorkerQueue {
    private var waiting: [(identifier: UInt64, origin: Origin)] = []
    private var inFlight: [UInt64: Origin] = [:]
    private let limits: HTTPLimits

    init(limits: HTTPLimits) {
        self.limits = limits
    }

    mutating func append(_ identifier: UInt64, _ request: RoutedRequest) -> Bool {
        append(identifier, to: request.origin)
    }

    /// Returns false when the queue is full.
    mutating func append(_ identifier: UInt64, to origin: Origin) -> Bool {
        guard waiting.count < limits.waiting else { return false }
        waiting.append((identifier, origin))
        return true
    }

    /// Takes the first request that may start now.
    mutating func next() -> UInt64? {
        guard inFlight.count < limits.inFlight else { return nil }
        let index = waiting.firstIndex { request in
            inFlight.values.count { $0 == request.origin } < limits.inFlightPerHost
        }
        guard let index else { return nil }
        let request = waiting.remove(at: index)
        inFlight[request.identifier] = request.origin
        return request.identifier
    }

    /// Forgets a request that waits; returns false when it does not wait (any more).
    mutating func withdraw(_ identifier: UInt64) -> Bool {
        guard let index = waiting.firstIndex(where: { $0.identifier == identifier }) else { return false }
        waiting.remove(at: index)
        return true
    }

    /// Frees a started request's place; again for the same one, it does nothing.
    mutating func finished(_ identifier: UInt64) {
        inFlight[identifier] = nil
    }
}
