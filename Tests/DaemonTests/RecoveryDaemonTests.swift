import Configuration
import Synchronization
import TestSupport
import Testing
import Time
import Timelines
import Upstreams
import Weather
import Widgets

@testable import Bridge
@testable import Daemon

@Suite(.timeLimit(.minutes(4)))
struct RecoveryDaemonTests {
    @Test(arguments: ["refresh", "reload"])
    func `a key that was refused is tried again on demand`(demand: String) async throws {
        let installation = try Installation()
        let all = AllUpstreams(installation.clock)
        let refusal = HTTPServer.Response.json(#"{"cod":401,"message":"Invalid API key."}"#, status: 401)
        installation.upstream.setHandler { _ in refusal }
        let topics = try await TopicRecorder(installation.broker)
        let configuration = try installation.configuration(
            "source: openweather\npanels: [{id: p, location: \"35.65,139.63\"}, {id: q, location: \"1,2\"}]",
            environment: ["KIATSU_OPENWEATHER_API_KEY": "0123456789abcdef"]
        )
        try await installation.run(configuration) { daemon in
            try await installation.logs("refuses the API key")
            try await installation.logs("connected to the broker")
            #expect(installation.upstream.requests.count == 1, "a refused key is not shown twice")
            installation.upstream.setHandler { all($0) }
            installation.clock.advance(by: .seconds(61))
            switch demand {
            case "refresh":
                try installation.broker.publish("kiatsu/p/refresh", "")
                try await topics.status("fresh", of: "p")
            default:
                daemon.reload(configuration)
                try await topics.status("fresh", of: "p")
                try await topics.status("fresh", of: "q")
            }
        }
    }
}
