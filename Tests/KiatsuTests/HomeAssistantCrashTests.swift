import Glibc
import TestSupport
import Testing

/// Power cuts while Home Assistant is told of another style.
@Suite(.timeLimit(.minutes(4)), .serialized)
struct HomeAssistantCrashTests {
    /// So many that the cut comes before the end.
    private static let panels = (0..<100).map { "p\($0)" }
    private static let configuration =
        "panels:\n"
        + panels.map { "  - {id: \($0), location: \"35.65,139.63\", encodings: [compact], widgets: [poem]}\n" }.joined()

    private let household: Household

    init() throws {
        household = try Household()
    }

    private func configure(_ style: String) throws {
        try household.configure("homeassistant: {discovery: \(style)}\n" + Self.configuration)
    }

    private func discovery() async throws -> Set<String> {
        let all = try await BrokerObserver.retained(in: household.broker)
        return Set(all.keys.filter { $0.hasPrefix("homeassistant/") })
    }

    /// Some 600 topics are told of the move and cleared, and 101 documents follow; the cut comes at the earliest after
    /// so many of these messages.
    @Test(arguments: [1, 200])
    func `a change of style that was cut off is made good by the next start`(count: Int) async throws {
        try configure("component")
        var kiatsu = try household.start()
        let topics = try await TopicRecorder(household.broker, filter: "homeassistant/#")
        try await topics.first(on: "homeassistant/button/kiatsu_p99/refresh/config")
        kiatsu.send(SIGTERM)
        #expect(await kiatsu.ending() == .exit(0))

        try configure("device")
        let mark = topics.mark
        kiatsu = try household.start()
        let seen = Recorder<Void>()
        _ = try await topics.first(since: mark) { _ in
            seen.append(())
            return seen.mark >= count
        }
        kiatsu.send(SIGKILL)
        #expect(await kiatsu.ending() == .signal(SIGKILL))
        let wanted = Set((["bridge"] + Self.panels).map { "homeassistant/device/kiatsu_\($0)/config" })
        kiatsu = try household.start()
        try await kiatsu.logs("connected to the broker")
        while try await discovery() != wanted { try Task.checkCancellation() }
        kiatsu.send(SIGTERM)
        #expect(await kiatsu.ending() == .exit(0))
    }
}
