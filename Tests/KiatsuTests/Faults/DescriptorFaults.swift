import Glibc
import TestSupport
import Testing

/// The program when it starts with hardly any descriptor.
@Suite(.timeLimit(.minutes(4)), .serialized)
struct DescriptorFaults {
    private static let canLimit = access("/usr/bin/prlimit", X_OK) == 0

    @Test(.enabled(if: canLimit, "needs prlimit"))
    func `started with 14 descriptors it asks for the weather once there are more, and ends when it is told to`()
        async throws
    {
        let household = try Household()
        try household.configure(
            "panels: [{id: desk, location: \"35.65,139.63\", widgets: [weather, day, poem], pictures: [png]}]"
        )
        let topics = try await TopicRecorder(household.broker)
        let kiatsu = try Program(
            "/usr/bin/prlimit",
            ["--nofile=14:4096", Household.kiatsu, "run", "--config", household.configurationFile],
            environment: ["HOME": household.directory.path]
        )
        _ = try await kiatsu.errors.first { $0.contains("next try at") || $0.contains("Too many open files") }
        let helper = try Program("/usr/bin/prlimit", ["--pid", "\(kiatsu.identifier)", "--nofile=4096:4096"])
        try #require(await helper.ending() == .exit(0), "\(helper.errors.elements)")
        try await topics.first(on: "kiatsu/desk/status") { $0.text == "fresh" }
        try await topics.first(on: "kiatsu/image/desk/weather.png")
        kiatsu.send(SIGTERM)
        #expect(await kiatsu.ending() == .exit(0))
        FaultTable.held("14 file descriptors at the start", "it goes on once there are more, and ends when told to")
    }
}
