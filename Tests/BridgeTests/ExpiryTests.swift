import Messaging
import TestSupport
import Testing
import Time
import Timelines

@testable import Bridge

private let noon = UTCInstant(unixSeconds: 1_774_699_200)

@Suite struct ExpiryTests {
    private static func seconds(of message: OutgoingMessage) -> Int? {
        let text = String(decoding: message.payload, as: UTF8.self)
        return text.split(separator: "\"ts\":").last.flatMap { Int($0.prefix { $0.isNumber }) }
    }

    @Test func `an entry that is said again expires by its own hour, and is then said no more`() async throws {
        let yaml = "encodings: [compact, fields]\npanels: [{id: p, location: \"35.65,139.63\", language: ja}]"
        var bridge = try await Rehearsal(yaml, at: noon + .seconds(60))
        bridge.run(until: noon + .seconds(600))
        bridge.upstream = { _, _ in .failure(ReloadFailure(reason: "500", retry: .backoff)) }
        var last = noon
        for hour in 1...40 {
            let mark = bridge.published.count
            let now = noon.addingHours(hour)
            bridge.run(until: now)
            let said = bridge.published[mark...]
            #expect(said.contains { $0.topic == "kiatsu/p/status" })
            for message in said where message.topic == "kiatsu/p/weather" {
                let begin = UTCInstant(unixSeconds: try #require(Self.seconds(of: message)))
                #expect(message.lifetime == begin.addingHours(24) - now)
                last = now
            }
            for message in said { #expect(message.lifetime.map { $0 > .zero } ?? true, "\(message.topic)") }
        }
        // The last entry is that of 16:00.
        #expect(last == noon.addingHours(4 + 23))
        let mark = bridge.published.count
        bridge.upstream = { .success(Rehearsal.forecast($0, at: $1)) }
        bridge.run(until: bridge.now + .seconds(1800))
        let topics = Set(bridge.published[mark...].map(\.topic))
        #expect(topics.isSuperset(of: ["kiatsu/p/weather", "kiatsu/p/weather/place", "kiatsu/p/weather/temperature"]))
    }
}
