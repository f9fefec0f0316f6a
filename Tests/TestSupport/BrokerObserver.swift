import Foundation
import Glibc

/// A message as a client that is not ours saw it.
package struct ObservedMessage: Sendable, Equatable {
    package var topic: String
    package var payload: [UInt8]

    /// True if the broker had it stored when the observer subscribed.
    package var isRetained: Bool
    package var qualityOfService: Int

    /// The message expiry interval that the broker passed on.
    package var expirySeconds: Int?

    /// The correlation data, where it is text.
    package var correlationData: String

    /// The payload as text.
    package var text: String { String(decoding: payload, as: UTF8.self) }
}

/// An independent subscriber: mosquitto_sub, with what it prints as a stream.
package final class BrokerObserver: Sendable {
    /// Everything that arrives, in order; for one reader.
    package let messages: AsyncStream<ObservedMessage>
    private let process: ChildProcess

    /// Subscribes and returns once the broker has confirmed it.
    package convenience init(_ broker: Broker, filter: String = "#") async throws {
        try await self.init(broker, filters: [filter])
    }

    /// The same for several filters at once.
    init(_ broker: Broker, filters: [String]) async throws {
        var ends: [Int32] = [0, 0]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw Broker.Failure(description: "no descriptors left")
        }
        let (input, output) = (ends[0], ends[1])
        defer { close(output) }
        // The debug lines are where it says that it has subscribed; line by line, or they would wait in its buffer.
        let format = "message|%r|%q|%E|%x|%D|%t"
        let subscription = ["-d", "-V", "5", "-q", "1", "-F", format] + filters.flatMap { ["-t", $0] }
        let arguments = ["-oL", "mosquitto_sub"] + broker.address.options + subscription
        do {
            process = try Broker.start("stdbuf", arguments, in: broker.namespace, output: output)
        } catch {
            close(input)
            throw error
        }
        let (messages, lines) = AsyncStream.makeStream(of: ObservedMessage.self)
        self.messages = messages
        await withCheckedContinuation { subscribed in
            // A thread of its own: reading blocks, and the pool has two threads for all tests.
            Thread.detachNewThread { Self.read(from: input, into: lines, subscribed: subscribed) }
        }
    }

    deinit { process.end(with: SIGKILL) }

    /// The next message that fulfils the condition; those before it are gone.
    package func first(where condition: (ObservedMessage) -> Bool) async -> ObservedMessage? {
        for await message in messages where condition(message) { return message }
        return nil
    }

    /// The messages that the broker has stored now, by topic.
    package static func retained(in broker: Broker) async throws -> [String: ObservedMessage] {
        let observer = try await BrokerObserver(broker)
        // The broker sends what it has stored before anything that comes after the subscription.
        let end = "end of what is stored \(UUID().uuidString)"
        try broker.publish(end, "")
        var stored: [String: ObservedMessage] = [:]
        for await message in observer.messages {
            if message.topic == end { break }
            if message.isRetained { stored[message.topic] = message }
        }
        return stored
    }

    private static func read(
        from descriptor: Int32,
        into messages: AsyncStream<ObservedMessage>.Continuation,
        subscribed: CheckedContinuation<Void, Never>
    ) {
        var waiting: CheckedContinuation<Void, Never>? = subscribed
        readLines(from: descriptor) { line in
            if line.hasPrefix("Subscribed") {
                waiting?.resume()
                waiting = nil
            } else if let message = ObservedMessage(line: line) {
                Journal.shared?.note(topic: message.topic, payload: message.payload)
                messages.yield(message)
            }
        }
        messages.finish()
        waiting?.resume()
    }
}

extension ObservedMessage {
    /// A line of the form `message|retained|quality|expiry|payload in hexadecimal|correlation data|topic`.
    fileprivate init?(line: String) {
        let fields = line.split(separator: "|", maxSplits: 6, omittingEmptySubsequences: false)
        guard fields.count == 7, fields[0] == "message", let quality = Int(fields[2]) else { return nil }
        topic = String(fields[6])
        isRetained = fields[1] == "1"
        qualityOfService = quality
        expirySeconds = Int(fields[3])
        correlationData = String(fields[5])
        let digits = Array(fields[4].utf8)
        payload = stride(from: 0, to: digits.count - 1, by: 2).compactMap { index in
            UInt8(String(decoding: digits[index...index + 1], as: UTF8.self), radix: 16)
        }
    }
}
