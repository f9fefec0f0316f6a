import Foundation
import TestSupport
import Testing
import Time
import Weather

@testable import Payloads
@testable import Widgets

/// `deploy/micropython/kiatsu.py` says of the same bytes what our own decoders say, in CPython and in MicroPython.
///
/// MicroPython is `/usr/bin/micropython`, or what KIATSU_MICROPYTHON names.
@Suite(.serialized, .timeLimit(.minutes(4))) struct MicroPythonTests {
    enum Interpreter: String, CaseIterable {
        case python3, micropython

        /// Cancels the test where there is none.
        func path() throws -> String {
            let named = self == .micropython ? ProcessInfo.processInfo.environment["KIATSU_MICROPYTHON"] : nil
            let path = named ?? "/usr/bin/\(rawValue)"
            guard FileManager.default.isExecutableFile(atPath: path) else {
                try Test.cancel("\(rawValue) is not installed; deploy/test --clients installs it")
            }
            return path
        }
    }

    private static let folder = Firmware.tests.appending(path: "../../deploy/micropython").standardized

    private func said(by interpreter: Interpreter, of lines: [String]) async throws -> [String] {
        // CPython would leave its bytecode beside the library, in the tree.
        let options = interpreter == .python3 ? ["-B"] : []
        let arguments = options + [Firmware.source("micropython.py"), Self.folder.path]
        let input = lines.map { $0 + "\n" }.joined()
        let said = try await Firmware.run(interpreter.path(), arguments, input: input)
        try #require(said.count == lines.count)
        return said
    }

    @Test(arguments: Interpreter.allCases)
    func `a frame is read as our own decoder reads it, or refused for the same reason`(interpreter: Interpreter)
        async throws
    {
        var frames: [[UInt8]] = [[]]
        for golden in try Firmware.goldenFrames().map(\.bytes) {
            frames += [golden, golden + [0]] + (0..<golden.count).map { Array(golden.prefix($0)) }
            frames += damaged(golden)
        }
        var random = SeededGenerator(seed: 20_261_122)
        for _ in 0..<600 { frames += [RandomFrames.encoded(using: &random), RandomFrames.wild(using: &random)] }
        let said = try await said(by: interpreter, of: frames.map { "frame " + Firmware.hex($0) })
        // One difference is enough to read.
        if let (frame, said) = zip(frames, said).first(where: { words(ofFrame: $0) != $1 }) {
            Issue.record("\(Firmware.hex(frame))\nis: \(said)\nnot: \(words(ofFrame: frame))")
        }
        for reason in ["at least 77", "version", "by its name's length", "damaged", "UTF-8", "out of range"] {
            #expect(said.contains { $0.hasPrefix("refused: ") && $0.contains(reason) }, "\(reason)")
        }
    }

    @Test(arguments: Interpreter.allCases)
    func `compact JSON is read as it was written, and damaged it is refused or read`(interpreter: Interpreter)
        async throws
    {
        var whole = try goldenJSON()
        var random = SeededGenerator(seed: 20_261_123)
        for _ in 0..<300 { whole.append(try RandomFrames.compact(using: &random)) }
        let said = try await said(by: interpreter, of: whole.map { "compact " + Firmware.hex($0) })
        for (json, said) in zip(whole, said) {
            #expect(said == words(of: try WeatherPayload.decode(compactOrFull: json)))
        }
        // What is let in has all members, or the program had ended with an error; MicroPython forgives a comma.
        let broken = try goldenJSON().flatMap { json in (0..<json.count).map { Array(json.prefix($0)) } + damaged(json)
        }
        let answers = try await self.said(by: interpreter, of: broken.map { "compact " + Firmware.hex($0) })
        #expect(answers.allSatisfy { $0.hasPrefix("refused: ") || $0.hasPrefix("ts ") })
        for (json, answer) in zip(broken, answers) {
            let weather = try? WeatherPayload.decode(compactOrFull: json)
            #expect(weather == nil || answer.hasPrefix("refused: ") || answer == weather.map { words(of: $0) })
        }
    }

    @Test(arguments: Interpreter.allCases) func `what is no weather is refused by a sentence`(interpreter: Interpreter)
        async throws
    {
        let golden = String(decoding: try #require(try goldenJSON().first), as: UTF8.self)
        let texts = [
            ("", "this is not JSON; is it the topic of the frame?"),
            ("null", "this is not a JSON object"), ("[]", "this is not a JSON object"),
            ("{}", "“ts” is missing: this is not the weather widget's compact JSON"),
            (#"{"ts":1,"l":["a"],"a":"b"}"#, "“t” is missing: this is not the weather widget's compact JSON"),
            (#"{"ts":null,"t":1}"#, "“ts” has a value that it cannot have"),
            (#"{"ts":1,"t":"x"}"#, "“t” has a value that it cannot have"),
            (#"{"ts":1,"t":1e99}"#, "“t” has a value that it cannot have"),
            (#"{"ts":1,"t":true}"#, "“t” has a value that it cannot have"),
            (golden.replacing("1005,1005", with: "1005"), "“p” has a value that it cannot have"),
            (golden.replacing("1007", with: "107"), "“p” has a value that it cannot have"),
            (golden.replacing("PPcc", with: "PZcc"), "“i” has a value that it cannot have"),
            (golden.replacing("PPcc", with: "PPc"), "“i” has a value that it cannot have"),
            (golden.replacing(":540", with: ":5400"), "“off” has a value that it cannot have"),
            (String(repeating: "[", count: 1025), "compact JSON has at most 255 bytes, these are 1025"),
        ]
        let said = try await said(by: interpreter, of: texts.map { "compact " + Firmware.hex(Array($0.0.utf8)) })
        for (text, said) in zip(texts, said) { #expect(said == "refused: " + text.1, "\(text.0)") }
        let bytes = try await self.said(by: interpreter, of: ["compact 7bff7d", "compact " + Firmware.hex(.nested)])
        #expect(bytes[0] == "refused: this is not UTF-8")
        #expect(bytes[1].hasPrefix("refused: "))
    }

    @Test func `it has the version of the daemon`() throws {
        let text = try String(contentsOf: Self.folder.appending(path: "kiatsu.py"), encoding: .utf8)
        #expect(text.contains("__version__ = \"\(LibraryTests.version)\"\n"))
    }

    private func goldenJSON() throws -> [[UInt8]] {
        let files = try FileManager.default.contentsOfDirectory(atPath: Firmware.goldens.path).sorted()
        let names = files.filter { $0.hasSuffix(".compact.json") }
        try #require(names.count == 7)
        let first = names.sorted { $0.hasPrefix("setagaya") && !$1.hasPrefix("setagaya") }
        return try first.map { Array(try Data(contentsOf: Firmware.goldens.appending(path: $0))) }
    }

    private func damaged(_ bytes: [UInt8]) -> [[UInt8]] {
        (0..<bytes.count * 8).map { bit in
            var flipped = bytes
            flipped[bit / 8] ^= 1 << UInt8(bit % 8)
            return flipped
        }
    }

    // MARK: As the program prints it

    private func words(ofFrame bytes: [UInt8]) -> String {
        do throws(FrameError) {
            return words(of: try FrameDecoder.decode(bytes))
        } catch {
            let reason =
                switch error {
                case .tooShort(let count, let least): "a frame has at least \(least) bytes, these are \(count)"
                case .version(let version): "version \(version) of the frame is not known here"
                case .length(let count, let expected):
                    "by its name's length the frame has \(expected) bytes, these are \(count)"
                case .check: "the frame is damaged: its check bytes are not those of its content"
                case .nameNotUTF8: "the place's name is not UTF-8"
                case .valueOutOfRange(let offset): "the value at byte \(offset) is out of range"
                }
            return "refused: " + reason
        }
    }

    private func words(of weather: DecodedWeather) -> String {
        let offset = weather.utcOffsetMinutes.map(String.init) ?? "None"
        let temperature = tenths(weather.temperature.map { Int($0.tenthsCelsius) })
        var parts = ["ts \(weather.date.unixSeconds) off \(offset) t \(temperature)"]
        parts.append("name " + Firmware.hex(Array(weather.placeName.utf8)))
        if let isStale = weather.isStale, let isSample = weather.isPlaceholder, let isCut = weather.isNameCut {
            let trend = weather.trend == .unknown ? "None" : String(weather.trend.rawValue)
            parts.append("age \(weather.ageHours.map(String.init) ?? "None") trend \(trend)")
            parts.append("flags " + [isSample, isStale, isCut].map { $0 ? "1" : "0" }.joined())
            let temperatures = weather.temperatures ?? []
            parts.append("h " + temperatures.map { $0.map(String.init) ?? "-" }.joined(separator: " "))
        }
        parts.append("p " + weather.pressures.map { tenths($0.map { Int($0.tenthsHPa) }) }.joined(separator: " "))
        return (parts + ["i " + weather.icons]).joined(separator: " | ")
    }

    private func tenths(_ value: Int?) -> String {
        value.map { ($0 < 0 ? "-" : "") + "\(abs($0) / 10).\(abs($0) % 10)" } ?? "-"
    }
}

extension [UInt8] {
    /// Lists in lists, as deep as they may be long.
    fileprivate static let nested = [UInt8](repeating: UInt8(ascii: "["), count: 1024)
}
