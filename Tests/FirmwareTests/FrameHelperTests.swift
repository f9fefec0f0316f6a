import TestSupport
import Testing
import Weather

@testable import Payloads
@testable import Widgets

/// The tables of the header, and what it makes of a panel's clock.
@Suite(.serialized, .timeLimit(.minutes(4))) struct FrameHelperTests {
    /// 2026-11-21 12:00 UTC.
    private static let hour = 1_795_262_400

    @Test(arguments: Compilation.all.filter { $0.flags.count == 1 })
    func `the tables are those of the daemon`(compilation: Compilation) async throws {
        let said = try await helpers(compilation, input: "")
        let icons = Condition.allCases.map { condition in
            let name = "\(condition)".map { $0.isUppercase ? " " + $0.lowercased() : String($0) }.joined()
            let day = "\(letter(condition, true)) \(Self.picture(condition, isDaylight: true))"
            let night = "\(letter(condition, false)) \(Self.picture(condition, isDaylight: false))"
            return "\(condition.rawValue), \(name), \(day), \(night)"
        }
        #expect(Array(said.prefix(16)) == icons)
        let columns = (-1...25).map { hour in
            "x " + [24, 320, 32767].map { String($0 * min(max(hour, 0), 24) / 24) }.joined(separator: " ")
        }
        #expect(Array(said.dropFirst(16).prefix(27)) == columns)
        #expect(
            Array(said.dropFirst(43)) == [
                "guides 0 0 0", "guides 0 0 0", "guides 0 1 1", "guides 0 1 2", "guides 0 2 3",
            ]
        )
    }

    @Test func `the terminal has the same words for a trend`() throws {
        for golden in try Firmware.goldenFrames() {
            let weather = try FrameDecoder.decode(golden.bytes)
            let text = TerminalRendering(usesColor: false).text(of: weather)
            guard weather.trend != .unknown else { continue }
            let words = [
                TrendClass.fallingVeryRapidly: "falling very rapidly", .steadyOrSlow: "steady or changing slowly",
                .rising: "rising",
            ]
            #expect(text.contains(" hPa \(try #require(words[weather.trend]))"))
        }
    }

    @Test func `a panel wakes after the next entry has come and knows how old its own is`() async throws {
        let cases: [(line: String, expected: String)] = [
            // ts, age, now, random
            ("\(Self.hour) 0 \(Self.hour + 25) 0", "old 0 age 0 wake 3595"),
            ("\(Self.hour) 0 \(Self.hour + 25) 39", "old 0 age 0 wake 3634"),
            ("\(Self.hour) 0 \(Self.hour + 25) 40", "old 0 age 0 wake 3595"),
            // The entry came two minutes early, as it may.
            ("\(Self.hour) 0 \(Self.hour - 120) 0", "old 0 age 0 wake 3740"),
            // The clock lags.
            ("\(Self.hour) 1 \(Self.hour - 121) 0", "old 0 age 1 wake 3620"),
            // Woken early by a fast clock: once more, then with the next hour.
            ("\(Self.hour) 0 \(Self.hour + 3610) 5", "old 0 age 1 wake 15"),
            ("\(Self.hour) 0 \(Self.hour + 3619) 0", "old 0 age 1 wake 1"),
            // The next entry may still come.
            ("\(Self.hour) 0 \(Self.hour + 3620) 0", "old 0 age 1 wake 60"),
            ("\(Self.hour) 0 \(Self.hour + 4199) 39", "old 0 age 1 wake 60"),
            ("\(Self.hour) 0 \(Self.hour + 4200) 0", "old 0 age 1 wake 3020"),
            // The bridge is down.
            ("\(Self.hour) 3 \(Self.hour + 7200) 0", "old 0 age 5 wake 20"),
            ("\(Self.hour) 3 \(Self.hour + 7201) 0", "old 1 age 5 wake 19"),
            ("\(Self.hour) 3 \(Self.hour + 86_400 + 1800) 0", "old 1 age 27 wake 1820"),
            ("\(Self.hour) 255 \(Self.hour + 86_400 + 5) 0", "old 1 age -32768 wake 15"),
            // No clock, or one that cannot be.
            ("\(Self.hour) 3 1000 39", "old 0 age 3 wake 3659"),
            ("\(Self.hour) 3 -5 0", "old 0 age 3 wake 3620"),
            ("\(Self.hour) 3 1577836799 0", "old 0 age 3 wake 3620"),
            ("- 255 1000 0", "old 0 age -32768 wake 3620"),
            // No frame.
            ("- 255 \(Self.hour + 600) 0", "old 1 age -32768 wake 3020"),
            // The last hour that a frame can have.
            ("4294965600 0 4294965700 0", "old 0 age 0 wake 3520"),
            ("4294965600 0 4294972801 0", "old 1 age 2 wake 3620"),
        ]
        let said = try await helpers(input: cases.map { $0.line + "\n" }.joined()).dropFirst(48)
        for (said, wanted) in zip(said, cases) { #expect(said == wanted.expected, "\(wanted.line)") }
        #expect(said.count == cases.count)
    }

    @Test func `whenever a panel looks at a clock that is right it wakes 20 to 59 seconds past an hour, or soon`()
        async throws
    {
        var random = SeededGenerator(seed: 7)
        let clocks = (0..<2000).map { _ in
            let date = Self.hour + Int.random(in: 0..<100, using: &random) * 3600
            let latest = Bool.random(using: &random) ? 4000 : 200_000
            let now = date + Int.random(in: -120...latest, using: &random)
            return (date: date, now: now, random: UInt32.random(in: 0 ... .max, using: &random))
        }
        let input = clocks.map { "\($0.date) 0 \($0.now) \($0.random)\n" }.joined()
        let said = try await helpers(input: input).dropFirst(48)
        #expect(said.count == clocks.count)
        for (line, clock) in zip(said, clocks) {
            let seconds = try #require(line.split(separator: " ").last.flatMap { Int($0) })
            guard !(3620..<4200).contains(clock.now - clock.date) else {
                #expect(seconds == 60, "\(clock)")
                continue
            }
            let woken = clock.now + seconds
            #expect((20...59).contains(woken % 3600), "\(clock)")
            #expect(woken >= clock.date + 3620, "\(clock)")
            #expect(seconds <= max(3659, clock.date + 3659 - clock.now), "\(clock)")
        }
    }

    private func helpers(
        _ compilation: Compilation = Compilation(compiler: "gcc", flags: ["-std=c99"]),
        input: String
    ) async throws -> [String] {
        let scratch = try ScratchDirectory()
        try await Firmware.require(compilation.flags, of: compilation.compiler, in: scratch)
        return try await Firmware.run(try await compilation.compile("helpers.c", in: scratch), input: input)
    }

    private func letter(_ condition: Condition, _ isDaylight: Bool) -> String {
        String(decoding: [condition.code(isDaylight: isDaylight)], as: UTF8.self)
    }

    /// The contract's table of Material Design Icons.
    private static func picture(_ condition: Condition, isDaylight: Bool) -> String {
        let name =
            switch condition {
            case .unknown: "cloudy-alert"
            case .clear: isDaylight ? "sunny" : "night"
            case .fair, .mostlyCloudy: isDaylight ? "partly-cloudy" : "night-partly-cloudy"
            case .overcast: "cloudy"
            case .fog: "fog"
            case .haze: "hazy"
            case .drizzle: "partly-rainy"
            case .rain, .showers: "rainy"
            case .heavyRain: "pouring"
            case .sleet: "snowy-rainy"
            case .snow: "snowy"
            case .heavySnow: "snowy-heavy"
            case .thunder: "lightning-rainy"
            case .exceptional: "tornado"
            }
        return "weather-\(name)"
    }
}
