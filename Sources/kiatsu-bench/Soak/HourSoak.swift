import Time

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The real program with 1,000 panels for one real hour, with a fault injected every minute.
///
/// Once it is stopped for ten minutes, across a full hour if there is one.
struct HourSoak {
    private static let warmUp = Duration.seconds(600)
    private static let stopped = Duration.seconds(600)

    private let place: SoakPlace
    private let kiatsu: KiatsuProgram
    private let length: Duration
    private let wallClock = SystemWallClock()
    private let begun = ContinuousClock.now
    private var random = SystemRandomNumberGenerator()
    private var tally: [String: Int] = [:]

    init(_ workplace: Workplace, _ kiatsu: KiatsuProgram, minutes: Int) throws(BenchmarkError) {
        place = try SoakPlace(workplace, clock: SystemWallClock())
        self.kiatsu = kiatsu
        length = .seconds(60 * minutes)
    }

    private var elapsed: Duration { ContinuousClock.now - begun }

    /// Returns true if all hours arrived and nothing grew.
    mutating func run() throws(BenchmarkError) -> Bool {
        let daemon = try place.startProgram(kiatsu)
        defer {
            daemon.send(SIGCONT)
            daemon.stop()
        }
        try place.waitForAll(showing: wallClock.now.hourStart, within: .seconds(60))
        try place.sendCommandsToAll(using: &random)
        var verdict = SoakVerdict()
        var hasStopped = false
        while elapsed < length {
            if !hasStopped, isTimeToStop {
                hasStopped = true
                try stopForTenMinutes(daemon)
            }
            try breakSomething(daemon)
            pause(.seconds(20))
            try place.waitForAll(showing: wallClock.now.hourStart, within: .seconds(60))
            verdict.take(try SoakFigures(of: daemon.identifier))
            try comeToRest()
            let figures = try SoakFigures(of: daemon.identifier)
            Progress.say("\(elapsed.components.seconds) s: \(figures.line), \(place.logLines) lines of log")
            verdict.takeAtRest(figures, isWarm: elapsed >= Self.warmUp)
        }
        print("what was done: " + tally.sorted { $0.key < $1.key }.map { "\($0) \($1)" }.joined(separator: ", "))
        print(verdict.description)
        return verdict.isFlat
    }

    /// Waits until the bridge says that the broker has everything, which it does each minute.
    private func comeToRest() throws(BenchmarkError) {
        guard try place.waitForHealth(with: "\"waiting\":0,", within: .seconds(130), after: {}) else {
            throw BenchmarkError("no health that says that nothing waits; kiatsu said:\n\(place.lastWords)")
        }
        place.waitForIdleThreads()
    }

    /// Five minutes before an hour, or as late as there is still time for it.
    private var isTimeToStop: Bool {
        guard elapsed >= Self.warmUp else { return false }
        let now = wallClock.now
        let untilHour = now.hourStart.addingHours(1) - now
        return untilHour <= Self.stopped / 2 || length - elapsed < Self.stopped + .seconds(120)
    }

    private mutating func stopForTenMinutes(_ daemon: ChildProcess) throws(BenchmarkError) {
        note("stopped for ten minutes")
        daemon.send(SIGSTOP)
        pause(Self.stopped)
        daemon.send(SIGCONT)
        let woken = ContinuousClock.now
        try place.waitForAll(showing: wallClock.now.hourStart, within: .seconds(60))
        let took = (ContinuousClock.now - woken).milliseconds
        print(
            "\(elapsed.components.seconds) s: went on after ten minutes; all panels had their hour in \(Int(took)) ms"
        )
        // The broker may have let go of it, and then what is sent before it is back reaches nobody.
        try comeToRest()
    }

    private mutating func breakSomething(_ daemon: ChildProcess) throws(BenchmarkError) {
        switch Int.random(in: 0..<6, using: &random) {
        case 0:
            note("broker killed")
            place.broker.process.stop(SIGKILL)
            pause(.seconds(Int.random(in: 0...15, using: &random)))
            try place.broker.restart()
        case 1:
            note("broker stopped for 20 s")
            place.broker.process.send(SIGSTOP)
            pause(.seconds(20))
            place.broker.process.send(SIGCONT)
        case 2:
            note("upstream fails for 40 s")
            let faults: [UpstreamServer.Behaviour] = [.fail, .babble, .breakOff]
            place.upstream.behave(faults.randomElement(using: &random) ?? .fail)
            try place.sendCommands(50, using: &random)
            pause(.seconds(40))
            place.upstream.behave(.answer)
        case 3:
            note("reload")
            daemon.send(SIGHUP)
        default:
            note("burst of commands")
            try place.sendCommands(300, using: &random)
        }
    }

    private func pause(_ time: Duration) { usleep(useconds_t(time.milliseconds * 1000)) }

    private mutating func note(_ what: String) { tally[what, default: 0] += 1 }
}
