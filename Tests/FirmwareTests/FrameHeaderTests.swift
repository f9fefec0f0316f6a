import Foundation
import TestSupport
import Testing
import Time
import Weather

@testable import Payloads
@testable import Widgets

/// The C header says of the same bytes what our own decoder says, however it is compiled.
@Suite(.serialized, .timeLimit(.minutes(4))) struct FrameHeaderTests {
    @Test(arguments: Compilation.all)
    func `the header decodes as our own decoder does`(compilation: Compilation) async throws {
        let scratch = try ScratchDirectory()
        try await Firmware.require(compilation.flags, of: compilation.compiler, in: scratch)
        let program = try await compilation.compile("decode.c", in: scratch)
        let said = try await Firmware.run(program, input: Corpus.shared.lines)
        try #require(said.count == Corpus.shared.expected.count)
        // One difference is enough to read.
        let difference = zip(said, Corpus.shared.expected).enumerated().first { $0.element.0 != $0.element.1 }
        if let (index, (said, expected)) = difference {
            Issue.record("\(Firmware.hex(Corpus.shared.frames[index]))\nis: \(said)\nnot: \(expected)")
        }
    }

    @Test func `each golden frame is read and each damaged one refused`() throws {
        let goldens = try Firmware.goldenFrames()
        #expect(goldens.count == 7)
        let refused = Corpus.shared.expected.filter { $0.hasPrefix("refused") }
        let damaged = goldens.map { $0.bytes.count * 9 + 1 }.reduce(0, +)
        #expect(refused.count > damaged)
        for reason in [
            "too short", "unknown version", "wrong length", "damaged", "name is not UTF-8", "value out of range",
        ] {
            #expect(refused.contains("refused: \(reason)"))
        }
    }

    @Test func `random and damaged bytes are never read past their end`() async throws {
        let scratch = try ScratchDirectory()
        let compilation = Compilation(compiler: "gcc", flags: ["-std=c99", "-O1", "-g"])
        let sanitizers = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
        let program = try await compilation.compile("fuzz.c", sanitizers, in: scratch)
        let goldens = try Firmware.goldenFrames().map { Firmware.hex($0.bytes) + "\n" }.joined()
        let said = try await Firmware.run(program, ["1000000", "20261121"], input: goldens)
        let decoded = try #require(said.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) })
        #expect(decoded > 100_000)
    }
}

/// Frames whole and damaged, and what there is to say of each.
private struct Corpus: Sendable {
    static let shared = Corpus()

    let frames: [[UInt8]]
    let expected: [String]

    var lines: String { frames.map { Firmware.hex($0) + "\n" }.joined() }

    init() {
        var frames: [[UInt8]] = [[]]
        for golden in (try? Firmware.goldenFrames().map(\.bytes)) ?? [] {
            frames.append(golden)
            frames.append(golden + [0])
            for count in 0..<golden.count { frames.append(Array(golden.prefix(count))) }
            for bit in 0..<golden.count * 8 {
                var flipped = golden
                flipped[bit / 8] ^= 1 << UInt8(bit % 8)
                frames.append(flipped)
            }
        }
        var random = SeededGenerator(seed: 20_261_121)
        for _ in 0..<600 { frames.append(RandomFrames.encoded(using: &random)) }
        for _ in 0..<600 { frames.append(RandomFrames.wild(using: &random)) }
        self.frames = frames
        expected = frames.map(Self.description)
    }

    /// As `decode.c` prints it.
    private static func description(of bytes: [UInt8]) -> String {
        do throws(FrameError) {
            return description(of: try FrameDecoder.decode(bytes), bytes)
        } catch {
            let reason =
                switch error {
                case .tooShort: "too short"
                case .version: "unknown version"
                case .length: "wrong length"
                case .check: "damaged"
                case .nameNotUTF8: "name is not UTF-8"
                case .valueOutOfRange: "value out of range"
                }
            return "refused: \(reason)"
        }
    }

    private static func description(of weather: DecodedWeather, _ bytes: [UInt8]) -> String {
        let pressures = weather.pressures.map { $0.map { Int($0.tenthsHPa) } }
        let change = zip([pressures[3]], [pressures[0]]).compactMap { later, now in
            later.flatMap { later in now.map { later - $0 } }
        }.first
        let flags = [weather.isPlaceholder, weather.isStale, weather.isNameCut].map { $0 == true ? "1" : "0" }.joined()
        var text = "ts \(weather.date.unixSeconds) off \(weather.utcOffsetMinutes ?? 0)"
        text += " t \(shown(weather.temperature.map { Int($0.tenthsCelsius) }))"
        text += " age \(weather.ageHours ?? 255) trend \(weather.trend.rawValue) '\(words(weather.trend))'"
        text += " change \(shown(change)) flags \(flags) name \(Firmware.hex(Array(weather.placeName.utf8)))"
        let icons = Array(weather.icons)
        for hour in 0..<24 {
            text += " | \(shown(pressures[hour])) \(shown(weather.temperatures?[hour]))"
            text += " \(weather.conditions[hour].rawValue) \(weather.isDaylight[hour] ? 1 : 0) \(icons[hour])"
            text += " \(localHour(hour, of: weather))"
            for height in [1, 99, 32767] { text += " \(shown(y(pressures[hour], about: pressures[0], height)))" }
        }
        return text
    }

    private static func shown(_ value: Int?) -> String { value.map(String.init) ?? "-" }

    /// `fallingVeryRapidly` in words.
    private static func words(_ trend: TrendClass) -> String {
        switch trend {
        case .unknown: ""
        case .steadyOrSlow: "steady or changing slowly"
        default: "\(trend)".flatMap { $0.isUppercase ? " " + $0.lowercased() : String($0) }.map(String.init).joined()
        }
    }

    private static func localHour(_ hour: Int, of weather: DecodedWeather) -> Int {
        let minutes = weather.date.unixSeconds / 60 + (weather.utcOffsetMinutes ?? 0) + hour * 60
        return (minutes % 1440 + 1440) % 1440 / 60
    }

    /// The contract's formula as it stands there.
    private static func y(_ pressure: Int?, about base: Int?, _ height: Int) -> Int? {
        guard let pressure, let base else { return nil }
        let y = Double((base + 150 - pressure) * height) / 300
        return Int(min(max(y, 0), Double(height)).rounded())
    }
}
