import TestSupport
import Testing
import Widgets

@testable import Upstreams

@Suite(.timeLimit(.minutes(4)))
struct HTTPClientTests {
    static func client(_ change: (inout HTTPLimits) -> Void = { _ in }) -> HTTPClient {
        var limits = HTTPLimits()
        change(&limits)
        return HTTPClient(version: "1.2", contact: "https://example.org/kiatsu", limits: limits)
    }

    static func failure(
        of request: HTTPRequest,
        with client: HTTPClient = client()
    ) async -> HTTPFailure? {
        do throws(HTTPFailure) {
            _ = try await client.send(request)
            return nil
        } catch {
            return error
        }
    }

    @Test func `an answer comes with its status, its headers and its body`() async throws {
        let headers = ["Retry-After": "7", "Date": "Sun, 06 Nov 1994 08:49:37 GMT"]
        let server = try HTTPServer { _ in .json(#"{"a":1}"#, status: 429, headers: headers) }
        let response = try await Self.client().send(HTTPRequest(url: server.baseURL + "/a"))
        let expected = HTTPResponse(
            status: 429,
            retryAfter: "7",
            contentType: "application/json; charset=utf-8",
            date: "Sun, 06 Nov 1994 08:49:37 GMT",
            body: Array(#"{"a":1}"#.utf8)
        )
        #expect(response == expected)
    }

    @Test func `a request carries its query, its headers, its secrets and the User-Agent`() async throws {
        let server = try HTTPServer { _ in .json("{}") }
        let request = HTTPRequest(
            url: server.baseURL + "/path?fixed=1",
            query: [("list", "1.50,-2.00"), ("text", "a&b=c d/é")],
            headers: [("X-Plain", "p"), ("X-Empty", "")],
            secretQuery: [("key", Secret("s&cret"))],
            secretHeaders: [("X-Key", Secret("hidden"))]
        )
        _ = try await Self.client().send(request)
        let seen = await server.request(1)
        #expect(seen.method == "GET")
        #expect(seen.path == "/path")
        #expect(seen.query == ["fixed": "1", "list": "1.50,-2.00", "text": "a&b=c d/é", "key": "s&cret"])
        #expect(seen.headers["x-plain"] == "p")
        #expect(seen.headers["x-empty"] == "")
        #expect(seen.headers["x-key"] == "hidden")
        #expect(seen.headers["user-agent"] == "kiatsu/1.2 (+https://example.org/kiatsu)")
        #expect(seen.headers["accept-encoding"] == "gzip")
    }

    @Test func `a line break in the contact does not begin a header`() async throws {
        let server = try HTTPServer { _ in .json("{}") }
        let client = HTTPClient(version: "1", contact: "a\r\nX-Injected: b")
        _ = try await client.send(HTTPRequest(url: server.baseURL))
        #expect(server.requests.first?.headers["x-injected"] == nil)
    }

    @Test(arguments: [("X-Key", "a\r\nX-Injected: b"), ("X-Key\n", "a"), ("X Key", "a"), ("", "a"), ("X-Key:", "a")])
    func `a header that would break its line is refused`(name: String, value: String) async throws {
        let server = try HTTPServer()
        let request = HTTPRequest(url: server.baseURL, secretHeaders: [(name, Secret(value))])
        #expect(await Self.failure(of: request) == .invalidHeader)
        #expect(server.requests.isEmpty)
    }

    @Test(arguments: [
        "", "host", "host/path", "ftp://127.0.0.1/", "file:///etc/passwd", "http://", "http://a b/",
        "http://a/\r\nX: y", "http://a/#b",
    ])
    func `an address that is not absolute http or https is refused`(url: String) async {
        #expect(await Self.failure(of: HTTPRequest(url: url)) == .invalidURL)
    }

    @Test func `requests one after another share a connection`() async throws {
        let server = try HTTPServer { _ in .json("{}") }
        let client = Self.client()
        for _ in 0..<5 { _ = try await client.send(HTTPRequest(url: server.baseURL)) }
        #expect(server.connectionCount == 1)
    }

    @Test func `a kept connection that the server has closed is replaced`() async throws {
        let server = try HTTPServer { _ in .json("{}") }
        let client = Self.client()
        _ = try await client.send(HTTPRequest(url: server.baseURL))
        await server.closeConnections()
        #expect(try await client.send(HTTPRequest(url: server.baseURL)).status == 200)
    }

    @Test func `many requests at once are all answered, each with its own answer`() async throws {
        let server = try HTTPServer { request in .json(request.path) }
        let client = Self.client()
        try await withThrowingTaskGroup(of: (String, [UInt8]).self) { group in
            for number in 0..<200 {
                let path = "/\(number)"
                group.addTask { (path, try await client.send(HTTPRequest(url: server.baseURL + path)).body) }
            }
            for try await (path, body) in group { #expect(body == Array(path.utf8)) }
        }
        #expect(server.connectionCount <= 2)
    }
}

// MARK: Limits

extension HTTPClientTests {
    @Test func `a compressed body is decompressed`() async throws {
        let text = String(repeating: "{\"value\": 1013.2}", count: 5000)
        let server = try HTTPServer { _ in .gzip(text) }
        let response = try await Self.client().send(HTTPRequest(url: server.baseURL))
        #expect(response.body == Array(text.utf8))
    }

    @Test func `the limit of a body counts what it decompresses to`() async throws {
        let server = try HTTPServer { _ in .gzipBomb }
        let failure = await Self.failure(of: HTTPRequest(url: server.baseURL))
        #expect(failure == .tooLarge(host: "127.0.0.1", limitBytes: 1 << 20))
        let patient = Self.client { $0.bodyBytes = 2 << 20 }
        #expect(try await patient.send(HTTPRequest(url: server.baseURL)).body.count == 2 << 20)
    }

    @Test func `a body may have as many bytes as the limit and no more`() async throws {
        let server = try HTTPServer { request in .json(request.path == "/more" ? "12345" : "1234") }
        let client = Self.client { $0.bodyBytes = 4 }
        #expect(try await client.send(HTTPRequest(url: server.baseURL)).body.count == 4)
        let failure = await Self.failure(of: HTTPRequest(url: server.baseURL + "/more"), with: client)
        #expect(failure == .tooLarge(host: "127.0.0.1", limitBytes: 4))
    }

    @Test func `a body without an end is cut at the limit`() async throws {
        let server = try HTTPServer { _ in .endless }
        let failure = await Self.failure(of: HTTPRequest(url: server.baseURL))
        #expect(failure == .tooLarge(host: "127.0.0.1", limitBytes: 1 << 20))
        await server.abandonedAnswers(1)
    }

    @Test func `a header line of 30 MB is said to be too large`() async throws {
        let line = "HTTP/1.1 200 OK\r\nX-Long: \(String(repeating: "x", count: 30_000_000))\r\n\r\n"
        let server = try HTTPServer { _ in .verbatim(line) }
        let failure = await Self.failure(of: HTTPRequest(url: server.baseURL))
        #expect(failure == .headersTooLarge(host: "127.0.0.1", limitBytes: 64 << 10))
    }

    @Test func `headers without an end are cut at the limit`() async throws {
        let line = "X-Long: " + String(repeating: "x", count: 5000) + "\r\n"
        let server = try HTTPServer { _ in
            .verbatim("HTTP/1.1 200 OK\r\n" + String(repeating: line, count: 20) + "Content-Length: 0\r\n\r\n")
        }
        let failure = await Self.failure(of: HTTPRequest(url: server.baseURL))
        #expect(failure == .headersTooLarge(host: "127.0.0.1", limitBytes: 64 << 10))
    }

    @Test func `a server that never answers is given up`() async throws {
        let server = try HTTPServer { _ in .silence }
        let client = Self.client { $0.totalTime = .milliseconds(100) }
        #expect(await Self.failure(of: HTTPRequest(url: server.baseURL), with: client) == .timeout(host: "127.0.0.1"))
        await server.abandonedAnswers(1)
    }

    @Test func `an answer that stops coming is given up long before the total time`() async throws {
        let server = try HTTPServer { _ in .stalled() }
        let client = Self.client { limits in
            limits.lowSpeedSeconds = 1
            limits.totalTime = .seconds(3600)
        }
        #expect(await Self.failure(of: HTTPRequest(url: server.baseURL), with: client) == .timeout(host: "127.0.0.1"))
        await server.abandonedAnswers(1)
    }

    @Test(arguments: [
        (HTTPServer.Response.cutOff("{"), HTTPFailure.cutOff(host: "127.0.0.1")),
        (.verbatim(""), .cutOff(host: "127.0.0.1")),
        (.verbatim("SSH-2.0-OpenSSH_9.2\r\n"), .garbled(host: "127.0.0.1")),
        (.verbatim("HTTP/9.9 huh\r\n\r\n"), .garbled(host: "127.0.0.1")),
    ])
    func `what is no whole answer is a failure`(response: HTTPServer.Response, expected: HTTPFailure) async throws {
        let server = try HTTPServer { _ in response }
        #expect(await Self.failure(of: HTTPRequest(url: server.baseURL)) == expected)
    }

    @Test func `a body that is not in the encoding it claims is a failure`() async throws {
        let server = try HTTPServer { _ in .json("not gzip", headers: ["Content-Encoding": "gzip"]) }
        #expect(await Self.failure(of: HTTPRequest(url: server.baseURL)) == .garbled(host: "127.0.0.1"))
    }

    @Test func `a closed port and an unknown name are failures of their own`() async throws {
        let server = try HTTPServer()
        server.stop()
        #expect(await Self.failure(of: HTTPRequest(url: server.baseURL)) == .connect(host: "127.0.0.1"))
        let unknown = await Self.failure(of: HTTPRequest(url: "http://kiatsu.invalid/"))
        #expect(unknown == .resolve(host: "kiatsu.invalid"))
    }

    @Test func `a server that does not speak TLS gives a TLS failure`() async throws {
        let server = try HTTPServer { _ in .json("{}") }
        let url = server.baseURL.replacing("http:", with: "https:")
        // On a machine that is busy the certificates take a while to be read.
        let client = Self.client { $0.connectTime = $0.totalTime }
        guard case .tls("127.0.0.1", _) = await Self.failure(of: HTTPRequest(url: url), with: client) else {
            Issue.record("expected a TLS failure")
            return
        }
    }
}

// MARK: Redirects

extension HTTPClientTests {
    @Test func `a redirect within the server is followed with all its headers`() async throws {
        let server = try HTTPServer { request in
            request.path == "/a" ? .redirect(to: "/b", status: 301) : .json("there")
        }
        let request = HTTPRequest(url: server.baseURL + "/a", secretHeaders: [("X-Key", Secret("hidden"))])
        #expect(try await Self.client().send(request).body == Array("there".utf8))
        #expect(server.requests.map { $0.headers["x-key"] } == ["hidden", "hidden"])
    }

    @Test func `a redirect to another server is not followed`() async throws {
        let other = try HTTPServer()
        let otherURL = other.baseURL
        let server = try HTTPServer { _ in .redirect(to: otherURL + "/b", status: 307) }
        let request = HTTPRequest(url: server.baseURL + "/a", secretQuery: [("key", Secret("hidden"))])
        #expect(try await Self.client().send(request).status == 307)
        #expect(other.connectionCount == 0)
    }

    @Test(arguments: ["file:///etc/passwd", "ftp://127.0.0.1/", "//", "http://", "https://127.0.0.1:1/"])
    func `a redirect to another scheme or to nowhere is not followed`(location: String) async throws {
        let server = try HTTPServer { _ in .redirect(to: location) }
        #expect(try await Self.client().send(HTTPRequest(url: server.baseURL)).status == 302)
    }

    @Test func `after three redirects the fourth is the answer`() async throws {
        let server = try HTTPServer { _ in .redirect(to: "/again") }
        #expect(try await Self.client().send(HTTPRequest(url: server.baseURL)).status == 302)
        #expect(server.requests.count == 4)
    }

    @Test(arguments: [
        ("http://a/", "http://A:80/x", true), ("http://a/", "https://a/", true), ("https://a/", "http://a/", false),
        ("http://a:8080/", "https://a/", false), ("https://a/", "https://a.b/", false),
        ("https://a/", "https://a:444/", false),
    ])
    func `a redirect may lead to the same server or to its secure door`(from: String, to: String, may: Bool) throws {
        let origin = try #require(Origin(url: from))
        let target = try #require(Origin(url: to))
        #expect(origin.mayRedirect(to: target) == may)
    }
}
