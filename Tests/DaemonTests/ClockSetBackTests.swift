import TestSupport
import Testing
import Time

@testable import Bridge

@Suite(.timeLimit(.minutes(4))) struct ClockSetBackTests {
    @Test func `a clock that is set back by hours wakes the bridge, which goes on by the new time`() async throws {
        let installation = try Installation()
        let configuration = try installation.configuration("panels: [{id: p, location: \"35.6465,139.6297\"}]")
        let clock = installation.clock
        let morning = Installation.noon.addingHours(-5)
        try await installation.run(configuration) { _ in
            let topics = try await TopicRecorder(installation.broker)
            try await topics.status("fresh", of: "p")
            _ = await clock.nextSleep { $0 > Installation.noon }
            clock.set(to: morning)
            try await topics.entry(for: morning, on: "p")
        }
    }
}
