import BridgeClient
import Configuration
import Foundation
import Messaging
import TestSupport
import Testing
import Time
import Topics

@testable import Bridge

private let noon = Installation.noon

/// The broker that deploy/mosquitto describes: each role can do what it may, and nothing else.
@Suite(.timeLimit(.minutes(1)), .serialized)
struct MosquittoRolesTests {
    private let guarded: GuardedBroker
    private let installation: Installation

    init() async throws {
        guarded = try await GuardedBroker()
        installation = try Installation(broker: guarded.configuration, drawer: ScriptedDrawer())
        let all = AllUpstreams(installation.clock)
        installation.upstream.setHandler { all($0) }
    }

    private func configuration(discovery: String = "device") throws -> Configuration {
        try installation.configuration(
            """
            homeassistant: {discovery: \(discovery)}
            encodings: [full, compact, frame, fields]
            widgets: {weather: {encodings: [full, compact, frame, fields], pictures: [png, label]}}
            panels:
              - {id: kitchen, location: "35.6465,139.6297", language: ja, widgets: [weather, conditions, day, poem]}
              - {id: hall, location: "52.5251,13.3894", language: de}
              - {id: camper, location: "52.5251,13.3894", language: de, follow: owntracks/anna.phone/phone}
            """,
            mqtt: ", username: kiatsu",
            environment: ["KIATSU_MQTT_PASSWORD": GuardedBroker.password(of: "kiatsu")]
        )
    }

    private func client(_ user: String, _ filters: [String] = []) async throws -> RoleClient {
        let client = try RoleClient(installation.broker, user, filters: filters)
        try await client.connected()
        return client
    }

    /// All that the bridge has published, once every widget is there.
    private func publishedTopics(_ discovery: String, announcement: String) async throws -> Set<String> {
        let tester = try await client(GuardedBroker.tester, ["#"])
        try await installation.run(configuration(discovery: discovery)) { _ in
            for panel in ["kitchen", "hall", "camper"] {
                try await tester.first(on: "kiatsu/\(panel)/status", with: "fresh")
                try await tester.first(on: "kiatsu/bridge/homeassistant/\(panel)")
            }
            try await tester.first(on: "kiatsu/image/kitchen/weather")
            try await tester.first(on: "kiatsu/kitchen/poem/full")
            try await tester.first(on: announcement)
        }
        try await tester.settle()
        await tester.stop()
        let refusals = installation.log.elements.filter { $0.contains("refused") || $0.contains("rules") }
        #expect(refusals.isEmpty, "the bridge may publish all that it wants")
        return tester.topics()
    }

    @Test func `each role can send and read what it may, and nothing else`() async throws {
        let published = try await publishedTopics("device", announcement: "homeassistant/device/kiatsu_kitchen/config")
            .union(publishedTopics("component", announcement: "homeassistant/text/kiatsu_kitchen/position_set/config"))
        #expect(published.count > 60, "\(published.sorted())")
        let topics = published.union(RolePromise.furtherTopics).union(RoleTable.all.map(\.name)).sorted()
        let tester = try await client(GuardedBroker.tester, ["#", "$SYS/broker/version"])
        try await tester.settle()
        #expect(tester.topics().contains("$SYS/broker/version"))
        for role in RolePromise.all { try await attempt(topics, as: role, tester) }
        await tester.stop()
        FaultTable.held(
            "a neighbour on a shared broker",
            "each role can do what it may and nothing else",
            times: 2 * topics.count * RolePromise.all.count
        )
    }

    /// All topics, both ways, on one connection.
    private func attempt(_ topics: [String], as role: RolePromise, _ tester: RoleClient) async throws {
        let system = "$SYS/broker/version"
        let client = try await client(role.user, ["#", "$SYS/#", "kiatsu/hall/location/set", "$share/all/kiatsu/#"])
        try await client.settle()
        let kept = client.topics()
        #expect(kept.filter { !role.mayRead($0) }.isEmpty, "\(role.user) is told what was kept from before")

        let mark = tester.events.mark
        client.publish((topics + [system]).map { ($0, "from \(role.user)") })
        try await client.settle()
        try await tester.settle()
        let allowed = Set(topics.filter(role.mayWrite))
        let sent = tester.topics(with: "from \(role.user)", since: mark)
        #expect(sent.symmetricDifference(allowed).isEmpty, "\(role.user) sends")
        let refusedWrongly = client.refused().symmetricDifference(Set(topics + [system]).subtracting(allowed))
        #expect(refusedWrongly.isEmpty, "\(role.user) is refused")

        tester.publish(topics.map { ($0, "to \(role.user)") })
        try await client.settle(by: tester)
        let told = client.topics(with: "to \(role.user)")
        #expect(told.symmetricDifference(topics.filter(role.mayRead)).isEmpty, "\(role.user) reads")
        await client.stop()
    }

    /// The first attempts of a hostile neighbour, by hand, and one of each that is allowed.
    private static let attempts: [(user: String, topic: String, isAllowed: Bool)] = [
        ("kitchen", "kiatsu/kitchen/hello", true), ("anna.phone", "owntracks/anna.phone/phone", true),
        ("kitchen", "kiatsu/hall/hello", false), ("kitchen", "kiatsu/kitchen/location/set", false),
        ("kitchen", "kiatsu/hall/location/set", false), ("kitchen", "kiatsu/kitchen/weather", false),
        ("kitchen", "kiatsu/bridge/request/panel/add", false), ("kitchen", "kiatsu/bridge/state", false),
        ("kitchen", "homeassistant/device/kiatsu_kitchen/config", false),
        ("kitchen", "owntracks/anna.phone/phone", false), ("ben.phone", "owntracks/anna.phone/phone", false),
        ("ben.phone", "kiatsu/camper/location/set", false),
        ("home.assistant", "kiatsu/bridge/request/panel/remove", false),
        ("home.assistant", "owntracks/anna.phone/phone", false), ("kiatsu", "other/x", false),
    ]

    @Test func `nobody has kept for another what he may not send`() async throws {
        for (user, attempts) in Dictionary(grouping: Self.attempts, by: \.user) {
            let client = try await client(user)
            client.publish(attempts.map { ($0.topic, user) }, isRetained: true)
            // Answers overtake what is retained, once.
            try await client.settle()
            try await client.settle()
            #expect(client.refused() == Set(attempts.filter { !$0.isAllowed }.map(\.topic)), "\(user)")
            await client.stop()
        }
        let tester = try await client(GuardedBroker.tester, ["#"])
        try await tester.settle()
        #expect(tester.topics() == Set(Self.attempts.filter(\.isAllowed).map(\.topic)))
        await tester.stop()
    }

    @Test func `nobody's last will goes where he may not send`() async throws {
        let tester = try await client(GuardedBroker.tester, ["#"])
        let dying = try Self.attempts.enumerated().map { number, attempt in
            try Program(
                "/usr/bin/mosquitto_sub",
                installation.broker.address.options + [
                    "-V", "5", "-i", "dying-\(number).",
                    "-u", attempt.user, "-P", GuardedBroker.password(of: attempt.user), "-t", "none",
                    "--will-topic", attempt.topic, "--will-payload", "x",
                ]
            )
        }
        for (number, program) in dying.enumerated() {
            try await installation.broker.logs("Sending SUBACK to dying-\(number).")
            program.send(SIGKILL)
            try await installation.broker.logs("Client dying-\(number). closed its connection")
        }
        try await tester.settle()
        #expect(tester.topics() == Set(Self.attempts.filter(\.isAllowed).map(\.topic)))
        await tester.stop()
    }

    @Test func `nobody gets in without a name and its password`() async throws {
        for (user, password) in [(nil, nil), ("kitchen", "wrong"), ("nobody", "x"), ("kitchen", "")] {
            let client = try RoleClient(installation.broker, user, password: password)
            let event = try await client.events.first { event in
                if case .received = event { return true }
                if case .disconnected = event { return true }
                return false
            }
            guard case .disconnected(let failure) = event else {
                Issue.record("\(user ?? "nobody") got in")
                continue
            }
            #expect("\(failure)".contains("password") || "\(failure)".contains("authori"), "\(failure)")
            await client.stop()
        }
    }

    /// A client of mosquitto's own on the secure listener.
    private func tls(_ program: String, _ user: String, _ arguments: [String]) throws -> Program {
        try Program(
            "/usr/bin/\(program)",
            [
                "-h", "localhost", "-p", "\(guarded.tlsPort)", "--cafile", guarded.directory.path + "/certs/ca.crt",
                "-V", "5", "-u", user, "-P", GuardedBroker.password(of: user),
            ] + arguments
        )
    }

    @Test func `nobody takes another's session on the listener for the network`() async throws {
        let tester = try await client(GuardedBroker.tester, ["#"])
        try await installation.run(configuration()) { _ in
            try await tester.first(on: "kiatsu/kitchen/status", with: "fresh")
            let mark = installation.log.mark
            // With the bridge's client id: it would end the bridge's connection elsewhere.
            let arguments = ["-i", "kiatsu", "-q", "1", "-t", "kiatsu/kitchen/refresh", "-m", "x"]
            // The second one within a minute is told of.
            for _ in 0..<2 { #expect(await (try tls("mosquitto_pub", "kitchen", arguments)).ending() == .exit(0)) }
            try await installation.logs("panel kitchen: refresh", since: mark)
            #expect(try installation.broker.log.contains("as kitchen (p5"))
            #expect(!installation.log.elements.dropFirst(mark).contains { $0.contains("onnection") })
        }
        let noAuthority = try Program(
            "/usr/bin/mosquitto_pub",
            ["-h", "localhost", "-p", "\(guarded.tlsPort)", "-u", "kitchen", "-t", "kiatsu/kitchen/refresh", "-m", "x"]
        )
        #expect(await noAuthority.ending() != .exit(0), "and nothing but TLS is spoken there")
        await tester.stop()
    }

    @Test func `a household lives behind these rules`() async throws {
        let kitchen = try await client("kitchen", ["kiatsu/#"])
        let home = try await client("home.assistant", ["homeassistant/#", "kiatsu/+/location"])
        let phone = try await client("anna.phone")
        for member in [kitchen, home, phone] { try await member.settle() }
        try await installation.run(configuration()) { _ in
            try await kitchen.first(on: "kiatsu/kitchen/status", with: "fresh")
            try await home.first(on: "homeassistant/device/kiatsu_kitchen/config")
            let hour = kitchen.events.mark
            await installation.advanceToHourMark()
            let next = noon.hourStart.addingHours(1).unixSeconds
            try await kitchen.first(on: "kiatsu/kitchen/weather", with: "\"ts\":\(next)", since: hour)

            kitchen.publish([("kiatsu/kitchen/hello", #"{"buf":256,"enc":"compact"}"#)])
            try await kitchen.first(on: "kiatsu/kitchen/hello/response", with: #""ok":true"#)
            // The second one within a minute is told of.
            home.publish([("kiatsu/kitchen/refresh", ""), ("kiatsu/kitchen/refresh", "")])
            try await installation.logs("refresh of")

            let moved = home.events.mark
            let tst = installation.clock.now.unixSeconds
            phone.publish([
                (
                    "owntracks/anna.phone/phone",
                    #"{"_type":"location","lat":43.0621,"lon":141.3544,"acc":9,"tst":\#(tst)}"#
                )
            ])
            try await home.first(on: "kiatsu/camper/location", with: #""src":"follow""#, since: moved)
            home.publish([("kiatsu/hall/location/set", "48.1371,11.5754")])
            try await home.first(on: "kiatsu/hall/location", with: #""src":"command""#, since: moved)

            let mqtt = try installation.configuration(
                "panels: [{id: p, location: '0,0'}]",
                mqtt: ", username: kiatsu.admin",
                environment: ["KIATSU_MQTT_PASSWORD": GuardedBroker.password(of: "kiatsu.admin")]
            ).mqtt
            var list = ""
            try await BridgeClient(mqtt).ask(.request("panels", [String: Int]())) { answer in
                list = String(decoding: answer, as: UTF8.self)
                return nil
            }
            #expect(list.contains(#""id":"camper""#))
        }
        let others = kitchen.topics().filter {
            !$0.hasPrefix("kiatsu/kitchen/") && !$0.hasPrefix("kiatsu/image/kitchen/")
        }
        #expect(others.isEmpty)
        for member in [kitchen, home, phone] { await member.stop() }
    }
}
