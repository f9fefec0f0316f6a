import Foundation
import Messaging
import TestSupport
import Testing

/// The program's memory in floods of commands.
@Suite(.timeLimit(.minutes(4)))
struct FloodMemoryFaults {
    /// The most memory for everything that waits: 2 MiB of commands and 4,096 answers of up to 1 KiB, each of the 4,096
    /// of both with the overhead of a message, its place in the queue and its topic's flow; and as much again, as the
    /// heap keeps freed memory in between.
    private static let mostWaiting = 2 * (2 << 20 + 4096 * 1024 + 2 * 4096 * 512)
    private static let panelCount = 100
    /// Forecasts are kept of what each panel shows and moves to, of 200 places that are asked for and of 256 that were
    /// left; none is larger than so much with what its answer, its line of the log and its rows on disk take.
    private static let mostForPlaces = (2 * panelCount + 200 + 256) * 16 << 10

    private let household: Household

    init() throws {
        household = try Household(broker: Broker.openToAll + ["log_type none", "log_type information"])
    }

    /// In bytes; `VmRSS` is what is resident now, `VmHWM` the most so far.
    private func memory(_ name: String, of program: Program) throws -> Int {
        let text = try String(contentsOfFile: "/proc/\(program.identifier)/status", encoding: .utf8)
        let line = text.split(separator: "\n").first { $0.hasPrefix(name + ":") }
        return try #require(line?.split(separator: " ").dropFirst().first.flatMap { Int($0) }) << 10
    }

    /// Garbage as large as it may be, positions for panels that do not exist, and requests that there are not.
    private static func message(_ number: Int) -> FloodPublisher.Message {
        let long = [UInt8](repeating: UInt8(ascii: "9"), count: 1500)
        return switch number % 3 {
        case 0: .init("kiatsu/p\(number % panelCount)/location/set", long, qualityOfService: 0)
        case 1: .init("kiatsu/nobody\(number)/location/set", long, qualityOfService: 1)
        default:
            .init("kiatsu/bridge/request/none/\(number)", long, responseTopic: "kiatsu/bridge/response/\(number)")
        }
    }

    /// A position that no other has, on a grid of 0.2 degrees: each asks for a forecast of its own.
    private static func position(_ number: Int) -> FloodPublisher.Message {
        let (latitude, longitude) = (-60 + number / 1800 % 600 / 5, -180 + number % 1800 / 5)
        let payload = #"{"lat":\#(latitude).\#(2 * (number / 1800 % 5)),"lng":\#(longitude).\#(2 * (number % 5))}"#
        return .init("kiatsu/p\(number % panelCount)/location/set", Array(payload.utf8), qualityOfService: 0)
    }

    /// Publishes as fast as the broker takes it, on a thread of its own.
    private func flood(
        _ numbers: Range<Int>,
        of message: @escaping @Sendable (Int) -> FloodPublisher.Message
    ) async throws {
        let ended = Recorder<String?>()
        let broker = household.broker
        Thread.detachNewThread {
            do {
                let publisher = try FloodPublisher(broker, clientID: "flood")
                for start in stride(from: numbers.lowerBound, to: numbers.upperBound, by: 50) {
                    try publisher.publish((start..<start + 50).map(message))
                }
                ended.append(nil)
            } catch {
                ended.append("\(error)")
            }
        }
        let outcome = try await ended.first { _ in true }
        #expect(outcome == nil)
    }

    /// The growth of memory while a flood is repeated, in bytes, and the figures for a report of it.
    private func growth(
        in flood: String,
        _ count: Int,
        of message: @escaping @Sendable (Int) -> FloodPublisher.Message
    ) async throws -> (bytes: Int, figures: String) {
        let panels = (0..<Self.panelCount).map {
            "  - {id: p\($0), location: \"35.65,139.63\", encodings: [compact]}\n"
        }
        try household.configure("location: {commands_per_minute: 6000}\npanels:\n" + panels.joined())
        let topics = try await TopicRecorder(household.broker, filter: "kiatsu/p99/#")
        let kiatsu = try household.start()
        try await topics.first(on: "kiatsu/p99/status") { $0.text == "fresh" }
        let before = try memory("VmRSS", of: kiatsu)
        var peaks: [Int] = []
        for round in 0..<Thoroughness.rounds(4, otherwise: 2) {
            try await self.flood(round * count..<(round + 1) * count, of: message)
            // All that was sent before has been handled, or was dropped.
            let mark = topics.mark
            try household.broker.publish("kiatsu/p99/location/set", "nonsense")
            try await topics.first(on: "kiatsu/p99/location/response", since: mark) { $0.text.contains("malformed") }
            peaks.append(try memory("VmHWM", of: kiatsu))
        }
        let after = try memory("VmRSS", of: kiatsu)
        kiatsu.send(SIGTERM)
        #expect(await kiatsu.ending() == .exit(0))
        let figures = ([before] + peaks + [after]).map { "\($0 >> 10)" }.joined(separator: ", ")
        let told = "floods of \(count) \(flood) (KiB before, peaks, after: \(figures))"
        return ((peaks.max() ?? 0) - before, told)
    }

    @Test func `commands that move no panel take no more memory than may wait`() async throws {
        let count = Thoroughness.rounds(50_000, otherwise: 5000)
        let (growth, figures) = try await growth(in: "commands that move no panel", count, of: Self.message)
        try #require(growth <= Self.mostWaiting, "\(figures)")
        FaultTable.held(figures, "memory is bounded")
    }

    @Test func `positions at ever new places take no more memory than the places that are kept`() async throws {
        let count = Thoroughness.rounds(50_000, otherwise: 1000)
        let (growth, figures) = try await growth(in: "positions at ever new places", count, of: Self.position)
        try #require(growth <= Self.mostWaiting + Self.mostForPlaces, "\(figures)")
        FaultTable.held(figures, "memory is bounded")
    }
}
