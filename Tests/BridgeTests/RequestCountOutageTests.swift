import TestSupport
import Testing

@testable import Bridge

/// The requests that sources are sent on a day on which they answer nobody.
@Suite(.timeLimit(.minutes(4)))
struct RequestCountOutageTests {
    @Test(arguments: [1, 100])
    func `what failed together is asked for again together, for many places as for one`(panels: Int) async throws {
        let count = try await RequestCount(.openMeteo, panels: panels, hours: 24, isOut: true)
        let openMeteo = try #require(count.counts["open-meteo"])
        // 30 s after the first time, then after twice as long up to half an hour, for weather and for conditions.
        #expect((2 * 40...2 * 70).contains(openMeteo.requests))
        // A line a request, and one each time that there is no quote.
        #expect(count.warnings.count <= openMeteo.requests + 24 * 6)
    }
}
