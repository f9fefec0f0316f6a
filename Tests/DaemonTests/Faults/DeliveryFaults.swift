import Foundation
import Messaging
import TestSupport
import Testing
import Time

@testable import Bridge

/// Content for panels that the broker does not take.
@Suite(.timeLimit(.minutes(4))) struct DeliveryFaults {
    private static let panels = """
        panels:
          - {id: p, location: "35.6465,139.6297", widgets: [weather], encodings: [compact]}
          - {id: q, location: "35.6465,139.6297", widgets: [weather], encodings: [compact]}
        """
    /// The weather of one panel is what it does not take.
    private static let rules = """
        topic read #
        topic write kiatsu/bridge/#
        topic write kiatsu/p/status
        topic write kiatsu/p/location
        topic write kiatsu/q/#
        topic write echo/#
        """

    /// Lets minutes pass until the bridge tells of its health what is waited for.
    private func health(
        _ installation: Installation,
        _ topics: TopicRecorder,
        where condition: (ToldHealth) -> Bool
    ) async throws -> ToldHealth {
        while true {
            let now = installation.clock.now.unixSeconds
            let message = try await topics.first(on: "kiatsu/bridge/health") {
                (try? ToldHealth($0.payload)).map { $0.ts >= now } == true
            }
            let told = try ToldHealth(message.payload)
            if condition(told) { return told }
            // No more than that: an hour mark would be another matter.
            try #require(installation.clock.now < Installation.noon + .seconds(3000))
            installation.clock.advance(by: .seconds(60))
        }
    }

    private func shortBackoff() -> BackoffConfiguration {
        var backoff = BackoffConfiguration()
        backoff.rejection = .init(initial: .milliseconds(50), maximum: .milliseconds(500))
        return backoff
    }

    @Test func `what the broker's rules forbid is a fault until it is allowed, and the panel's status says so`()
        async throws
    {
        let configuration = Broker.openToAll + ["acl_file $DIRECTORY/rules"]
        let installation = try Installation(broker: configuration, files: ["rules": Self.rules])
        let topics = try await TopicRecorder(installation.broker)
        try await installation.run(installation.configuration(Self.panels), backoff: shortBackoff()) { _ in
            try await installation.logs("kiatsu/p/weather was refused")
            try await topics.status("expired", of: "p")
            try await topics.status("fresh", of: "q")
            let told = try await health(installation, topics) { !$0.ok }
            let fault = try #require(told.faults?.first { $0.fault == "deliveries" })
            #expect(fault.message.contains("kiatsu/p/weather") && !fault.message.contains("kiatsu/q"))
            #expect(fault.message.contains("0x87") && fault.message.contains("access rules"), "\(fault)")
            #expect(told.alive)

            let mark = topics.mark
            let rules = Self.rules + "\ntopic write kiatsu/p/weather\n"
            try Data(rules.utf8).write(to: installation.broker.directory.appending(path: "rules"))
            try await installation.broker.reload()
            try await topics.first(on: "kiatsu/p/weather", since: mark)
            try await topics.status("fresh", of: "p", since: mark)
            try await installation.logs("the broker has all that panels are to show, after")
            let after = try await health(installation, topics) { $0.ok }
            #expect(after.faults?.contains { $0.fault == "deliveries" } != true)
            let statuses = Set(topics.all(on: "kiatsu/q/status", try await topics.settled()).map(\.text))
            #expect(statuses.isSubset(of: ["fresh", "sample"]))
        }
        FaultTable.held("access rules forbid a panel's weather", "status expired, health not ok until it is allowed")
    }

    @Test func `what is too large for the broker is a fault, and the panel's status says so`() async throws {
        let installation = try Installation(broker: Broker.openToAll + ["max_packet_size 300"])
        let topics = try await TopicRecorder(installation.broker)
        let panels = Self.panels.replacing("[compact]", with: "[full]")
        try await installation.run(installation.configuration(panels)) { _ in
            try await topics.status("expired", of: "p")
            try await topics.status("expired", of: "q")
            #expect(try await !health(installation, topics) { !$0.ok }.ok, "short enough to be told")
            #expect(topics.all(on: "kiatsu/p/weather/full", try await topics.settled()).isEmpty)
            let line = try await installation.logs("the broker has not taken what is to be shown there")
            #expect(line.contains("larger than the broker accepts (300 bytes)"), "\(line)")
            try installation.broker.restart(Broker.openToAll)
            try await installation.logs("the broker has all that panels are to show, after")
            let after = try await TopicRecorder(installation.broker)
            for panel in ["p", "q"] { try await after.status("fresh", of: panel) }
            #expect(try await health(installation, after) { $0.ok }.ok)
        }
        FaultTable.held("broker takes no packet as large as the weather", "status expired, health not ok")
    }

    @Test func `who is not acknowledged in two minutes of connection is late, however often it was lost`() {
        var watch = DeliveryWatch()
        func missing(_ number: UInt64, losses: Int = 0) -> MissingValue {
            MissingValue(topic: "kiatsu/\(number)", number: number, lossCount: losses)
        }
        let all = [missing(1), missing(7)]
        func overdue(_ seconds: Int, handedOver: UInt64) -> [UInt64] {
            watch.overdue(of: all, handedOver: handedOver, at: .seconds(seconds)).map(\.number).sorted()
        }
        watch.connected(at: .seconds(1000))
        #expect(overdue(1000, handedOver: 5) == [] && overdue(1060, handedOver: 9) == [])
        #expect(overdue(1119, handedOver: 9) == [] && overdue(1120, handedOver: 9) == [1])
        // An outage of hours does not count.
        watch.disconnected(at: .seconds(1130))
        watch.connected(at: .seconds(9000))
        #expect(overdue(9000, handedOver: 9) == [1] && overdue(9049, handedOver: 9) == [1])
        #expect(overdue(9050, handedOver: 9) == [1, 7])
        let lost = watch.overdue(
            of: [missing(10, losses: 2), missing(11, losses: 3)],
            handedOver: 20,
            at: .seconds(9060)
        )
        #expect(lost.map(\.number) == [11], "whenever it was on its way the connection ended")
    }
}
