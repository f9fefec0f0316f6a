import Support
import TestSupport
import Testing
import Time

@testable import Faults

private let noon = UTCInstant(unixSeconds: 1_774_699_200)
private let day = Duration.seconds(86_400)

private func report(
    _ key: String = "upstream/a",
    cause: String = "no answer",
    isGrave: Bool = false,
    quietTime: Duration? = nil
) -> FaultReport {
    FaultReport(
        key: FaultKey(text: key),
        cause: cause,
        message: "\(key): \(cause)",
        recovery: "\(key) answers again",
        isGrave: isGrave,
        quietTime: quietTime
    )
}

/// Some faults that come and go, and what the log had of them.
private struct Flapping {
    var ledger = FaultLedger()
    var now = noon
    var lines: [(at: UTCInstant, line: FaultLedger.Line)] = []

    /// The lines for people who do not look for faults in Kiatsu itself.
    var told: [(at: UTCInstant, line: FaultLedger.Line)] { lines.filter { $0.line.level < .debug } }

    mutating func take(_ new: [FaultLedger.Line]) { lines += new.map { (now, $0) } }
    mutating func begin(_ report: FaultReport) { take(ledger.began(report, at: now)) }
    mutating func end(_ report: FaultReport) { take(ledger.ended(report.key, at: now)) }
    mutating func settle() { take(ledger.settle(at: now)) }
}

@Suite struct FaultLedgerTests {
    @Test func `a fault is told once when it begins and once when it is over, with the count`() {
        var log = Flapping()
        for _ in 0..<37 {
            log.begin(report())
            log.now = log.now + .seconds(130 * 60 / 37)
        }
        log.now = noon + .seconds(130 * 60)
        log.end(report())
        log.end(report())
        #expect(
            log.told.map(\.line) == [
                .init(level: .warning, text: "upstream/a: no answer"),
                .init(level: .info, text: "upstream/a answers again, after 2 h 10 min, 37 times"),
            ]
        )
        #expect(log.ledger.changes == 2 && log.ledger.lasting.isEmpty)
    }

    @Test(arguments: [
        (0, "0 s"), (1, "1 s"), (59, "59 s"), (60, "1 min"), (61, "1 min 1 s"), (3600, "1 h"), (3659, "1 h"),
        (7800, "2 h 10 min"), (86_400, "1 d"), (90_061, "1 d 1 h"),
    ])
    func `how long it took is told in two units`(seconds: Int, words: String) {
        var log = Flapping()
        log.begin(report())
        log.now = noon + .seconds(seconds)
        log.end(report())
        #expect(log.told.last?.line.text == "upstream/a answers again, after \(words), once")
    }

    @Test func `another cause is told, and two that alternate are told once each`() {
        var log = Flapping()
        for round in 0..<100 { log.begin(report(cause: round.isMultiple(of: 2) ? "no answer" : "401")) }
        #expect(log.told.map(\.line.text) == ["upstream/a: no answer", "upstream/a: 401"])
        #expect(log.ledger.lasting.first?.count == 100 && log.ledger.lasting.first?.message == "upstream/a: 401")
    }

    @Test func `a fault that comes and goes all day fills no log, and the next day tells how often`() throws {
        var log = Flapping()
        for _ in 0..<(24 * 60) {
            log.begin(report())
            log.now = log.now + .seconds(30)
            log.end(report())
            log.now = log.now + .seconds(30)
        }
        #expect(log.told.count == 2 * FaultLedger.mostToldADay)
        let last = try #require(log.told.last { $0.line.level == .warning })
        #expect(last.line.text.hasSuffix("(it comes and goes: the next such line not before 2026-03-29T12:00:00Z)"))
        log.begin(report())
        #expect(
            log.told.last?.line.text == "upstream/a: no answer (it came and went 1434 times since the last such line)"
        )
    }

    @Test func `what lasts although there was no room for a line is told as soon as there is`() {
        var log = Flapping()
        for _ in 0..<20 {
            log.begin(report())
            log.end(report())
        }
        log.begin(report())
        log.settle()
        #expect(log.told.count == 2 * FaultLedger.mostToldADay)
        log.now = noon + day
        log.settle()
        log.settle()
        #expect(log.told.count == 2 * FaultLedger.mostToldADay + 1)
        log.now = log.now + .seconds(60)
        log.end(report())
        #expect(log.told.last?.line.text == "upstream/a answers again, after 1 d, once")
    }

    @Test func `a fault of whose end nobody hears is over after its quiet time`() {
        var log = Flapping()
        log.begin(report(quietTime: .seconds(7200)))
        log.now = noon + .seconds(3600)
        log.begin(report(quietTime: .seconds(7200)))
        log.now = log.now + .seconds(7199)
        log.settle()
        #expect(log.ledger.lasting.count == 1)
        log.now = log.now + .seconds(1)
        log.settle()
        #expect(log.told.last?.line.text == "upstream/a answers again, after 3 h, 2 times")
    }

    @Test func `a grave fault finds room among any number of others`() {
        var log = Flapping()
        for number in 0..<1000 { log.begin(report("other\(number)")) }
        #expect(log.ledger.lasting.count == FaultLedger.mostFaults && log.ledger.passedOver == 936)
        let before = log.told.count
        log.begin(report("broker", isGrave: true))
        #expect(log.told.count == before + 1 && log.ledger.hasGrave)
        #expect(log.ledger.lasting.count == FaultLedger.mostFaults)
    }

    @Test func `faults of single panels, however many, hide none that concerns all`() {
        var log = Flapping()
        for number in 0..<1000 { log.begin(report("follow/\(number)")) }
        #expect(log.ledger.lasting.count == FaultLedger.mostOfSinglePanels)
        log.begin(report("upstream/a"))
        #expect(log.ledger.isLasting(FaultKey(text: "upstream/a")))
        let others = FaultLedger.mostFaults - FaultLedger.mostOfSinglePanels - 1
        for number in 0..<others { log.begin(report("other\(number)")) }
        #expect(log.ledger.lasting.count == FaultLedger.mostFaults)
    }

    @Test func `what was passed over is told once a day, with the count`() {
        var log = Flapping()
        for number in 0..<100 { log.begin(report("picture/\(number)")) }
        let before = log.told.count
        log.settle()
        log.settle()
        let told = log.told.dropFirst(before).filter { $0.line.level == .warning }
        #expect(told.count == 1 && told.first?.line.text.hasPrefix("68 more report(s)") == true)
        log.now = log.now + .seconds(86_400)
        log.begin(report("picture/100"))
        log.settle()
        #expect(log.told.last { $0.line.text.contains("more report(s)") }?.line.text.hasPrefix("1 more") == true)
    }

    @Test(arguments: UInt64(0)..<100)
    func
        `whatever comes and goes, lines are bounded, every beginning told has its end, and nothing is forgotten`(
            seed: UInt64
        )
    {
        var random = SeededGenerator(seed: seed)
        let keys = (0..<Int.random(in: 1...100, using: &random)).map { index in
            report("f\(index)", isGrave: index < 4)
        }
        let steps = 2000
        var log = Flapping()
        var lasting: Set<FaultKey> = []
        for _ in 0..<steps {
            var one = keys[Int.random(in: 0..<keys.count, using: &random)]
            one.cause = "cause \(Int.random(in: 0..<3, using: &random))"
            if Bool.random(using: &random) {
                log.begin(one)
                lasting.insert(one.key)
            } else {
                log.end(one)
                lasting.remove(one.key)
            }
            log.now = log.now + .seconds(Int.random(in: -30...300, using: &random))
            log.settle()
            let known = Set(log.ledger.lasting.map(\.key))
            let isWhole = keys.count > FaultLedger.mostFaults || known == lasting
            // An expectation costs more than the step that it is of.
            if !isWhole || !known.isSubset(of: lasting) || known.count > FaultLedger.mostFaults {
                Issue.record("\(known), though \(lasting) last")
                return
            }
        }
        let days = 2 + Int((log.now - noon).components.seconds / 86_400)
        let told = log.told.map(\.line)
        let begun = told.count { $0.level <= .warning }
        #expect(begun <= days * (4 * FaultLedger.mostToldADay + FaultLedger.mostOthersToldADay))
        #expect(told.count <= 2 * begun)
        for key in lasting where keys.count <= FaultLedger.mostFaults { log.take(log.ledger.ended(key, at: log.now)) }
        let lines = Dictionary(grouping: log.told.map(\.line)) { $0.text.prefix { $0 != ":" && $0 != " " } }
        for key in keys where keys.count <= FaultLedger.mostFaults {
            // The ends are those of the episodes that were told: none without a beginning.
            var isOpen = false
            for line in lines[key.key.text[...]] ?? [] {
                if line.level <= .warning {
                    isOpen = true
                } else {
                    #expect(isOpen)
                    isOpen = false
                }
            }
            #expect(!isOpen, "\(key.key.text)")
        }
    }

    @Test func `after the clock was set back no fault has lasted for less than no time, and lines come again`() {
        var log = Flapping()
        for _ in 0..<20 {
            log.begin(report())
            log.end(report())
        }
        log.now = noon.addingHours(-5)
        log.begin(report())
        log.now = noon.addingHours(-6)
        log.end(report())
        #expect(log.told.last?.line.text == "upstream/a answers again, after 0 s, once")
    }
}
