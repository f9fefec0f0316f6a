import Configuration
import Testing
import Time
import Widgets

@testable import Bridge

/// The choices that were made at run time, after a restart.
@Suite struct StoredChoiceTests {
    private let panel = String(repeating: "p", count: 24)

    private func restarted(with choices: [String: String]) async throws -> Rehearsal {
        var stored = StoredState()
        stored.options = [panel: ["weather": choices]]
        let base = String(repeating: "b", count: 64)
        let yaml = """
            mqtt: {base_topic: \(base)}
            panels: [{id: \(panel), location: "1,2", encodings: [full]}]
            """
        return try await Rehearsal(yaml, at: UTCInstant(unixSeconds: 1_774_699_200), stored: stored)
    }

    @Test func `choices that are right only together are in force again together`() async throws {
        // On so long a topic the fields of 24 hours have no room: the small family has none of them.
        let bridge = try await restarted(with: ["encodings": "fields", "family": "small"])
        let settings = try #require(bridge.state.panels[panel]?.configuration.widgets.first)
        #expect(settings.encodings == [.fields] && settings.display.family == .small)
        #expect(bridge.state.notices.isEmpty)
    }

    @Test func `a choice that makes no sense any more is noticed and takes no other with it`() async throws {
        let bridge = try await restarted(with: ["family": "huge", "language": "de", "encodings": "fields"])
        let settings = try #require(bridge.state.panels[panel]?.configuration.widgets.first)
        #expect(settings.display.language == "de" && settings.display.family == .large)
        #expect(settings.encodings == [.full])
        #expect(bridge.state.notices.count == 2)
        #expect(bridge.state.notices.allSatisfy { $0.contains("as chosen is passed over") })
    }
}
