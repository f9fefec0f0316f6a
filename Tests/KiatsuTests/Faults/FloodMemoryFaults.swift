import Foundation
import Messaging
import TestSupport
import Testing

/// The program's memory in floods of commands.
@Suite(.timeLimit(.minutes(4)))
struct FloodMemoryFaults {
    /// What may wait at once: 2 MiB of commands and 4,096 answers of up to 1 KiB, each of the 4,096 of both with what a
    /// message, its place in the queue and its topic's crowd take beside; and as much again, as the heap keeps what was
    /// freed in between.
    ///
    /// Positions that are accepted are not in this: each asks for a place of its own, and takes more than all that waits.
    private static let mostGrowth = 2 * (2 << 20 + 4096 * 1024 + 2 * 4096 * 512)
    private static let panelCount = 100

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

    /// Publishes as fast as the broker takes it, on a thread of its own.
    private func flood(_ numbers: Range<Int>) async throws {
        let ended = Recorder<String?>()
        let broker = household.broker
        Thread.detachNewThread {
            do {
                let publisher = try FloodPublisher(broker, clientID: "flood")
                for start in stride(from: numbers.lowerBound, to: numbers.upperBound, by: 50) {
                    try publisher.publish((start..<start + 50).map(Self.message))
                }
                ended.append(nil)
            } catch {
                ended.append("\(error)")
            }
        }
        let outcome = try await ended.first { _ in true }
        #expect(outcome == nil)
    }

    @Test func `commands that move no panel take no more memory than may wait`() async throws {
        let panels = (0..<Self.panelCount).map {
            "  - {id: p\($0), location: \"35.65,139.63\", encodings: [compact]}\n"
        }
        try household.configure("panels:\n" + panels.joined())
        let topics = try await TopicRecorder(household.broker, filter: "kiatsu/p99/#")
        let kiatsu = try household.start()
        try await topics.first(on: "kiatsu/p99/status") { $0.text == "fresh" }
        let before = try memory("VmRSS", of: kiatsu)
        let count = Thoroughness.rounds(50_000, otherwise: 5000)
        var peaks: [Int] = []
        for round in 0..<Thoroughness.rounds(4, otherwise: 2) {
            try await flood(round * count..<(round + 1) * count)
            // All that was sent before has been handled, or was dropped.
            let mark = topics.mark
            try household.broker.publish("kiatsu/p99/location/set", "nonsense")
            try await topics.first(on: "kiatsu/p99/location/response", since: mark)
            peaks.append(try memory("VmHWM", of: kiatsu))
        }
        let after = try memory("VmRSS", of: kiatsu)
        try #require(peaks.allSatisfy { $0 - before <= Self.mostGrowth }, "\(before), \(peaks), \(after)")
        kiatsu.send(SIGTERM)
        #expect(await kiatsu.ending() == .exit(0))
        let figures = ([before] + peaks + [after]).map { "\($0 >> 10)" }.joined(separator: ", ")
        let fault = "floods of \(count) commands that move no panel (KiB before, peaks, after: \(figures))"
        FaultTable.held(fault, "memory is bounded")
    }
}
