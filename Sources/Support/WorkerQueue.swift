/// The order in which requests go to a ``WorkerThread``, and the number of those that wait or are in flight.
package protocol WorkerQueue: Sendable {
    associatedtype Request: Sendable

    /// Adds a request; returns false when the queue is full.
    mutating func append(_ identifier: UInt64, _ request: Request) -> Bool

    /// Takes the first request that may start now, which is then in flight; nil when none may.
    mutating func next() -> UInt64?

    /// Removes a request that waits; returns false when it does not wait (any more).
    mutating func withdraw(_ identifier: UInt64) -> Bool

    /// Gives the place of a request in flight to others; again for the same one, it does nothing.
    mutating func finished(_ identifier: UInt64)
}

/// A queue with one request in flight at a time, in the order of coming.
package struct SerialQueue<Request: Sendable>: WorkerQueue {
    private let limit: Int
    private var waiting: [UInt64] = []
    private var inFlight: UInt64?

    /// `limit` is the largest number of requests that wait.
    package init(limit: Int) {
        self.limit = limit
    }

    /// Adds a request; returns false when `limit` requests wait.
    package mutating func append(_ identifier: UInt64, _ request: Request) -> Bool {
        guard waiting.count < limit else { return false }
        waiting.append(identifier)
        return true
    }

    /// Takes the first request, unless another one is in flight.
    package mutating func next() -> UInt64? {
        guard inFlight == nil, !waiting.isEmpty else { return nil }
        let identifier = waiting.removeFirst()
        inFlight = identifier
        return identifier
    }

    /// Removes a request that waits; returns false when it does not wait (any more).
    package mutating func withdraw(_ identifier: UInt64) -> Bool {
        guard let index = waiting.firstIndex(of: identifier) else { return false }
        waiting.remove(at: index)
        return true
    }

    /// Lets the next request start; of any other than the one in flight, it does nothing.
    package mutating func finished(_ identifier: UInt64) {
        if inFlight == identifier { inFlight = nil }
    }
}
