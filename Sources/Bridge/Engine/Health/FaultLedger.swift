import Support
import Time

/// What is broken now, and the lines that the log gets of it: one when a fault begins, one when it is over, with the
/// count, and one for each further cause in between.
///
/// It is bounded for ever: a fault that comes and goes is told of ``mostToldADay`` times in a day (beginnings and
/// further causes; each beginning that was told has its end told), an episode has ``mostCauses`` causes told, and what
/// is not grave has ``mostOthersToldADay`` lines a day in all. What is not told is counted, the next line tells the
/// count, and what lasts although it was not told is told when there is room again. At most ``mostFaults`` faults are
/// known, ``mostOfSinglePanels`` of them of single panels; of more the reports are only counted, and the count is told
/// once a day. What is no news is a line of the level debug.
struct FaultLedger: Sendable {
    struct Line: Sendable, Equatable {
        var level: LogLevel
        var text: String
    }

    static let mostFaults = 64
    /// The rest is left to what concerns all of them, of which there are fewer kinds than that.
    static let mostOfSinglePanels = 32
    static let mostToldADay = 6
    static let mostCauses = 8
    static let mostOthersToldADay = 64
    private static let day = Duration.seconds(86_400)

    /// So many lines in a day that begins with the first.
    private struct Allowance: Sendable {
        let limit: Int
        private var start: UTCInstant?
        private var used = 0

        init(limit: Int) { self.limit = limit }

        func left(at now: UTCInstant) -> Int { isOver(at: now) ? limit : limit - used }

        /// When there is the whole allowance again.
        var end: UTCInstant? { start.map { $0 + FaultLedger.day } }

        mutating func shift(by step: Duration) { start = start.map { $0 + step } }

        mutating func take(at now: UTCInstant) {
            if isOver(at: now) { (start, used) = (now, 0) }
            used += 1
        }

        /// Also where the clock was set back.
        private func isOver(at now: UTCInstant) -> Bool {
            start.map { $0 > now || now - $0 >= FaultLedger.day } ?? true
        }
    }

    /// What is known of a fault beyond its episodes.
    private struct Memory: Sendable {
        var allowance = Allowance(limit: FaultLedger.mostToldADay)
        /// How many episodes the log knows nothing of, since it was last told of one.
        var untold = 0
        var isGrave: Bool
        var touchedAt: UTCInstant
    }

    private var faults: [FaultKey: Fault] = [:]
    private var memories: [FaultKey: Memory] = [:]
    private var others = Allowance(limit: Self.mostOthersToldADay)
    /// How many reports were of more faults than are known.
    private(set) var passedOver = 0
    /// How many of them the log was told of.
    private var toldPassedOver = 0
    private var passedOverAllowance = Allowance(limit: 1)
    /// Counts the beginnings and ends.
    private(set) var changes = 0

    /// The faults that last, those that began last first.
    var lasting: [Fault] {
        faults.values.sorted { ($0.since, $1.key) > ($1.since, $0.key) }
    }

    /// Whether a fault lasts that keeps Kiatsu from doing its work.
    var hasGrave: Bool { faults.values.contains(where: \.isGrave) }

    func isLasting(_ key: FaultKey) -> Bool { faults[key] != nil }

    /// Takes in that something did not work.
    mutating func began(_ report: FaultReport, at now: UTCInstant) -> [Line] {
        if faults[report.key] != nil {
            faults[report.key]?.take(report, at: now)
            return tell(report.key, at: now)
        }
        guard makeRoom(for: report) else {
            passedOver += 1
            return []
        }
        changes += 1
        faults[report.key] = Fault(report, at: now)
        memories[report.key, default: Memory(isGrave: report.isGrave, touchedAt: now)].touchedAt = now
        return tell(report.key, at: now)
    }

    /// Takes in that a fault lasts of which nobody reports again.
    mutating func goesOn(_ key: FaultKey, at now: UTCInstant) { faults[key]?.lastAt = now }

    /// Takes in that it works again, or is over for the reason in `words`; nothing where it always did.
    mutating func ended(_ key: FaultKey, words: String? = nil, at now: UTCInstant) -> [Line] {
        guard var fault = faults.removeValue(forKey: key) else { return [] }
        fault.recovery = words ?? fault.recovery
        changes += 1
        memories[key]?.touchedAt = now
        if !fault.isTold { memories[key]?.untold += 1 }
        let level = fault.isTold && fault.level < .debug ? LogLevel.info : .debug
        return [Line(level: level, text: fault.farewell(at: now))]
    }

    /// Ends what has been quiet for long enough, and tells of what lasts and could not be told of before.
    mutating func settle(at now: UTCInstant) -> [Line] {
        guard !faults.isEmpty else { return [] }
        return tellPassedOver(at: now)
            + faults.keys.sorted().flatMap { key in
                if faults[key]?.isQuiet(at: now) == true { return ended(key, at: now) }
                guard faults[key]?.isTold == false else { return [] }
                return tell(key, at: now).filter { $0.level < .debug }
            }
    }

    /// Takes in that the clock was set forward by so much, or back: what began stays as long ago as it is.
    mutating func clockStepped(by step: Duration) {
        for key in faults.keys { faults[key]?.shift(by: step) }
        memories = memories.mapValues { memory in
            var memory = memory
            memory.allowance.shift(by: step)
            memory.touchedAt = memory.touchedAt + step
            return memory
        }
        others.shift(by: step)
        passedOverAllowance.shift(by: step)
    }

    // MARK: Telling

    private mutating func tellPassedOver(at now: UTCInstant) -> [Line] {
        let count = passedOver - toldPassedOver
        guard count > 0, passedOverAllowance.left(at: now) > 0 else { return [] }
        passedOverAllowance.take(at: now)
        toldPassedOver = passedOver
        let text =
            "\(count) more report(s) of what does not work were not told, as so much does not: mend what `kiatsu doctor` and "
            + "the bridge's health topic list, the rest is told then"
        return [Line(level: .warning, text: text)]
    }

    /// The line for what a fault has become, where that is news and there is room for it.
    private mutating func tell(_ key: FaultKey, at now: UTCInstant) -> [Line] {
        guard let fault = faults[key], var memory = memories[key], !fault.toldCauses.contains(fault.cause),
            fault.toldCauses.count < Self.mostCauses, memory.allowance.left(at: now) > 0,
            fault.isGrave || others.left(at: now) > 0
        else { return faults[key].map { [Line(level: .debug, text: $0.message)] } ?? [] }
        memory.allowance.take(at: now)
        if !fault.isGrave { others.take(at: now) }
        var text = fault.message
        if memory.untold > 0 { text += " (it came and went \(memory.untold) times since the last such line)" }
        if memory.allowance.left(at: now) == 0, let end = memory.allowance.end {
            text += " (it comes and goes: the next such line not before \(end.iso8601))"
        }
        memory.untold = 0
        memories[key] = memory
        faults[key]?.toldCauses.insert(fault.cause)
        return [Line(level: fault.level, text: text)]
    }

    /// Whether there is room for one more, perhaps in place of one that is over, or of one that is not grave.
    private mutating func makeRoom(for report: FaultReport) -> Bool {
        guard memories[report.key] == nil else { return true }
        let ofPanels = memories.filter { $0.key.isOfSinglePanel }
        let isFull = memories.count >= Self.mostFaults
        guard isFull || report.key.isOfSinglePanel && ofPanels.count >= Self.mostOfSinglePanels else { return true }
        let known = isFull ? memories : ofPanels
        let over = known.filter { faults[$0.key] == nil && !$0.value.isGrave }
        // With it goes the count of its lines: what is not grave has another limit.
        if let oldest = over.min(by: { ($0.value.touchedAt, $0.key) < ($1.value.touchedAt, $1.key) }) {
            memories[oldest.key] = nil
            return true
        }
        let light = faults.values.filter { !$0.isGrave }
        guard report.isGrave, let victim = light.min(by: { ($0.lastAt, $0.key) < ($1.lastAt, $1.key) }) else {
            return false
        }
        faults[victim.key] = nil
        memories[victim.key] = nil
        passedOver += 1
        return true
    }
}
