import Configuration
import Foundation
import Payloads
import Synchronization
import TestSupport
import Testing
import Time
import Weather

@testable import Bridge

private let panels = (0..<100).map { "p\($0)" }
/// Those that are told where they are once, and hear nothing but garbage afterwards.
private let quiet = panels[90...]
private let yaml =
    "encodings: [compact]\npanels:\n"
    + panels.map { "  - {id: \($0), location: \"35.6465,139.6297\", language: en}\n" }.joined()

/// More commands than can be handled, most of them garbage.
@Suite(.timeLimit(.minutes(4)))
struct FloodFaults {
    /// The number of requests to the upstream for each cell in each hour.
    private final class Asked: Sendable {
        private let counts = Mutex<[UTCInstant: [String: Int]]>([:])

        func note(_ request: HTTPServer.Request, in hour: UTCInstant) {
            let latitudes = (request.query["latitude"] ?? "").split(separator: ",")
            let longitudes = (request.query["longitude"] ?? "").split(separator: ",")
            counts.withLock { counts in
                for (latitude, longitude) in zip(latitudes, longitudes) {
                    counts[hour, default: [:]]["\(latitude),\(longitude)", default: 0] += 1
                }
            }
        }

        func cells(in hour: UTCInstant) -> [String: Int] { counts.withLock { $0[hour] ?? [:] } }
    }

    private let installation: Installation
    private let asked = Asked()

    init() throws {
        // Each packet in the broker's log would be most of what it does.
        let quietLog = ["log_type none", "log_type notice", "log_type information", "log_type warning"]
        // As the manual advises: with 20 in flight the broker itself is what a flood waits for.
        let settings = quietLog + ["max_inflight_messages 1000"]
        installation = try Installation(broker: Broker.openToAll + settings)
        let clock = installation.clock
        installation.upstream.setHandler { [asked] request in
            asked.note(request, in: clock.now.hourStart)
            return Installation.answer(request, clock)
        }
    }

    private static let placeCount = 40

    /// One of forty places, each in a cell of its own.
    private static func place(_ number: Int) -> String { "\(40 + number % 8).5,\(10 + number / 8 % 5).5" }

    /// The one place that each panel is to be at in the end.
    private static func last(_ panel: Int) -> String { place(panel * 7 + 3) }

    private static func garbage(_ number: Int) -> [UInt8] {
        switch number % 12 {
        case 0: Array("NaN,NaN".utf8)
        case 1: Array(String(repeating: "[", count: 1000).utf8)
        case 2: [UInt8](repeating: UInt8(ascii: "9"), count: 2048)
        case 3: []
        case 4: (0..<64).map { UInt8(truncatingIfNeeded: $0 * 37 + number) }
        case 5: Array(#"{"lat":1e999,"lon":0}"#.utf8)
        case 6: Array(#"{"lat":91,"lon":181}"#.utf8)
        case 7: Array((String(repeating: #"{"a":"#, count: 150) + "1" + String(repeating: "}", count: 150)).utf8)
        case 8: Array("geo:abc".utf8)
        case 9: [0xEF, 0xBB, 0xBF, 0, 0]
        case 10: Array(#"{"lat":"#.utf8)
        default: Array("0,0".utf8)
        }
    }

    /// A message of the flood: positions and garbage for the loud panels, garbage alone for the quiet ones and for
    /// panels that do not exist.
    private static func message(_ number: Int) -> FloodPublisher.Message {
        let quality = UInt8(number / 3 % 2)
        switch number % 10 {
        case 0..<4:
            let panel = number / 10 % 90
            return FloodPublisher.Message(
                "kiatsu/p\(panel)/location/set",
                Array(place(number / 10 + number).utf8),
                qualityOfService: quality
            )
        case 4, 5:
            let topic = "kiatsu/nobody\(number)/location/set"
            return FloodPublisher.Message(topic, Array(place(number).utf8), qualityOfService: quality)
        case 6:
            let topic = "kiatsu/p\(number / 10 % 100)/location/set"
            return FloodPublisher.Message(topic, garbage(number / 10), qualityOfService: quality, isRetained: true)
        case 7:
            let response = "kiatsu/bridge/response/\(number)"
            return FloodPublisher.Message(
                "kiatsu/bridge/request/nonsense/\(number)",
                garbage(number / 10),
                qualityOfService: quality,
                responseTopic: response
            )
        default:
            let topic = "kiatsu/p\(number / 10 % 100)/location/set"
            return FloodPublisher.Message(topic, garbage(number / 10), qualityOfService: quality)
        }
    }

    /// Publishes for as long as it is not told to end, and at least so many, so many a second at the most.
    private final class Flood: Sendable {
        let mayEnd = Mutex(false)
        let ended = Recorder<String?>()

        func start(in broker: Broker, clientID: String, atLeast least: Int, aSecond rate: Int) {
            Thread.detachNewThread {
                do {
                    let publisher = try FloodPublisher(broker, clientID: clientID)
                    let start = ContinuousClock.now
                    var next = 0
                    while next < least || !self.mayEnd.withLock({ $0 }) {
                        try publisher.publish((next..<next + 50).map(FloodFaults.message))
                        next += 50
                        let early = start + .seconds(1) * next / rate - .now
                        if early > .zero { usleep(UInt32(early / .microseconds(1))) }
                    }
                    self.ended.append(nil)
                } catch {
                    self.ended.append("\(error)")
                }
            }
        }
    }

    private func position(_ place: String) -> [UInt8] { Array(place.utf8) }

    /// Waits until all that was sent before has been handled.
    private func handled(_ topics: TopicRecorder) async throws {
        let mark = topics.mark
        try installation.broker.publish("kiatsu/bridge/request/panel/list", #"{"panel":"p0"}"#)
        try await topics.first(on: "kiatsu/bridge/response/panel/list", since: mark)
    }

    @Test func `in a flood each hour is on time, and the newest position of each panel wins`() async throws {
        // Ten seconds of it, or five.
        let rate = Thoroughness.rounds(5000, otherwise: 1000)
        let count = Thoroughness.rounds(50_000, otherwise: 5000)
        let topics = try await TopicRecorder(installation.broker, filter: "kiatsu/+/weather")
        let answers = try await TopicRecorder(installation.broker, filter: "kiatsu/bridge/response/panel/list")
        let clock = installation.clock
        try await installation.run(installation.configuration(yaml)) { _ in
            for panel in panels {
                try await topics.first(on: "kiatsu/\(panel)/weather") { $0.text.contains("Setagaya") }
            }
            let flood = Flood()
            let publishers = 2
            for number in 0..<publishers {
                flood.start(
                    in: installation.broker,
                    clientID: "flood\(number)",
                    atLeast: count / publishers,
                    aSecond: rate / publishers
                )
            }
            let own = try FloodPublisher(installation.broker, clientID: "own")
            let early = quiet.map { panel in
                FloodPublisher.Message(
                    "kiatsu/\(panel)/location/set",
                    position(Self.last(Int(panel.dropFirst()) ?? 0))
                )
            }
            try own.publish(early)
            // The flood goes on until the hours have come: were they to wait for its end, they never would.
            for _ in 1...2 {
                try await allPlacesAsked()
                clock.set(to: clock.now.hourStart.addingHours(1))
                let hour = clock.now
                for panel in panels { try await topics.entry(for: hour, on: panel) }
                clock.advance(by: .seconds(1500))
            }
            try await allPlacesAsked()
            flood.mayEnd.withLock { $0 = true }
            while flood.ended.mark < publishers { await Task.yield() }
            #expect(flood.ended.elements.allSatisfy { $0 == nil }, "\(flood.ended.elements)")
            let loud = panels.indices.prefix(90).map { panel in
                FloodPublisher.Message("kiatsu/p\(panel)/location/set", position(Self.last(panel)))
            }
            try own.publish(loud)
            try await handled(answers)
            // The windows of the limit of commands open.
            clock.advance(by: .seconds(61))
            try await arrived()
            checkRequests()
        }
        FaultTable.held("\(count) commands in a flood, 100 panels", "hours on time, the newest position wins", times: 2)
    }

    /// Waits until each panel is said to be at its last place, with the weather there.
    private func arrived() async throws {
        while true {
            let retained = try await BrokerObserver.retained(in: installation.broker)
            let wrong = panels.indices.filter { panel in
                let place = Self.last(panel).split(separator: ",")
                let text = retained["kiatsu/p\(panel)/location"]?.text ?? ""
                return !place.allSatisfy(text.contains) || retained["kiatsu/p\(panel)/status"]?.text != "fresh"
            }
            if wrong.isEmpty {
                #expect(retained["kiatsu/bridge/state"]?.text == "online")
                return
            }
            try Task.checkCancellation()
        }
    }

    /// Waits until each place has been asked for in this hour.
    ///
    /// With the next hour not before that, no request of an hour can come in the one after it, but one too many.
    private func allPlacesAsked() async throws {
        let hour = installation.clock.now.hourStart
        try await eventually { [asked] in
            asked.cells(in: hour).keys.count { !$0.hasPrefix("35.6") } == Self.placeCount
        }
    }

    private func checkRequests() {
        for hour in (0...2).map({ Installation.noon.addingHours($0) }) {
            let twice = asked.cells(in: hour).filter { $0.value > 1 }
            #expect(twice.isEmpty, "in the hour of \(hour.iso8601)")
        }
    }

    @Test func `places that were left for many others are not asked for again within the hour`() async throws {
        let answers = try await TopicRecorder(installation.broker, filter: "kiatsu/+/location/response")
        let statuses = try await TopicRecorder(installation.broker, filter: "kiatsu/+/status")
        let rounds = 5
        try await installation.run(installation.configuration(yaml)) { _ in
            for panel in panels { try await statuses.status("fresh", of: panel) }
            let publisher = try FloodPublisher(installation.broker, clientID: "tracker")
            // The last round leads back to the first one's places, with those of all others at rest by then.
            for round in 0...rounds {
                let mark = answers.mark
                let moves = panels.indices.map { panel in
                    let place = "\(10 + round % rounds).5,\(panel).5"
                    return FloodPublisher.Message("kiatsu/p\(panel)/location/set", position(place))
                }
                try publisher.publish(moves)
                for panel in panels {
                    let answer = try await answers.first(on: "kiatsu/\(panel)/location/response", since: mark)
                    #expect(answer.text.contains(#""ok":true"#), "\(answer.text)")
                }
            }
        }
        let cells = asked.cells(in: Installation.noon)
        let count = rounds * panels.count
        let twice = cells.filter { $0.value > 1 }
        #expect(cells.count == count + 1 && twice.isEmpty, "\(cells.count), \(twice)")
        FaultTable.held("panels at \(count) places and back in an hour", "each asked for once", times: count)
    }

    @Test func `each command of a flood is answered, or told of as dropped`() async throws {
        let answers = try await TopicRecorder(installation.broker, filter: "kiatsu/#")
        let count = Thoroughness.rounds(20_000, otherwise: 6000)
        try await installation.run(installation.configuration(yaml)) { _ in
            try await answers.first(on: "kiatsu/p99/status") { $0.text == "fresh" }
            let payload = Array(("NaN," + String(repeating: "9", count: 900)).utf8)
            let commands = (0..<count).map { number in
                FloodPublisher.Message("kiatsu/p\(number % 120)/location/set", payload, qualityOfService: 0)
            }
            try FloodPublisher(installation.broker, clientID: "flood").publish(commands)
            try await handled(answers)
            installation.clock.advance(by: .seconds(700))
            var dropped = 0
            if installation.log.elements.contains(where: { $0.contains("faster than they can be handled") }) {
                let line = try await installation.logs("the flood is over")
                let told = line.matches(of: /(\d+) (?:commands|answers)/).compactMap { Int($0.output.1) }
                #expect(told.count == 2, "\(line)")
                dropped = told.reduce(0, +)
            }
            let expected = count - dropped
            try await eventually {
                let responses = answers.recorded.filter { $0.topic.hasSuffix("/response") }
                return responses.count == expected
            }
        }
        FaultTable.held("\(count) commands at once", "each answered or counted as dropped", times: count)
    }
}
