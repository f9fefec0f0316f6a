import Testing
import Time

@testable import Upstreams

struct RetryAfterTests {
    /// 2022-02-05T07:00:30Z.
    private let now = UTCInstant(unixSeconds: 1_644_044_430)

    @Test(arguments: [
        ("1", 1), ("0", 1), ("60", 60), (" 120\t", 120), ("86400", 86_400), ("86401", 86_400),
        ("99999999999999999999999", 86_400), ("Sat, 05 Feb 2022 07:01:30 GMT", 60),
        ("Sat, 05 Feb 2022 07:00:00 GMT", 1), ("Sun, 06 Nov 1994 08:49:37 GMT", 1),
        ("Fri, 31 Dec 9999 23:59:59 GMT", 86_400), ("Sun, 06 Feb 2022 07:00:29 GMT", 86_399),
    ])
    func `seconds and dates are obeyed from a second to a day`(value: String, seconds: Int) {
        let response = HTTPResponse(status: 429, retryAfter: value)
        #expect(retryDelay(of: response, now: now) == .seconds(seconds))
    }

    @Test(arguments: [
        nil, "", " ", "-5", "1.5", "soon", "12 s", "Sat, 05 Feb 2022", "Sat, 99 Feb 2022 07:01:30 GMT",
        "Sat, 05 Feb 2022 25:01:30 GMT", "Sat, 05 Foo 2022 07:01:30 GMT", "Sat, 05 Feb 2022 07:01:30 CET",
        "Sat, 05 Feb 99999999999999999999 07:01:30 GMT", "Sat, 05 Feb 2022 7:1 GMT",
    ])
    func `what is neither is not looked at`(value: String?) {
        #expect(retryDelay(of: HTTPResponse(status: 429, retryAfter: value), now: now) == nil)
    }

    @Test func `a date counts from the response's own date`() {
        let response = HTTPResponse(
            status: 503,
            retryAfter: "Thu, 29 Feb 2024 00:00:10 GMT",
            date: "Wed, 28 Feb 2024 23:59:50 GMT"
        )
        #expect(retryDelay(of: response, now: now) == .seconds(20))
    }

    @Test(arguments: [
        ("Thu, 01 Jan 1970 00:00:01 GMT", "Thu, 01 Jan 1970 00:00:00 GMT", 1),
        ("Thu, 01 Mar 2000 00:00:00 GMT", "Thu, 28 Feb 2000 23:59:59 GMT", 86_400),
        ("Mon, 01 Mar 2100 00:00:00 GMT", "Sun, 28 Feb 2100 23:59:59 GMT", 1),
        ("Sat, 01 Jan 2028 00:00:00 GMT", "Fri, 31 Dec 2027 23:00:00 GMT", 3600),
    ])
    func `months, years and leap days are counted`(later: String, earlier: String, seconds: Int) {
        let response = HTTPResponse(status: 503, retryAfter: later, date: earlier)
        #expect(retryDelay(of: response, now: now) == .seconds(seconds))
    }
}
