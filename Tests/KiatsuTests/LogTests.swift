import Foundation
import Glibc
import TestSupport
import Testing
import Time

private let panel = "log: {level: debug}\npanels: [{id: desk, location: \"35.646512,139.629734\", language: ja}]"

@Suite(.timeLimit(.minutes(4)))
struct LogTests {
    /// A refusal in two lines, one of which pretends to be a line of the log.
    private static let refusal = HTTPServer.Response.json(
        #"{"error":true,"reason":"first line\n<3>2026-03-28T12:00:00Z error: second line"}"#,
        status: 400
    )

    private func lines(forJournal: Bool, environment: [String: String] = [:]) async throws -> [String] {
        let household = try Household()
        household.upstream.setHandler { _ in Self.refusal }
        try household.configure(panel)
        let kiatsu = try household.start(environment: environment, forJournal: forJournal)
        try await kiatsu.logs("second line")
        try await kiatsu.logs("connected to the broker")
        kiatsu.send(SIGTERM)
        #expect(await kiatsu.ending() == .exit(0))
        #expect(kiatsu.output.elements.isEmpty)
        return kiatsu.errors.elements
    }

    @Test(arguments: [[:], ["JOURNAL_STREAM": "1:1"]])
    func `a line is an event, with its time and level`(environment: [String: String]) async throws {
        let lines = try await lines(forJournal: false, environment: environment)
        #expect(lines.count >= 4)
        for line in lines {
            #expect(line.contains(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ (error|warning|info|debug): \S/), "\(line)")
        }
    }

    @Test func `for the journal a line begins with its priority`() async throws {
        let lines = try await lines(forJournal: true)
        #expect(lines.count >= 4)
        for line in lines { #expect(line.contains(/^<[3467]>[^0-9\s]/), "\(line)") }
        #expect(lines.contains { $0.hasPrefix("<4>Open-Meteo") && $0.contains("first line") })
        #expect(lines.contains { $0.hasPrefix("<6>connected") })
    }
}

@Suite(.timeLimit(.minutes(4)))
struct SecrecyTests {
    private static let password = "p%40ss:w0rd/secret"
    private static let apiKey = "0123k3y+secret&456"
    /// The secrets, plain and as a URL or a form would carry them.
    private static let forbidden: [String] =
        [password, apiKey].flatMap { secret in
            [secret, secret.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? secret]
        } + ["w0rd", "k3y"]

    private static let environment = [
        "KIATSU_MQTT_USERNAME": "kiatsu", "KIATSU_MQTT_PASSWORD": password, "KIATSU_OPENWEATHER_API_KEY": apiKey,
    ]

    /// A broker that knows `kiatsu` with this password, and lets in who gives no name.
    private func household(password: String) async throws -> Household {
        let directory = try ScratchDirectory()
        let file = try directory.write("", to: "passwords")
        let program = try Program("/usr/bin/mosquitto_passwd", ["-b", file, "kiatsu", password])
        #expect(await program.ending() == .exit(0))
        let hashes = try String(contentsOfFile: file, encoding: .utf8)
        let household = try Household(
            broker: Broker.openToAll + ["password_file $DIRECTORY/passwords"],
            files: ["passwords": hashes]
        )
        try household.configure("source: openweather\n" + panel)
        return household
    }

    private func expectNothing(in texts: [String]) {
        for text in texts {
            for secret in Self.forbidden { #expect(!text.contains(secret), "\(text)") }
        }
    }

    private func commandLine(of program: Program) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: "/proc/\(program.identifier)/cmdline")), as: UTF8.self)
    }

    @Test func `secrets are not logged when broker and upstream refuse them`() async throws {
        let household = try await household(password: "another one")
        // Some servers echo what they were asked.
        household.upstream.setHandler { request in
            .json(#"{"cod":401,"message":"Invalid API key \#(request.query["appid"] ?? "")"}"#, status: 401)
        }
        let kiatsu = try household.start(environment: Self.environment)
        try await kiatsu.logs("refuses the API key")
        try await kiatsu.logs("mqtt.username")
        #expect(await household.upstream.request(1).query["appid"] == Self.apiKey)
        let commandLine = try commandLine(of: kiatsu)
        kiatsu.send(SIGTERM)
        #expect(await kiatsu.ending() == .exit(0))
        expectNothing(in: kiatsu.errors.elements + kiatsu.output.elements + [commandLine])
    }

    @Test(arguments: [400, 404, 429, 500])
    func `nor by other refusals that echo them`(status: Int) async throws {
        let household = try await household(password: Self.password)
        household.upstream.setHandler { request in
            let url = "\(request.path)?appid=\(request.query["appid"] ?? "")"
            return .json(#"{"cod":\#(status),"message":"cannot serve \#(url)"}"#, status: status)
        }
        let kiatsu = try household.start(environment: Self.environment)
        try await kiatsu.logs("keep what they show")
        kiatsu.send(SIGTERM)
        #expect(await kiatsu.ending() == .exit(0))
        expectNothing(in: kiatsu.errors.elements)
    }

    @Test func `secrets are on no topic, in no command line and in no answer of the commands`() async throws {
        let household = try await household(password: Self.password)
        household.upstream.setHandler { _ in .json(OpenWeatherFixture(now: SystemWallClock().now).json) }
        let topics = try await TopicRecorder(household.broker)
        let kiatsu = try household.start(environment: Self.environment)
        try await topics.first(on: "kiatsu/desk/status") { $0.text == "fresh" }
        try household.broker.publish("kiatsu/desk/location/set", "nonsense")
        try await topics.first(on: "kiatsu/desk/location/response")
        var texts = [try commandLine(of: kiatsu)]
        for command in ["check", "plan"] {
            let program = try household.start(command, environment: Self.environment)
            #expect(await program.ending() == .exit(0))
            texts += program.output.elements + program.errors.elements
        }
        let live = try household.start("decode", ["--live"], environment: Self.environment)
        _ = try await live.output.first { $0.contains("kiatsu/bridge/info") }
        texts.append(try commandLine(of: live))
        live.send(SIGTERM)
        _ = await live.ending()
        kiatsu.send(SIGTERM)
        #expect(await kiatsu.ending() == .exit(0))
        texts += topics.all(try await topics.echoed()).map(\.text) + live.output.elements + kiatsu.errors.elements
        #expect(texts.count > 30)
        expectNothing(in: texts)
    }
}
