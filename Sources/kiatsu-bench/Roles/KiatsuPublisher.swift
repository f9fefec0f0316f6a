import Messaging
import Payloads
import Time
import Widgets

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Encodes entries and publishes them with Kiatsu's client, in batches as the bridge does at the hour.
enum KiatsuPublisher {
    private static let panelsPerBatch = 64

    static func run(port: UInt16, count: Int, isVersion5: Bool) async throws -> Cost {
        let hour = SystemWallClock().now.hourStart
        let bounds = Entries.bounds(.compact)
        let entries = (0..<count).map { Entries.entry($0, at: hour) }
        let lifetime = hour.addingHours(24) - SystemWallClock().now

        let events = AsyncStream.makeStream(of: ClientEvent.self, bufferingPolicy: .bufferingNewest(64))
        let client = try Client(configuration: configuration(port: port, isVersion5: isVersion5)) {
            events.continuation.yield($0)
        }
        var news = events.stream.makeAsyncIterator()
        try client.start()
        while let event = await news.next() {
            if case .connected = event { break }
            if case .disconnected(let failure) = event { throw BenchmarkError("no connection: \(failure)") }
        }

        let start = (time: now(CLOCK_MONOTONIC), processor: now(CLOCK_PROCESS_CPUTIME_ID))
        for first in stride(from: 0, to: count, by: panelsPerBatch) {
            let batch = try (first..<min(first + panelsPerBatch, count)).map { index in
                let (topic, payload) = try Entries.message(
                    entries[index],
                    panelID: Entries.panelID(index),
                    in: bounds
                )
                return OutgoingMessage(topic: topic, payload: payload, isRetained: true, lifetime: lifetime)
            }
            client.publish(batch)
            await client.waitForRoom()
        }
        while client.pendingCount > 0, let event = await news.next() {
            if case .disconnected(let failure) = event { throw BenchmarkError("the connection broke: \(failure)") }
            if case .refused(let topic, let reason) = event { throw BenchmarkError("\(topic): \(reason)") }
        }
        let (end, processor) = (now(CLOCK_MONOTONIC), now(CLOCK_PROCESS_CPUTIME_ID))
        let cost = Cost(time: end - start.time, processorTime: processor - start.processor)
        await client.stop(within: .seconds(1))
        return cost
    }

    private static func configuration(port: UInt16, isVersion5: Bool) -> ClientConfiguration {
        var configuration = ClientConfiguration(host: "127.0.0.1", port: port, clientID: "bench-kiatsu")
        configuration.protocolVersion = isVersion5 ? .v5 : .v311
        configuration.sessionExpirySeconds = 0
        return configuration
    }

    private static func now(_ clock: clockid_t) -> Duration { ProcessFigures.now(clock) }
}
