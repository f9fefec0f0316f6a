import Glibc
import TestSupport
import Testing
import Time

@Suite(.timeLimit(.minutes(2)))
struct HealthCheckTests {
    private let household: Household

    init() throws {
        household = try Household()
        try configure()
    }

    private func configure(mqtt: String = "") throws {
        try household.configure(#"panels: [{id: desk, location: "35.6465,139.6297"}]"#, mqtt: mqtt)
    }

    private func check(_ arguments: String...) async throws -> (code: Program.Ending, told: [String], errors: [String])
    {
        let program = try household.start("healthcheck", arguments)
        let ending = await program.ending()
        return (ending, program.output.elements, program.errors.elements)
    }

    private func publish(state: String? = "online", health: String?) throws {
        if let state { try household.broker.publish("kiatsu/bridge/state", state, retained: true) }
        if let health { try household.broker.publish("kiatsu/bridge/health", health, retained: true) }
    }

    private var now: Int { SystemWallClock().now.unixSeconds }

    @Test(arguments: ["5", "3.1.1"])
    func `a bridge that says that all is well is healthy, in one line`(version: String) async throws {
        try configure(mqtt: ", protocol: \"\(version)\"")
        try publish(health: #"{"ts":\#(now),"ok":true,"uptime":86400,"panels":3,"new":[1],"faults":[]}"#)
        let result = try await check()
        #expect(result.code == .exit(0) && result.errors.isEmpty, "\(result)")
        #expect(result.told == ["healthy, 3 panel(s), up for 86400 s"])
    }

    @Test func `what is wrong is told, a line each`() async throws {
        let faults = #"""
            [{"fault":"upstream/open-meteo","since":1,"count":4,"message":"no answer; panels show what is known"},\#
            {"fault":"store"}]
            """#
        try publish(health: #"{"ts":\#(now - 400),"ok":false,"faults":\#(faults)}"#)
        let result = try await check()
        #expect(result.code == .exit(1) && result.told.isEmpty)
        #expect(result.errors.count == 3, "\(result.errors)")
        for (line, words) in zip(
            result.errors,
            [
                "upstream/open-meteo: no answer; panels show what is known", "store: a fault",
                "kiatsu/bridge/health is of 40",
            ]
        ) {
            #expect(line.hasPrefix("kiatsu healthcheck: \(words)"), "\(line)")
        }
    }

    @Test(arguments: [
        ("{\"ts\":NOW,\"ok\":false}", "all is not well"), ("{\"ts\":99999999999,\"ok\":true}", "the clock"),
        ("{\"ts\":9223372036854775807,\"ok\":true}", "cannot be read"),
        ("{\"ts\":-9223372036854775808,\"ok\":true}", "cannot be read"), ("{\"ts\":NOW}", "cannot be read"),
        ("{\"ts\":NOW,\"ok\":true,\"panels\":-1}", "cannot be read"),
        ("{\"ts\":NOW,\"ok\":true,\"uptime\":1e18}", "cannot be read"),
        ("{\"ok\":true}", "cannot be read"), ("[[[[", "cannot be read"),
        ("{\"ts\":NOW,\"ok\":false,\"faults\":[{\"fault\":\"\\u001b[2Jx\"}]}", "healthcheck:  [2Jx: a fault"),
    ])
    func `whatever is there in place of good health is not healthy`(health: String, words: String) async throws {
        try publish(health: health.replacing("NOW", with: "\(now)"))
        let result = try await check()
        #expect(result.code == .exit(1) && result.errors.count == 1, "\(result)")
        #expect(result.errors.first?.contains(words) == true, "\(result.errors)")
    }

    @Test(arguments: [
        (#"{"ts":NOW,"ok":false,"alive":true,"uptime":7,"faults":[{"fault":"upstream/x"}]}"#, 0, "alive, up for 7 s"),
        (#"{"ts":NOW,"ok":false}"#, 0, "alive"), (#"{"ts":NOW,"ok":false,"alive":false}"#, 1, "no sign of life"),
        (#"{"ts":1774699200,"ok":true,"alive":true}"#, 1, "ago"), ("[", 1, "cannot be read"),
    ])
    func `whether it lives is another question than whether all is well`(
        health: String,
        code: Int32,
        words: String
    ) async throws {
        try publish(health: health.replacing("NOW", with: "\(now)"))
        let result = try await check("--alive")
        #expect(result.code == .exit(code), "\(result)")
        #expect((result.told + result.errors).first?.contains(words) == true, "\(result)")
        try publish(state: "offline", health: nil)
        #expect(try await check("-a").code == .exit(1))
    }

    @Test func `a bridge that went offline is told of at once, with what it said last`() async throws {
        try publish(state: "offline", health: nil)
        let result = try await check("--timeout", "300")
        #expect(result.code == .exit(1))
        #expect(
            result.errors == [
                "kiatsu healthcheck: kiatsu/bridge/state is offline: `kiatsu run` is not connected to the broker"
            ]
        )
    }

    @Test func `where there is no bridge, or no health, it waits for no longer than asked`() async throws {
        var result = try await check("-t", "1")
        #expect(result.code == .exit(1))
        #expect(result.errors.first?.contains("nothing on kiatsu/bridge/state within 1 s") == true, "\(result)")
        try publish(health: nil)
        result = try await check("-t", "1")
        #expect(result.errors.count == 1)
        #expect(result.errors.first?.contains("nothing on kiatsu/bridge/health within 1 s: see whether") == true)
    }

    @Test func `no broker, and one that does not let it in, are told of in one line`() async throws {
        household.broker.kill()
        let gone = try await check()
        #expect(gone.code == .exit(1) && gone.errors.count == 1)
        #expect(gone.errors.first?.contains("Nothing accepts connections") == true, "\(gone.errors)")

        let guarded = try Household(broker: ["allow_anonymous false", "persistence false"])
        try guarded.configure(#"panels: [{id: desk, location: "35.6465,139.6297"}]"#)
        let program = try guarded.start("healthcheck")
        #expect(await program.ending() == .exit(1))
        #expect(program.errors.elements.count == 1)
        #expect(program.errors.elements.first?.contains("not authorized") == true, "\(program.errors.elements)")
    }

    @Test func `a running bridge goes on undisturbed, and its end is seen`() async throws {
        let topics = try await TopicRecorder(household.broker)
        let kiatsu = try household.start()
        try await topics.first(on: "kiatsu/desk/status") { $0.text == "fresh" }
        try publish(state: nil, health: #"{"ts":\#(now),"ok":true}"#)
        #expect(try await check().code == .exit(0))
        let states = topics.all(on: "kiatsu/bridge/state", try await topics.settled())
        #expect(!states.contains { $0.text == "offline" })
        kiatsu.send(SIGKILL)
        try await topics.first(on: "kiatsu/bridge/state") { $0.text == "offline" }
        #expect(try await check().code == .exit(1))
    }

    @Test(arguments: [
        ["x"], ["--timeout"], ["--timeout", "0"], ["--timeout", "301"], ["-t", "soon"], ["--nonsense"],
    ])
    func `a command line that makes no sense ends with 64`(arguments: [String]) async throws {
        let program = try household.start("healthcheck", arguments)
        #expect(await program.ending() == .exit(64))
        #expect(program.errors.elements.count == 1 && program.output.elements.isEmpty)
    }

    @Test func `a configuration that does not check ends with 78, and help with 0`() async throws {
        #expect(try await check("--help").told.first?.hasPrefix("usage: kiatsu healthcheck") == true)
        try household.configure("panels: 7")
        #expect(try await check().code == .exit(78))
    }
}
