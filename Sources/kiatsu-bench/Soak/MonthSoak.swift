import Time

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A month of 1,000 panels on a clock that is set from hour to hour, with something broken every few hours.
///
/// At each hour mark every panel must have its entry, whatever is broken.
struct MonthSoak {
    private static let warmUpDays = 3
    /// At the end of each day, in which nothing is broken.
    private static let hoursOfRest = 2
    /// 2027-01-01T00:00:00Z: the clock jumps forward once, from any earlier day.
    private static let start = UTCInstant(unixSeconds: 1_798_761_600)

    private let place: SoakPlace
    private let clock: SteppedClock
    private let days: Int
    private var random: SeededRandom
    private var hour = Self.start
    /// The end of the upstream's outage.
    private var outageEnd = Self.start
    private var tally: [String: Int] = [:]

    init(_ workplace: Workplace, days: Int, seed: UInt64) throws(BenchmarkError) {
        clock = SteppedClock(now: Self.start)
        place = try SoakPlace(workplace, clock: clock)
        self.days = days
        random = SeededRandom(seed: seed)
    }

    /// Returns true if all hours arrived and nothing grew.
    mutating func run() throws(BenchmarkError) -> Bool {
        let daemon = try Role.daemon(configuration: place.configuration, start: Self.start.unixSeconds)
            .start(place.workplace)
        defer { daemon.stop() }
        try place.waitForAll(showing: hour, within: .seconds(60))
        try place.sendCommandsToAll(using: &random)
        var verdict = SoakVerdict()
        for day in 1...days {
            let rest = hour.addingHours(24 - Self.hoursOfRest)
            for _ in 0..<24 {
                try passHour(daemon, rest: rest)
                verdict.take(try figures(of: daemon))
            }
            try comeToRest(daemon)
            let figures = try figures(of: daemon)
            Progress.say("day \(day): \(figures.line), \(place.logLines) lines of log")
            verdict.takeAtRest(figures, isWarm: day >= Self.warmUpDays)
        }
        print("what was done: " + tally.sorted { $0.key < $1.key }.map { "\($0) \($1)" }.joined(separator: ", "))
        print(verdict.description)
        return verdict.isFlat
    }

    private func figures(of daemon: ChildProcess) throws(BenchmarkError) -> SoakFigures {
        try SoakFigures(of: daemon.identifier, heap: try HeapFigures(of: daemon))
    }

    /// Waits until the bridge says that nothing is broken and that the broker has everything.
    private mutating func comeToRest(_ daemon: ChildProcess) throws(BenchmarkError) {
        var minutes = (1...6).makeIterator()
        // Between the batches of a round nothing waits either, but not a second later again.
        for sign in ["\"ok\":true,", "\"waiting\":0,", "\"waiting\":0,"] {
            usleep(1_000_000)
            var isSo = false
            while !isSo {
                guard let minute = minutes.next() else {
                    throw BenchmarkError("\(hour.iso8601): no health with \(sign); kiatsu said:\n\(place.lastWords)")
                }
                let instant = hour + .seconds(60 * minute)
                isSo = try place.waitForHealth(with: sign, within: .seconds(5)) { set(instant, daemon) }
            }
        }
        place.waitForIdleThreads()
    }

    private mutating func passHour(_ daemon: ChildProcess, rest: UTCInstant) throws(BenchmarkError) {
        if hour >= outageEnd { place.upstream.behave(.answer) }
        set(hour + .seconds(390), daemon)
        try settle()
        let event = hour >= rest ? 99 : Int.random(in: 0..<100, using: &random)
        switch event {
        case 0..<10:
            note("bursts of commands")
            try place.sendCommands(200, using: &random)
        case 10..<12:
            note("reloads")
            daemon.tell("reload")
        case 12..<16 where hour >= outageEnd:
            note("outages of the upstream")
            // Four entries are left for the hours to come.
            outageEnd = min(rest, hour.addingHours(Int.random(in: 1...3, using: &random)))
            let faults: [UpstreamServer.Behaviour] = [.fail, .babble, .breakOff]
            place.upstream.behave(faults.randomElement(using: &random) ?? .fail)
        case 16..<18:
            note("clocks set back")
            set(hour - .seconds(600), daemon)
            try settle()
        default: break
        }
        set(hour + .seconds(2400), daemon)
        hour = hour.addingHours(1)
        if (94..<97).contains(event) {
            note("brokers killed")
            place.broker.process.stop(SIGKILL)
            set(hour, daemon)
            try place.broker.restart()
        } else {
            set(hour, daemon)
        }
        try place.waitForAll(showing: hour, within: .seconds(60))
        note("hours")
    }

    /// Sets the clock of the daemon, which tells the upstream's forecasts as well.
    private func set(_ instant: UTCInstant, _ daemon: ChildProcess) {
        clock.set(to: instant)
        daemon.tell("clock \(instant.unixSeconds)")
    }

    /// Waits until nobody has asked the upstream for a while.
    private func settle() throws(BenchmarkError) {
        var before = -1
        while place.upstream.requestCount != before {
            before = place.upstream.requestCount
            usleep(30_000)
        }
    }

    private mutating func note(_ what: String) { tally[what, default: 0] += 1 }
}

/// Splitmix64, so that a month can be had again.
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
