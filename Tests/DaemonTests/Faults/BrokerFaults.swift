import Configuration
import Foundation
import Messaging
import Payloads
import TestSupport
import Testing
import Time

@testable import Bridge

private let panels = ["tokyo", "berlin"]

/// All that the two panels and the bridge retain.
private let retainedTopics: Set<String> = Set(
    panels.flatMap { panel in
        ["weather", "weather/frame", "status", "location"].map { "kiatsu/\(panel)/\($0)" }
    } + ["kiatsu/bridge/state", "kiatsu/bridge/info"]
)

/// A broker that goes, comes back, refuses, forgets, or has no room.
@Suite(.timeLimit(.minutes(Thoroughness.isFull ? 12 : 4)))
struct BrokerFaults {
    let twoPanels = """
        panels:
          - {id: tokyo, location: "35.6465,139.6297", language: ja, encodings: [compact, frame]}
          - {id: berlin, location: "52.52,13.405", language: de, encodings: [compact, frame]}
        """

    /// Waits until the broker has all that is retained, and that of this hour, as a new subscriber is sent it.
    func everything(of installation: Installation, at hour: UTCInstant, longitude: String) async throws {
        while true {
            let retained = try await BrokerObserver.retained(in: installation.broker)
            let isNewest = panels.allSatisfy { panel in
                ["weather", "weather/frame"].allSatisfy {
                    retained["kiatsu/\(panel)/\($0)"]?.isEntry(for: hour) == true
                }
                    && retained["kiatsu/\(panel)/status"]?.text == "fresh"
            }
            let isThere = retained["kiatsu/tokyo/location"]?.text.contains(longitude) == true
            if isNewest, isThere, retained["kiatsu/bridge/state"]?.text == "online",
                retainedTopics.isSubset(of: retained.keys)
            {
                // Health comes in its own time.
                #expect(Set(retained.keys).subtracting(["kiatsu/bridge/health"]) == retainedTopics)
                return
            }
            try Task.checkCancellation()
        }
    }

    /// Sends a panel somewhere and waits until it is accepted.
    func move(_ installation: Installation, _ topics: TopicRecorder, to position: String) async throws {
        let mark = topics.mark
        try installation.broker.publish("kiatsu/tokyo/location/set", position)
        try await topics.first(on: "kiatsu/tokyo/location/response", since: mark) { $0.text.hasPrefix(#"{"ok":true"#) }
    }

    /// Moves the clock to the next hour once the daemon sleeps, past what it wanted to do before.
    func nextHour(of installation: Installation) async {
        _ = await installation.clock.nextSleep()
        installation.clock.set(to: installation.clock.now.hourStart.addingHours(1))
    }

    func lines(_ installation: Installation, _ texts: String..., since mark: Int = 0) -> Int {
        installation.log.elements.dropFirst(mark).count { line in
            !line.contains(" debug: ") && texts.contains { line.contains($0) }
        }
    }

    // MARK: Gone and back

    @Test(arguments: ["5", "3.1.1"])
    func `a broker that dies again and again gets everything back, of the hours missed only the last`(
        version: String
    ) async throws {
        let installation = try Installation()
        let rounds = Thoroughness.rounds(8, otherwise: 2)
        let configuration = try installation.configuration(twoPanels, mqtt: ", protocol: \"\(version)\"")
        // A connection that breaks within seconds again and again looks taken over, which is waited after for minutes.
        var backoff = BackoffConfiguration()
        backoff.takenOver = backoff.network
        try await installation.run(configuration, backoff: backoff) { _ in
            for round in 1...rounds {
                let topics = try await TopicRecorder(installation.broker)
                for panel in panels { try await topics.status("fresh", of: panel) }
                try await move(installation, topics, to: "35.70,139.\(60 + round)")
                let mark = installation.log.mark
                if round.isMultiple(of: 2) { installation.broker.stop() } else { installation.broker.kill() }
                try await installation.logs("Kiatsu tries again", since: mark)
                for _ in 0..<round % 3 + 1 { await nextHour(of: installation) }
                let hour = installation.clock.now.hourStart
                _ = await installation.clock.nextSleep { $0 > hour }

                try installation.broker.restart()
                let after = try await TopicRecorder(installation.broker)
                try await everything(of: installation, at: hour, longitude: "139.\(60 + round)")
                for panel in panels { try await after.first(on: "kiatsu/\(panel)/weather") }
                let settled = try await after.settled()
                for panel in panels {
                    let dates = try after.all(on: "kiatsu/\(panel)/weather", settled).map { try $0.weather.date }
                    #expect(Set(dates) == [hour])
                }
                #expect(after.all(on: "kiatsu/bridge/state", settled).map(\.text) == ["online"])
                // Of more than six a day neither the beginning nor the end is told.
                let isTold = lines(installation, "Kiatsu tries again", since: mark) > 0
                #expect(isTold || round > 3)
                #expect(lines(installation, "connected to the broker at", since: mark) == (isTold ? 1 : 0))
                #expect(lines(installation, "Nothing accepts connections", since: mark) <= 1)
                #expect(lines(installation, "was lost", "is shutting down", since: mark) <= 1)
            }
        }
        FaultTable.held("broker killed or stopped, \(version)", "everything retained and newest after", times: rounds)
    }

    @Test func `topics of another life that a broker kept are cleared`() async throws {
        let installation = try Installation(
            broker: ["allow_anonymous true", "persistence true", "persistence_location $DIRECTORY/"]
        )
        let topics = try await TopicRecorder(installation.broker)
        let old = twoPanels + "\n  - {id: attic, location: \"48.1,11.6\"}"
        try await installation.run(installation.configuration(old)) { _ in
            try await topics.status("fresh", of: "attic")
            try await topics.status("fresh", of: "tokyo")
        }
        try installation.broker.restart()
        let kept = try await BrokerObserver.retained(in: installation.broker)
        #expect(kept["kiatsu/attic/weather"] != nil && kept["kiatsu/bridge/state"]?.text == "offline")
        try await installation.run(installation.configuration(twoPanels)) { _ in
            try await installation.logs("connected to the broker")
            let after = try await TopicRecorder(installation.broker)
            try await after.status("fresh", of: "tokyo")
            var kept = try await BrokerObserver.retained(in: installation.broker)
            while kept.keys.contains(where: { $0.hasPrefix("kiatsu/attic/") }) {
                kept = try await BrokerObserver.retained(in: installation.broker)
            }
            try await everything(of: installation, at: Installation.noon, longitude: "139.6")
        }
        FaultTable.held("broker with the store of another life", "topics of panels that are gone are cleared")
    }

    // MARK: Refusing

    @Test func `a password that is refused is told once, and SIGHUP with the right one brings everything`()
        async throws
    {
        let directory = try ScratchDirectory()
        let file = try directory.write("", to: "passwords")
        let hashing = try Program("/usr/bin/mosquitto_passwd", ["-b", file, "kiatsu", "right"])
        #expect(await hashing.ending() == .exit(0))
        // Nobody without a name is refused, so that the test may look.
        let installation = try Installation(
            broker: Broker.openToAll + ["password_file $DIRECTORY/passwords"],
            files: ["passwords": try String(contentsOfFile: file, encoding: .utf8)]
        )
        func configuration(password: String) throws -> Configuration {
            let environment = ["KIATSU_MQTT_USERNAME": "kiatsu", "KIATSU_MQTT_PASSWORD": password]
            return try installation.configuration(twoPanels, environment: environment)
        }
        try await installation.run(configuration(password: "wrong")) { daemon in
            try await installation.logs("mqtt.username")
            await nextHour(of: installation)
            let hour = installation.clock.now
            _ = await installation.clock.nextSleep { $0 > hour }
            // The broker writes it down after it has answered.
            try await eventually { try installation.broker.log.contains("not authorised") }
            let attempts = try installation.broker.log.ranges(of: "not authorised").count
            #expect(attempts == 1, "the next attempt is half a minute away")
            daemon.reload(try configuration(password: "right"))
            try await installation.logs("connected to the broker")
            try await everything(of: installation, at: hour, longitude: "139.6")
        }
        #expect(lines(installation, "mqtt.username") == 1)
        FaultTable.held("password refused", "told once, no busy loop, values wait and arrive")
    }

    @Test func `rules that refuse a thousand topics fill no log, and with the right ones all arrive`() async throws {
        let right = "topic readwrite #\n"
        let installation = try Installation(
            broker: Broker.openToAll + ["acl_file $DIRECTORY/rules"],
            files: ["rules": right]
        )
        let rules = installation.broker.directory.appending(path: "rules")
        let many = (0..<100).map { "  - {id: p\($0), location: \"35.65,139.63\", encodings: [compact, fields]}" }
        let configuration = try installation.configuration(twoPanels + "\n" + many.joined(separator: "\n"))
        try await installation.run(configuration) { _ in
            let topics = try await TopicRecorder(installation.broker)
            for panel in panels + ["p99"] { try await topics.status("fresh", of: panel) }
            try Data("topic read #\n".utf8).write(to: rules)
            try await installation.broker.reload()
            for _ in 0..<2 {
                let mark = try installation.broker.log.ranges(of: "Denied PUBLISH").count
                await nextHour(of: installation)
                try await installation.broker.logs("Denied PUBLISH", times: mark + 1000)
            }
            #expect((1...20).contains(lines(installation, "reason 0x87")))
            #expect(lines(installation, "reason 0x87", "tried again") >= 1)

            try Data(right.utf8).write(to: rules)
            try await installation.broker.reload()
            await nextHour(of: installation)
            let hour = installation.clock.now
            for panel in panels + (0..<100).map({ "p\($0)" }) { try await topics.entry(for: hour, on: panel) }
            let retained = try await BrokerObserver.retained(in: installation.broker)
            for id in 0..<100 { #expect(try retained["kiatsu/p\(id)/weather"]?.weather.date == hour) }
        }
        FaultTable.held("broker's rules refuse all that is published", "bounded log, everything arrives once corrected")
    }

    @Test func `of two bridges with one client id each tells it, and one that is left settles`() async throws {
        // Minutes in real life: what is told and in which order is the same.
        var backoff = BackoffConfiguration()
        backoff.takenOver = .init(initial: .milliseconds(300), maximum: .seconds(3))
        let one = try Installation()
        let other = try Installation()
        var twin = try other.configuration(twoPanels)
        twin.mqtt.host = one.broker.address.host
        let configuration = twin
        try await one.run(one.configuration(twoPanels), backoff: backoff) { _ in
            let topics = try await TopicRecorder(one.broker)
            for panel in panels { try await topics.status("fresh", of: panel) }
            try await other.run(configuration, backoff: backoff) { _ in
                try await one.logs("mqtt.client_id")
                try await other.logs("mqtt.client_id")
                // Back and forth once more.
                try await one.logs("mqtt.client_id", since: one.log.mark)
            }
            try await everything(of: one, at: Installation.noon, longitude: "139.6")
        }
        for installation in [one, other] {
            let warnings = installation.log.elements.filter { $0.contains("warning: ") }
            #expect((1...6).contains(warnings.count { $0.contains("mqtt.client_id of its own") }))
        }
        FaultTable.held(
            "twin with the same client id",
            "each tells it, six times a day at most; one that is left settles"
        )
    }
}
