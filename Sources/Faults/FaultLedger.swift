package import Support
package import Time

/// The present faults and their log lines: one when a fault begins, one when it ends, with the count, and one for each
/// further cause in between.
///
/// It is bounded for ever: a fault that comes and goes is told of ``mostToldADay`` times in a day (beginnings and
/// further causes; each beginning that was told has its end told), an episode has ``mostCauses`` causes told, and what
/// is not grave has ``mostOthersToldADay`` lines a day in all. What is not told is counted, the next line tells the
/// count, and what lasts although it was not told is told when there is room again. At most ``mostFaults`` faults are
/// known, ``mostOfSinglePanels`` of them of single panels; of more the reports are only counted, and the count is told
/// once a day. What is no news is a line of the level debug.
package struct FaultLedger: Sendable {
    /// A line for the log.
    package struct Line: Sendable, Equatable {
        /// The severity.
        package var level: LogLevel
        /// The text, without time and level.
        package var text: String

        package init(level: LogLevel, text: String) {
            self.level = level
            self.text = text
        }
    }

    /// The largest number of faults that are known at a time.
    package static let mostFaults = 64
    /// The largest number of faults of single panels; the rest is left to other faults, of which there are fewer kinds.
    package static let mostOfSinglePanels = 32
    /// The largest number of lines on a fault in a day, ends not counted.
    package static let mostToldADay = 6
    /// The largest number of causes that are told from the beginning of a fault to its end.
    package static let mostCauses = 8
    /// The largest number of lines in a day on faults that are not grave.
    package static let mostOthersToldADay = 64
    private static let day = Duration.seconds(86_400)

    /// A budget of lines for a day that begins with the first line.
    private struct Allowance: Sendable {
        let limit: Int
        private var start: UTCInstant?
        private var used = 0

        init(limit: Int) { self.limit = limit }

        func left(at now: UTCInstant) -> Int { isOver(at: now) ? limit : limit - used }

        /// The time at which the whole allowance is available again.
        var end: UTCInstant? { start.map { $0 + FaultLedger.day } }

        mutating func shift(by step: Duration) { start = start.map { $0 + step } }

        mutating func spend(at now: UTCInstant) {
            if isOver(at: now) { (start, used) = (now, 0) }
            used += 1
        }

        /// Also where the clock was set back.
        private func isOver(at now: UTCInstant) -> Bool {
            start.map { $0 > now || now - $0 >= FaultLedger.day } ?? true
        }
    }

    /// The memory of a fault beyond its episodes.
    private struct Memory: Sendable {
        var allowance = Allowance(limit: FaultLedger.mostToldADay)
        /// The episodes that the log does not know about, since its last line about one.
        var untold = 0
        var isGrave: Bool
        var touchedAt: UTCInstant
    }

    private var faults: [FaultKey: Fault] = [:]
    private var memories: [FaultKey: Memory] = [:]
    private var others = Allowance(limit: Self.mostOthersToldADay)
    /// The number of reports about faults that found no room.
    package private(set) var passedOver = 0
    /// The part of them that the log knows about.
    private var toldPassedOver = 0
    private var passedOverAllowance = Allowance(limit: 1)
    /// The number of beginnings and ends, by which a change is noticed.
    package private(set) var changes = 0

    package init() {}

    /// The faults that are not over, the newest first.
    package var lasting: [Fault] {
        faults.values.sorted { ($0.since, $1.key) > ($1.since, $0.key) }
    }

    /// True while there is a fault that keeps Kiatsu from doing its work.
    package var hasGrave: Bool { faults.values.contains(where: \.isGrave) }

    /// Returns true while the fault is not over.
    package func isLasting(_ key: FaultKey) -> Bool { faults[key] != nil }

    /// Adds a report, and returns the lines for the log, none where it is no news.
    package mutating func began(_ report: FaultReport, at now: UTCInstant) -> [Line] {
        if faults[report.key] != nil {
            faults[report.key]?.add(report, at: now)
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

    /// Keeps a fault without another report from counting as quiet.
    package mutating func goesOn(_ key: FaultKey, at now: UTCInstant) { faults[key]?.lastAt = now }

    /// Ends a fault, and returns the lines for the log, none without a fault.
    ///
    /// `words` replace its line of recovery.
    package mutating func ended(_ key: FaultKey, words: String? = nil, at now: UTCInstant) -> [Line] {
        guard var fault = faults.removeValue(forKey: key) else { return [] }
        fault.recovery = words ?? fault.recovery
        changes += 1
        memories[key]?.touchedAt = now
        if !fault.isTold { memories[key]?.untold += 1 }
        let level = fault.isTold && fault.level < .debug ? LogLevel.info : .debug
        return [Line(level: level, text: fault.recoveryLine(at: now))]
    }

    /// Ends quiet faults, and returns their lines and those for which there was no budget before.
    package mutating func settle(at now: UTCInstant) -> [Line] {
        guard !faults.isEmpty else { return [] }
        return tellPassedOver(at: now)
            + faults.keys.sorted().flatMap { key in
                if faults[key]?.isQuiet(at: now) == true { return ended(key, at: now) }
                guard faults[key]?.isTold == false else { return [] }
                return tell(key, at: now).filter { $0.level < .debug }
            }
    }

    /// Moves all times by the step that the clock was set by, negative for back: ages stay as they are.
    package mutating func clockStepped(by step: Duration) {
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
        passedOverAllowance.spend(at: now)
        toldPassedOver = passedOver
        let text =
            "\(count) more report(s) of what does not work were not told, as so much does not: mend what `kiatsu "
            + "doctor` and the bridge's health topic list, the rest is told then"
        return [Line(level: .warning, text: text)]
    }

    /// Returns the line for the state of a fault, at the level debug where it is no news or the budget is spent.
    private mutating func tell(_ key: FaultKey, at now: UTCInstant) -> [Line] {
        guard let fault = faults[key], var memory = memories[key], !fault.toldCauses.contains(fault.cause),
            fault.toldCauses.count < Self.mostCauses, memory.allowance.left(at: now) > 0,
            fault.isGrave || others.left(at: now) > 0
        else { return faults[key].map { [Line(level: .debug, text: $0.message)] } ?? [] }
        memory.allowance.spend(at: now)
        if !fault.isGrave { others.spend(at: now) }
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

    /// Makes room for one more fault, in place of one that is over or not grave; returns false if there is none.
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
