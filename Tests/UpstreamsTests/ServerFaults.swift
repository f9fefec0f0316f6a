import TestSupport
import Testing
import Timelines

@testable import Upstreams

/// A fault of a server or of the way to it, and when to try again after it.
struct ServerFault: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var response: HTTPServer.Response
    var retry: ReloadFailure.Retry
    /// The words that the reason must contain.
    var words: String

    init(_ name: String, _ response: HTTPServer.Response, _ retry: ReloadFailure.Retry, _ words: String = "") {
        testDescription = name
        self.response = response
        self.retry = retry
        self.words = words
    }

    /// Faults of the way: no answer comes in one piece.
    static func withoutAnswer(_ retry: ReloadFailure.Retry) -> [ServerFault] {
        [
            ServerFault("silence", .silence, retry, "too long"),
            ServerFault("stalled", .stalled(), retry, "too long"),
            ServerFault("cut off", .cutOff("{"), retry, "in the middle"),
            ServerFault("endless", .endless, retry, "more than"),
            ServerFault("gzip bomb", .gzipBomb, retry, "more than"),
            ServerFault("garbage", .verbatim("garbage\r\n\r\n"), retry),
            ServerFault("nothing", .verbatim(""), retry),
            ServerFault("slow headers", .unfinished("HTTP/1.1 200 OK\r\nContent-Ty"), retry, "too long"),
            ServerFault("one byte at a time", .dripping("{"), retry, "too long"),
            ServerFault(
                "one header without an end",
                .verbatim("HTTP/1.1 200 OK\r\n" + longHeader),
                retry,
                "headers of more than"
            ),
            ServerFault("headers without an end", .verbatim("HTTP/1.1 200 OK\r\n" + longHeaders), retry, "more than"),
            ServerFault("a length of less", .json(#"{"a":1}"#, framedBy: "Content-Length: 3"), retry, "cannot be read"),
            ServerFault("a length of more", .json(#"{"a":1}"#, framedBy: "Content-Length: 99"), retry, "in the middle"),
            ServerFault("a length of 9 TB", .json("{}", framedBy: "Content-Length: 9999999999999"), retry, "more than"),
            ServerFault("a negative length", .json("{", framedBy: "Content-Length: -5"), retry),
            ServerFault("a chunk of nonsense", .json("zz\r\n{}", framedBy: "Transfer-Encoding: chunked"), retry),
            ServerFault("a chunk cut off", .json("9\r\n{}", framedBy: "Transfer-Encoding: chunked"), retry),
            ServerFault("not gzip", .json("{}", headers: ["Content-Encoding": "gzip"]), retry, "not HTTP"),
            ServerFault("redirect loop", .redirect(to: "/loop"), retry, "redirects"),
            ServerFault("redirect away", .redirect(to: "https://login.invalid/"), retry, "login"),
            ServerFault("10 MB", .json(tenMegabytes), retry, "more than"),
            ServerFault("deep nesting", .json(String(repeating: "[", count: 500_000)), retry, "cannot be read"),
            ServerFault(
                "deep nesting beside",
                .json(#"{"x":\#(String(repeating: #"{"a":"#, count: 100_000))"#),
                retry,
                "cannot be read"
            ),
        ]
    }

    private static let longHeader = "X-Long: \(String(repeating: "x", count: 1_000_000))\r\n\r\n"
    private static let longHeaders = String(repeating: "X-Long: \(String(repeating: "x", count: 5000))\r\n", count: 20)

    static let tenMegabytes = "{\"a\":\"" + String(repeating: "x", count: 10_000_000) + "\"}"

    /// Answers that are none, with a status that says nothing is wrong.
    static func unreadable(_ retry: ReloadFailure.Retry) -> [ServerFault] {
        let bodies = ["", "null", "[]", "{}", "1", "{\"a\":", "plain words", "\u{FEFF}", #"{"properties":{}}"#]
        return bodies.map { ServerFault("200 \($0)", .json($0), retry, "cannot be read") } + [
            ServerFault("HTML", .html("<html><h1>Welcome to the hotel</h1></html>"), retry, "a web page")
        ]
    }

    /// True if it lasts until the client gives up.
    var takesPatience: Bool { isSilent || isSlow }

    private var isSilent: Bool { ["silence", "slow headers"].contains(testDescription) }
    private var isSlow: Bool { ["stalled", "one byte at a time"].contains(testDescription) }

    /// Impatient only where patience would only take longer: elsewhere a busy host must not look like a fault.
    var client: HTTPClient {
        var limits = HTTPLimits()
        if isSilent { limits.totalTime = .milliseconds(200) }
        if isSlow { limits.lowSpeedSeconds = 1 }
        return HTTPClient(version: "0", contact: "test", limits: limits)
    }

    func server() throws -> HTTPServer {
        try HTTPServer { request in request.path == "/loop" ? .redirect(to: "/loop") : response }
    }

    /// The retry is the table's, the reason one line for the log without a position.
    func expect(_ failure: ReloadFailure) {
        #expect(failure.retry == retry)
        #expect(failure.reason.contains(words), "\(failure.reason)")
        #expect(!failure.reason.contains("35.6") && !failure.reason.contains("139.6"))
        #expect(!failure.reason.contains { $0.isNewline })
        #expect((20...300).contains(failure.reason.count))
    }
}
