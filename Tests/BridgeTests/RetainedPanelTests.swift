import Messaging
import Storage
import Testing
import Time

@testable import Bridge

/// The topics on the broker of panels that come and go.
@Suite struct RetainedPanelTests {
    private let noon = UTCInstant(unixSeconds: 1_774_699_200)
    private let yaml = "encodings: [compact]\npanels: [{id: p, location: \"1,2\"}, {id: q, location: \"1,2\"}]"

    private func topics(of manifest: ManifestState) -> [String] { manifest.clearing.map(\.topic).sorted() }

    @Test func `a panel that comes back before its topics were cleared keeps them, and what is gone is cleared`()
        async throws
    {
        let bridge = try await Rehearsal(yaml, at: noon)
        let state = bridge.state
        let own = ManifestState.retainedTopics(of: "q", in: state.presenter)
        #expect(
            ManifestState.topics(of: "q", in: state.presenter).sorted()
                == ["location", "status", "weather"].map { "kiatsu/q/\($0)" }
        )
        var manifest = ManifestState(state.presenter, before: [])
        _ = manifest.cleared()
        // Without a connection: cleared later.
        let wanted = ManifestState.retainedTopics(of: state.presenter).subtracting(own)
        _ = manifest.clear(ManifestState.topics(of: "q", in: state.presenter) + ["kiatsu/q/poem"], wanted: wanted)
        #expect(manifest.clearing.count == 4)
        manifest.retain(own)
        #expect(topics(of: manifest) == ["kiatsu/q/poem"])
        #expect(manifest.cleared() == wanted.union(own))
        #expect(manifest.clearing.isEmpty && manifest.wanted.isEmpty)
    }

    @Test func `what comes while nothing is to be cleared is no matter of the manifest in memory`() async throws {
        let state = try await Rehearsal(yaml, at: noon).state
        var manifest = ManifestState(state.presenter, before: [])
        _ = manifest.cleared()
        manifest.retain(ManifestState.retainedTopics(of: "q", in: state.presenter))
        #expect(manifest.wanted.isEmpty)
        let all = ManifestState.retainedTopics(of: state.presenter)
        _ = manifest.clear(["kiatsu/q/weather"], wanted: all)
        manifest.retain(ManifestState.retainedTopics(of: "q", in: state.presenter))
        #expect(manifest.clearing.isEmpty && manifest.wanted.isEmpty, "all of it is wanted again")
    }
}
