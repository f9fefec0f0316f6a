import TestSupport
import Testing

@testable import Upstreams

extension HTTPClientTests {
    @Test func `cancelling ends the call and the connection`() async throws {
        let server = try HTTPServer { _ in .silence }
        let url = server.baseURL
        let client = Self.client()
        let task = Task { await Self.failure(of: HTTPRequest(url: url), with: client) }
        _ = await server.request(1)
        task.cancel()
        #expect(await task.value == .cancelled)
        await server.abandonedAnswers(1)
    }

    @Test func `a task that is cancelled before it asks gets no answer`() async throws {
        let server = try HTTPServer { _ in .silence }
        let url = server.baseURL
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await Self.failure(of: HTTPRequest(url: url))
        }
        #expect(await task.value == .cancelled)
    }

    @Test func `one server gets two requests at a time, and a full queue refuses the next`() async throws {
        let server = try HTTPServer { request in .held(.json(request.path)) }
        let url = server.baseURL
        let client = Self.client { $0.waiting = 1 }
        let first = Task { try await client.send(HTTPRequest(url: url + "/1")).body }
        _ = await server.request(1)
        let second = Task { try await client.send(HTTPRequest(url: url + "/2")).body }
        _ = await server.request(2)
        // Both places are taken: of two more, one waits and one is refused.
        let more = (3...4).map { number in
            Task { await Self.failure(of: HTTPRequest(url: url + "/\(number)"), with: client) }
        }
        let refused = await withTaskGroup(of: HTTPFailure?.self) { group in
            for task in more { group.addTask { await task.value } }
            let first = await group.next() ?? nil
            for task in more { task.cancel() }
            return first
        }
        #expect(refused == .tooManyRequests(limit: 1))
        server.release()
        #expect(try await first.value == Array("/1".utf8))
        #expect(try await second.value == Array("/2".utf8))
        #expect(server.requests.count == 2)
    }

    @Test func `a place that a cancelled request leaves goes to the next in the queue`() async throws {
        let server = try HTTPServer { _ in .silence }
        let url = server.baseURL
        let client = Self.client()
        let held = (0..<2).map { _ in Task { await Self.failure(of: HTTPRequest(url: url), with: client) } }
        _ = await server.request(2)
        server.setHandler { _ in .json("{}") }
        let next = Task { try await client.send(HTTPRequest(url: url)).status }
        held[0].cancel()
        #expect(try await next.value == 200)
        held[1].cancel()
    }

    @Test func `the thread gives a sign of life while it waits for a server, and counts as alive where there is none`()
        async throws
    {
        let client = Self.client()
        #expect(await client.isAlive(), "it has not begun")
        let server = try HTTPServer { _ in .silence }
        let request = HTTPRequest(url: server.baseURL)
        let task = Task { await Self.failure(of: request, with: client) }
        _ = await server.request(1)
        for _ in 0..<10 { #expect(await client.isAlive()) }
        task.cancel()
        #expect(await task.value == .cancelled)
        client.shutDown()
        #expect(await client.isAlive(), "it has ended")
    }

    @Test func `shutting down ends what is on its way and what comes later`() async throws {
        let server = try HTTPServer { _ in .silence }
        let url = server.baseURL
        let client = Self.client()
        let tasks = (0..<5).map { _ in Task { await Self.failure(of: HTTPRequest(url: url), with: client) } }
        _ = await server.request(2)
        client.shutDown()
        for task in tasks { #expect(await task.value == .shutDown) }
        client.shutDown()
        #expect(await Self.failure(of: HTTPRequest(url: url), with: client) == .shutDown)
        await server.abandonedAnswers(2)
    }

    @Test func `the end of the client closes its connections`() async throws {
        let server = try HTTPServer { _ in .json("{}") }
        for _ in 0..<20 { _ = try await Self.client().send(HTTPRequest(url: server.baseURL)) }
        await server.openConnections(0)
        #expect(server.connectionCount == 20)
    }

    @Test(arguments: UInt64(0)..<20)
    func `whenever a request is cancelled, it ends once`(seed: UInt64) async throws {
        let server = try HTTPServer { _ in .json("{}") }
        let url = server.baseURL
        let client = Self.client()
        let ended = await withTaskGroup(of: Void.self) { group in
            for number in 0..<50 {
                group.addTask { _ = await Self.failure(of: HTTPRequest(url: url), with: client) }
                if (UInt64(number) &* 2_654_435_761 &+ seed) % 7 == 0 { group.cancelAll() }
            }
            var ended = 0
            for await _ in group { ended += 1 }
            return ended
        }
        #expect(ended == 50)
    }
}
