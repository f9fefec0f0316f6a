import Messaging
import TestSupport
import Testing
import Time
import Topics

@testable import Doctor

struct BridgeFindingsTests {
    private let now = UTCInstant(unixSeconds: 1_774_699_200)

    private func findings(state: String? = "online", health: String? = nil, answered: Bool = true) -> Findings {
        func message(_ name: String, _ text: String) -> IncomingMessage {
            IncomingMessage(topic: "kiatsu/bridge/\(name)", payload: Array(text.utf8), isRetained: true)
        }
        let messages = [state.map { message("state", $0) }, health.map { message("health", $0) }].compactMap(\.self)
        let reading = BridgeReading(messages, topics: Topics(base: "kiatsu"), answered: answered)
        return Findings(all: BridgeFindings.findings(of: reading, now: now))
    }

    @Test func `a bridge that does not run is nothing wrong, one that does not answer is`() {
        #expect(findings(state: "offline", answered: false).has("bridge", .ok, "none is running", "offline"))
        #expect(findings(state: nil, answered: false).has("bridge", .ok, "never told"))
        #expect(findings(answered: false).has("bridge", .warning, "did not answer"))
    }

    @Test func `its health is told with its faults`() {
        let health = """
            {"ts":1774699180,"ok":false,"uptime":360000,"rss":1,"panels":7,"reconnects":2,"waiting":0,
            "upstreams":{"open-meteo":{"ok":false,"calls_today":5,"limit":100}},
            "faults":[{"fault":"upstream/open-meteo","since":1774692000,"count":4,"message":"no answer"}]}
            """
        let all = findings(health: health)
        #expect(all.has("bridge", .ok, "up 4 d 4 h", "7 panel(s)", "2 reconnection(s)"), "\(all)")
        #expect(all.has("bridge", .warning, "upstream/open-meteo, for 2 h, 4 time(s): no answer"), "\(all)")
        #expect(findings(health: #"{"ts":1774690000}"#).has("bridge", .warning, "2 h old"))
    }

    @Test(arguments: ["[]", "null", "{", #"{"ts":"x"}"#, #"{"ts":1e999}"#, #"{"faults":{}}"#])
    func `a health that cannot be read is said to be so`(text: String) {
        let all = findings(health: text)
        #expect(all.all.count == 1 && all["bridge"].first?.result == .ok, "\(all)")
        #expect(all.has("bridge", .ok, "cannot be read"))
    }

    @Test(arguments: [#"{"ts":-9223372036854775808}"#, #"{"ts":9223372036854775807,"uptime":-5}"#])
    func `numbers without sense harm nobody`(text: String) {
        #expect(!findings(health: text).all.isEmpty)
        let reading = BridgeReading(
            [IncomingMessage(topic: "kiatsu/bridge/health", payload: Array(text.utf8), isRetained: true)],
            topics: Topics(base: "kiatsu"),
            answered: true
        )
        #expect(!ClockFindings.findings(of: [], health: reading.document, now: now).isEmpty)
    }
}
