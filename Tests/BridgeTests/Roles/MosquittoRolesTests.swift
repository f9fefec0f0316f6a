import Configuration
import Foundation
import Messaging
import TestSupport
import Testing
import Time

@testable import Bridge

private let noon = Installation.noon

/// The broker that deploy/mosquitto describes: each role can do what it may, and nothing else.
@Suite(.timeLimit(.minutes(4)), .serialized)
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
    private func publishedTopics(_ discovery: String) async throws -> Set<String> {
        let tester = try await client(GuardedBroker.tester, ["#"])
        try await tester.settle()
        try await installation.run(configuration(discovery: discovery)) { _ in
            for panel in ["kitchen", "hall", "camper"] {
                try await tester.first(on: "kiatsu/\(panel)/status", with: "fresh")
            }
            try await tester.first(on: "kiatsu/image/kitchen/weather")
            try await tester.first(on: "kiatsu/kitchen/poem/text")
            try await tester.first(on: "kiatsu/bridge/homeassistant/camper")
        }
        await tester.stop()
        let refusals = installation.log.elements.filter { $0.contains("refused") || $0.contains("rights") }
        #expect(refusals.isEmpty, "the bridge may publish and subscribe to all that it wants")
        return Set(tester.received().map(\.topic))
    }

    @Test func `each role can send and read what it may, and nothing else`() async throws {
        let published = try await publishedTopics("device").union(publishedTopics("component"))
        #expect(published.count > 60, "\(published.sorted())")
        let topics = published.union(RolePromise.furtherTopics).sorted()
        let tester = try await client(GuardedBroker.tester, ["$SYS/broker/version"])
        try await tester.first(on: "$SYS/broker/version")
        var tries = 0
        for role in RolePromise.all {
            let client = try await client(role.user, ["#", "+/#", "$SYS/#", "kiatsu/#", "kiatsu/hall/#", "owntracks/#"])
            try await client.settle()
            let mark = client.events.mark
            client.publish(topics.map { ($0, "") } + [("$SYS/broker/version", "")])
            try await client.settle(since: mark)
            let sent = Set(topics).subtracting(client.refused(since: mark))
            #expect(sent == Set(topics.filter(role.mayWrite)), "\(role.user) sends")
            #expect(client.refused(since: mark).contains("$SYS/broker/version"))
            tester.publish(topics.map { ($0, "told") })
            try await client.settle(by: tester, since: mark)
            let told = client.received().filter { String(decoding: $0.payload, as: UTF8.self) == "told" }
            #expect(Set(told.map(\.topic)) == Set(topics.filter(role.mayRead)), "\(role.user) reads")
            // What was kept from before came with the subscription.
            let strays = client.received().map(\.topic).filter { !role.mayRead($0) }
            #expect(strays.isEmpty, "\(role.user)")
            await client.stop()
            tries += 2 * topics.count
        }
        #expect(tries > 1000)
        await tester.stop()
        FaultTable.held("a neighbour on a shared broker", "each role can do what it may and nothing else", times: tries)
    }

    /// What a hostile neighbour would try first, by hand.
    @Test(arguments: [
        ("kitchen", "kiatsu/hall/hello"), ("kitchen", "kiatsu/kitchen/location/set"),
        ("kitchen", "kiatsu/hall/location/set"), ("kitchen", "kiatsu/kitchen/weather"),
        ("kitchen", "kiatsu/bridge/request/panel/add"), ("kitchen", "kiatsu/bridge/state"),
        ("kitchen", "homeassistant/device/kiatsu_kitchen/config"), ("kitchen", "owntracks/anna.phone/phone"),
        ("ben.phone", "owntracks/anna.phone/phone"), ("ben.phone", "kiatsu/camper/location/set"),
        ("home.assistant", "kiatsu/bridge/request/panel/remove"), ("home.assistant", "owntracks/anna.phone/phone"),
        ("kiatsu", "other/x"),
    ])
    func `nobody sends for another, as a message or as a last will`(user: String, topic: String) async throws {
        let client = try await client(user)
        client.publish([(topic, "x")])
        client.publish([(topic, "x")], isRetained: true)
        try await client.settle()
        // The first word may overtake what is retained, the second one does not.
        try await client.settle()
        #expect(client.refused() == [topic])
        let tester = try await self.client(GuardedBroker.tester, [topic])
        try await tester.settle()
        let dying = try tls("mosquitto_sub", user, ["--will-topic", topic, "--will-payload", "x", "-t", "none"])
        try await installation.broker.logs("Sending SUBACK to \(user)")
        dying.send(SIGKILL)
        try await installation.broker.logs("Client \(user) closed its connection")
        try await tester.settle()
        #expect(tester.received().isEmpty, "nothing was kept, and no will came")
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
        try await tester.settle()
        try await installation.run(configuration()) { _ in
            try await tester.first(on: "kiatsu/kitchen/status", with: "fresh")
            let mark = installation.log.mark
            // With the bridge's client id: it would end the bridge's connection elsewhere.
            let arguments = ["-i", "kiatsu", "-q", "1", "-t", "kiatsu/kitchen/refresh", "-m", "x"]
            #expect(await (try tls("mosquitto_pub", "kitchen", arguments)).ending() == .exit(0))
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
        let others = kitchen.received().map(\.topic).filter {
            !$0.hasPrefix("kiatsu/kitchen/") && !$0.hasPrefix("kiatsu/image/kitchen/")
        }
        #expect(others.isEmpty)
        for member in [kitchen, home, phone] { await member.stop() }
    }
}
