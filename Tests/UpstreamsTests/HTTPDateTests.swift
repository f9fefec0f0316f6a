import TestSupport
import Testing
import Time

@testable import Upstreams

@Suite(.timeLimit(.minutes(4)))
struct HTTPDateTests {
    /// 2022-02-05T07:00:30Z.
    private let now = UTCInstant(unixSeconds: 1_644_044_430)

    @Test(arguments: [
        ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), (" Thu, 01 Jan 1970 00:00:00 GMT\t", 0),
        ("Thu, 29 Feb 2024 00:00:00 GMT", 1_709_164_800), ("Sat, 31 Dec 2016 23:59:60 GMT", 1_483_228_800),
    ])
    func `a date of RFC 9110 is a moment`(text: String, seconds: Int) {
        #expect(UTCInstant(httpDate: text) == UTCInstant(unixSeconds: seconds))
    }

    @Test(arguments: [
        "", "0", "-1", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", "Tue, 30 Feb 2024 00:00:00 GMT",
        "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 06 Nov 1994 08:49 GMT", "Sun, 06\tNov 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 08:49:37 GMT" + String(repeating: " ", count: 1000),
    ])
    func `anything else is no date`(text: String) {
        #expect(UTCInstant(httpDate: text) == nil)
    }

    @Test(
        arguments: [
            ("Sat, 05 Feb 2022 07:30:30 GMT", nil, 1800), ("Sat, 05 Feb 2022 07:00:29 GMT", nil, 0),
            // The server's clock is a day ahead.
            ("Sun, 06 Feb 2022 07:10:00 GMT", "Sun, 06 Feb 2022 07:00:00 GMT", 600),
            ("Sun, 06 Feb 2022 07:10:00 GMT", "yesterday", 86_400), ("Fri, 31 Dec 9999 23:59:59 GMT", nil, 86_400),
            ("0", nil, 0), ("", nil, 0), (nil, nil, 0),
        ] as [(String?, String?, Int)]
    )
    func `an answer lives until its Expires, a day at most`(expires: String?, date: String?, seconds: Int) {
        let response = HTTPResponse(status: 200, date: date, expires: expires)
        #expect(response.lifetime(now: now) == .seconds(seconds))
    }

    @Test func `a response has its validators as they came`() async throws {
        let headers = ["Expires": "0", "LAST-MODIFIED": "Sun, 06 Nov 1994 08:49:37 GMT"]
        let server = try HTTPServer { _ in .empty(status: 304, headers: headers) }
        let response = try await HTTPClient(version: "0", contact: nil).send(HTTPRequest(url: server.baseURL + "/"))
        #expect(response.expires == "0")
        #expect(response.lastModified == "Sun, 06 Nov 1994 08:49:37 GMT")
    }
}
