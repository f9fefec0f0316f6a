import TestSupport
import Testing

@testable import Bridge

@Suite(.timeLimit(.minutes(4))) struct ContactTests {
    @Test func `connections under another contact end when the contact changes`() async throws {
        let installation = try Installation()
        let topics = try await TopicRecorder(installation.broker)
        let panels = "panels: [{id: p, location: \"35.6465,139.6297\", widgets: [weather]}]\ncontact: "
        let before = try installation.configuration(panels + "me@example.org")
        try await installation.run(before) { daemon in
            try await topics.status("fresh", of: "p")
            await installation.upstream.openConnections(1)
            daemon.reload(try installation.configuration(panels + "you@example.org"))
            try await installation.logs("in force now")
            await installation.upstream.openConnections(0)
        }
    }
}
