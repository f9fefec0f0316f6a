import Commands
import Foundation
import TestSupport
import Testing
import Time
import Weather

@testable import Payloads
@testable import Widgets

/// The sketches, compiled and run on stubs of the libraries: what they draw and send, and when they sleep.
@Suite(.serialized, .timeLimit(.minutes(4))) struct SketchTests {
    private static let frameTopic = "kiatsu/kitchen/weather/frame"
    /// Ten minutes into the first hour of the frame `setagaya`.
    private static let now = 1_644_048_600

    @Test(arguments: Sketch.allCases, ["c++11", "c++17"])
    func `every sketch compiles as the Arduino IDE compiles it`(sketch: Sketch, standard: String) async throws {
        let arguments = ["-x", "c++", "-std=\(standard)", "-include", "Arduino.h", "-fsyntax-only", sketch.path]
        _ = try await Firmware.run("g++", Sketch.flags + arguments)
    }

    @Test func `the panel draws the graph of a frame`() async throws {
        let bench = try await Sketch.panel.bench()
        let frame = try Firmware.goldenFrame("setagaya")
        let actions = try await panel(bench, shows: frame)
        #expect(actions.contains(Action("subscribe \(Self.frameTopic) 0")))
        let lines = actions.compactMap { $0.line(color: "7ff") }
        let pressures = try FrameDecoder.decode(frame).pressures.compactMap { $0.map { Int($0.tenthsHPa) } }
        let points = pressures.enumerated().map { hour, pressure in
            Point(x: 28 + 12 * hour, y: 64 + Int((Double(pressures[0] + 150 - pressure) * 0.4).rounded()))
        }
        #expect(points.count == 24)
        #expect(lines.map(\.to) == points)
        #expect(lines.dropFirst().map(\.from) == points.dropLast())
        #expect(actions.compactMap { $0.line(color: "7bef")?.from.y } == [64, 124, 184])
        let texts = actions.compactMap(\.text)
        for text in ["5.8 C", "1005.3 hPa  steady or changing slowly", "mostly cloudy", "1020", "1005", "990"] {
            #expect(texts.contains(text))
        }
        let letters = texts.filter { $0.count == 1 && $0.first?.isLetter == true }
        #expect(letters.joined() == "PPccffooggorrdRWXOPFCCPP")
    }

    @Test func `whatever the frame both displays keep within their edges`() async throws {
        let bench = try await Sketch.panel.bench(isSanitized: true)
        let paperBench = try await Sketch.paper.bench(isSanitized: true)
        for golden in try Firmware.goldenFrames() {
            let onPanel = try await panel(bench, shows: golden.bytes).compactMap(\.extent)
            #expect(onPanel.count > 30)
            #expect(onPanel.allSatisfy { $0.left >= 0 && $0.top >= 0 && $0.right < 320 && $0.bottom < 240 })
            let paper = try await paperBench.run(["clock \(Self.now)", retained(golden.bytes), "wake"])
            let onPaper = paper.compactMap(\.extent)
            #expect(onPaper.count > 30)
            #expect(onPaper.allSatisfy { $0.left >= 0 && $0.top >= 0 && $0.right < 296 && $0.bottom < 128 })
        }
    }

    @Test func `hours without a pressure break the line`() async throws {
        let bench = try await Sketch.panel.bench()
        // Known are the hours 0, 3, 4 and 15 to 22.
        let gaps = try await panel(bench, shows: try Firmware.goldenFrame("gaps")).compactMap { $0.line(color: "7ff") }
        #expect(gaps.map { ($0.to.x - 28) / 12 } == [0, 3, 4, 15, 16, 17, 18, 19, 20, 21, 22])
        #expect(gaps.filter { $0.from == $0.to }.map { ($0.to.x - 28) / 12 } == [0, 3, 15])
        let none = try await panel(bench, shows: try Firmware.goldenFrame("no-base"))
        #expect(none.compactMap { $0.line(color: "7ff") }.isEmpty)
        #expect(none.compactMap(\.text).contains("- C"))
    }

    @Test func `the panel says what is to be known of its data`() async throws {
        let bench = try await Sketch.panel.bench()
        let sample = try await panel(bench, shows: try Firmware.goldenFrame("placeholder"))
        #expect(sample.last?.text == "SAMPLE DATA")
        let stale = try await panel(bench, shows: try Firmware.goldenFrame("gaps"), at: 1_700_002_900)
        #expect(stale.last?.text == "forecast 2 h old")
        let frame = try Firmware.goldenFrame("setagaya")
        let states = try await panel(
            bench,
            shows: frame,
            then: [
                "send kiatsu/bridge/state 6f66666c696e65", "loop 2", "send kiatsu/bridge/state 6f6e6c696e65", "loop 2",
                "clock \(Self.now + 7200)", "loop 2", "network 0 0", "loop 2",
            ]
        )
        #expect(
            states.compactMap(\.text).suffix(4) == [
                "bridge offline  ", "", "forecast 2 h old", "no connection  forecast 2 h old",
            ]
        )
    }

    @Test func `a damaged frame leaves the panel as it is`() async throws {
        let bench = try await Sketch.panel.bench(isSanitized: true)
        let frame = try Firmware.goldenFrame("setagaya")
        var damaged = frame
        damaged[20] ^= 4
        for bytes in [damaged, Array(frame.dropLast()), [], frame + frame] {
            let before = try await panel(bench, shows: frame)
            let after = try await panel(
                bench,
                shows: frame,
                then: ["send \(Self.frameTopic) \(Firmware.hex(bytes))", "loop 2"]
            )
            #expect(after.starts(with: before))
            #expect(after.dropFirst(before.count).map(\.verb) == ["serial"])
        }
    }

    @Test func `the paper is drawn when the frame is another one and no more`() async throws {
        let first = try Firmware.goldenFrame("setagaya")
        let actions = try await Sketch.paper.bench().run([
            "clock \(Self.now)", retained(first), "wake", "clock \(Self.now + 3600)", "wake", "forget",
            retained(try Firmware.goldenFrame("saturation")), "clock \(Self.now + 7000)", "wake",
        ])
        let verbs = actions.map(\.verb).filter { ["refresh", "hibernate", "asleep"].contains($0) }
        #expect(verbs == ["refresh", "hibernate", "asleep", "asleep", "refresh", "hibernate", "asleep"])
        let asked = ["kiatsu/kitchen/hello/response 0", "\(Self.frameTopic) 0"]
        #expect(actions.filter { $0.verb == "subscribe" }.map(\.rest) == asked + asked + asked)
    }

    @Test func `the paper sleeps until after the next hour`() async throws {
        let frame = try Firmware.goldenFrame("setagaya")
        let actions = try await Sketch.paper.bench().run(["clock \(Self.now)", retained(frame), "wake"])
        let asleep = try #require(actions.last { $0.verb == "asleep" }?.numbers.first)
        // The hour's rest, 20 seconds, and the 7 of the board's dice.
        #expect(abs(asleep - (3600 - 600 + 27)) <= 1)
    }

    @Test func `a dead network costs the paper half a minute at the most`() async throws {
        let frame = try Firmware.goldenFrame("setagaya")
        let bench = try await Sketch.paper.bench()
        for trouble in ["network 0 0", "network 1 0", "hang 100000"] {
            let actions = try await bench.run([
                "clock \(Self.now)", retained(frame), "wake", "clock \(Self.now + 3000)", trouble, "wake",
                "clock \(Self.now + 7200)", "wake", "clock \(Self.now + 7260)", "wake",
            ])
            let naps = actions.filter { $0.verb == "asleep" }.compactMap { action in
                action.rest.split(separator: " ").last.flatMap { Int($0) }
            }
            #expect(naps.count == 4)
            #expect(naps.allSatisfy { $0 <= 30_000 })
            // Where the broker hangs, the board goes to sleep from there, and the paper stays as it is.
            let ages = actions.compactMap(\.text).filter { $0.hasPrefix("forecast") }
            #expect(ages == (trouble.hasPrefix("hang") ? [] : ["forecast 2 h old"]))
        }
    }

    @Test func `the paper says what it waits for until the first frame comes`() async throws {
        let actions = try await Sketch.paper.bench().run(["retain \(Self.frameTopic) 0102", "wake", "wake"])
        #expect(actions.compactMap(\.text).contains(Self.frameTopic))
        #expect(actions.filter { $0.verb == "refresh" }.count == 1)
        #expect(actions.filter { $0.verb == "asleep" }.count == 2)
    }

    @Test func `a position is sent when it is far from the last one or old and is one that the daemon takes`()
        async throws
    {
        let dates = [(20_261_121, 1_795_219_200), (20_280_229, 1_835_395_200), (21_000_301, 4_107_542_400)]
        let actions = try await Sketch.position.bench().run([
            "wake", "pass 6000", "loop 2", "fix 35.64651 139.62971 0.9 7 \(dates[0].0) 43261 100", "loop 2",
            // Far, but half a minute has not passed; then it has; then near.
            "fix 36.64651 139.62971 0.9 7 \(dates[0].0) 43262 100", "loop 2", "pass 30000", "loop 2",
            "fix 36.6466 139.6297 0.9 7 \(dates[0].0) 43300 100", "pass 60000", "loop 2",
            // A quarter of an hour later, at the other end of the world.
            "fix -77.84640 -166.66830 2.4 4 \(dates[1].0) 86399 100", "pass 900000", "loop 2",
            // No good: three satellites, an old fix, no date yet.
            "fix 1 1 0.9 3 \(dates[1].0) 0 100", "pass 900000", "loop 2",
            "fix 1 1 0.9 7 \(dates[1].0) 0 3000", "loop 2", "fix 1 1 0.9 7 0 0 100", "loop 2",
            "fix 0 0 25.5 12 \(dates[2].0) 0 100", "loop 2",
        ])
        let sent = actions.filter { $0.verb == "publish" }.map { $0.rest.split(separator: " ", maxSplits: 2) }
        #expect(sent.allSatisfy { $0[0] == "kiatsu/kitchen/location/set" && $0[1] == "live" })
        let positions = try sent.map { words in
            guard case .change(.set(let position)) = try PositionCommand.parse(payload: Array(words[2].utf8)) else {
                throw Firmware.Failure(description: "\(words[2]) sets no position")
            }
            return position
        }
        #expect(positions.map(\.coordinate.latitude) == [35.64651, 36.64651, -77.8464, 0])
        #expect(positions.map(\.coordinate.longitude) == [139.62971, 139.62971, -166.6683, 0])
        // Halves, 4.5 and 127.5, go to the even number in C.
        #expect(positions.map(\.accuracyMetres) == [4, 4, 12, 128])
        let times = [dates[0].1 + 43261, dates[0].1 + 43262, dates[1].1 + 86399, dates[2].1]
        #expect(positions.map { $0.reportedAt?.unixSeconds } == times)
    }

    private func retained(_ frame: [UInt8]) -> String { "retain \(Self.frameTopic) \(Firmware.hex(frame))" }

    /// The panel's actions from its start on, with a frame on the broker.
    private func panel(
        _ bench: Bench,
        shows frame: [UInt8],
        at now: Int = now,
        then commands: [String] = []
    ) async throws -> [Action] {
        try await bench.run(["clock \(now)", retained(frame), "wake", "pass 6000", "loop 3"] + commands)
    }
}

/// The parts of sketches that the README and the manual show.
@Suite(.timeLimit(.minutes(2))) struct ShownSketchTests {
    @Test func `each of them compiles`() async throws {
        let blocks = try Page.forUsers().flatMap(\.blocks).filter { $0.language == "cpp" }
        #expect(blocks.count == 2)
        for block in blocks {
            let scratch = try ScratchDirectory()
            let path = try scratch.write(block.text, to: "shown.cpp")
            let arguments = ["-x", "c++", "-std=c++17", "-include", "Arduino.h", "-fsyntax-only", path]
            _ = try await Firmware.run("g++", Sketch.flags + ["-Wno-unused-parameter"] + arguments)
        }
    }
}
