import Testing

@testable import Upstreams

struct RequestQueueTests {
    private let first: Origin
    private let second: Origin

    init() throws {
        first = try #require(Origin(url: "https://a.example/"))
        second = try #require(Origin(url: "https://b.example/"))
    }

    private func queue(_ change: (inout HTTPLimits) -> Void = { _ in }) -> RequestQueue {
        var limits = HTTPLimits()
        change(&limits)
        return RequestQueue(limits: limits)
    }

    // The macros take a mutating call only inside a function.
    private func append(_ identifier: UInt64, to origin: Origin, of queue: inout RequestQueue) -> Bool {
        queue.append(identifier, to: origin)
    }

    private func withdraw(_ identifier: UInt64, from queue: inout RequestQueue) -> Bool {
        queue.withdraw(identifier)
    }

    private func next(_ queue: inout RequestQueue) -> UInt64? { queue.next() }

    private func drain(_ queue: inout RequestQueue) -> [UInt64] {
        var started: [UInt64] = []
        while let identifier = queue.next() { started.append(identifier) }
        return started
    }

    @Test func `a server has two requests at a time, and others need not wait for it`() {
        var queue = queue()
        for identifier in 1...4 as ClosedRange<UInt64> { #expect(append(identifier, to: first, of: &queue)) }
        #expect(append(5, to: second, of: &queue))
        #expect(drain(&queue) == [1, 2, 5])
        queue.finished(2)
        #expect(drain(&queue) == [3])
    }

    @Test func `all servers together have eight`() throws {
        var queue = queue()
        for identifier in 0..<20 as Range<UInt64> {
            let origin = try #require(Origin(url: "https://host\(identifier).example/"))
            #expect(append(identifier, to: origin, of: &queue))
        }
        #expect(drain(&queue) == Array(0..<8))
        queue.finished(0)
        queue.finished(0)
        #expect(drain(&queue) == [8])
    }

    @Test func `a full queue takes no more`() {
        var queue = queue { $0.waiting = 2 }
        #expect(append(1, to: first, of: &queue))
        #expect(append(2, to: first, of: &queue))
        #expect(!append(3, to: first, of: &queue))
        #expect(next(&queue) == 1)
        #expect(append(4, to: first, of: &queue))
    }

    @Test func `only what waits can be withdrawn`() {
        var queue = queue()
        #expect(append(1, to: first, of: &queue))
        #expect(append(2, to: first, of: &queue))
        #expect(next(&queue) == 1)
        #expect(!withdraw(1, from: &queue))
        #expect(withdraw(2, from: &queue))
        #expect(!withdraw(2, from: &queue))
        #expect(next(&queue) == nil)
    }
}
