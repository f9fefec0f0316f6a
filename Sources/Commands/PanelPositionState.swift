package import Time
package import Weather

/// What one panel remembers to judge its next position by.
///
/// A value. When an accepted position cannot be stored, ``revert(to:)`` the memory, or it would be taken for a repeat
/// when it is sent again.
package struct PanelPositionState: Sendable, Equatable {
    /// What is to be done about a position that passed.
    package enum Decision: Sendable, Equatable {
        case apply(PositionChange)
        /// The latest fix accepted, once more: nothing changes, and the reply is that of the position in use.
        case noChange
    }

    /// What was accepted, and what was seen of the tracker since.
    package struct Memory: Sendable, Equatable {
        /// The latest `tst` accepted; survives commands without one, and resets.
        package internal(set) var reportedAt: UTCInstant?
        /// The latest `tst` of a fix that can be right, accepted or not.
        var seenAt: UTCInstant?
        /// Nil at the configured position.
        var inUse: Coordinate?
        var acceptedAt: UTCInstant?
        /// When the panel's own topic had the last word; nil when a followed topic had it.
        var commandedAt: UTCInstant?
        /// The last fix that can be right.
        var lastFix: TrackedFix?
        /// The last fix, if that could not be right after the one before it.
        var suspect: TrackedFix?
        /// The last fix, if it was older than the newest one known.
        var straggler: TrackedFix?
    }

    /// How far a device's clock may be ahead of ours.
    package static let clockTolerance = Duration.seconds(5 * 60)
    /// How near to 0° north, 0° east nobody is taken to be, in degrees.
    private static let nullIslandDegrees = 0.01

    /// On the heap, where copies share it: of thousands of panels all have the same rules, and few hear of a tracker.
    private indirect enum Box<Value: Sendable & Equatable>: Sendable, Equatable {
        case value(Value)

        var value: Value {
            switch self {
            case .value(let value): value
            }
        }
    }

    private let boxedRules: Box<PositionRules>
    private var boxedMemory = noMemory
    private static let noMemory = Box.value(Memory())
    private var boxedPending: Box<PendingPosition>?
    private var configured: Coordinate
    private var window: RateWindow

    package var rules: PositionRules { boxedRules.value }

    package private(set) var memory: Memory {
        get { boxedMemory.value }
        set { boxedMemory = .value(newValue) }
    }

    private var pending: PendingPosition? {
        get { boxedPending?.value }
        set { boxedPending = newValue.map(Box.value) }
    }

    /// `configured` is where the panel is until it is told otherwise, and after a reset.
    package init(rules: PositionRules, configured: Coordinate, restored: RestoredPosition? = nil) {
        boxedRules = .value(rules)
        self.configured = configured
        window = RateWindow(limit: rules.commandsPerMinute)
        restore(restored)
    }

    /// Another panel with the same rules, which has heard of nothing yet but what it is restored with.
    package func ofAnotherPanel(configured: Coordinate, restored: RestoredPosition?) -> PanelPositionState {
        var other = self
        other.configured = configured
        other.restore(restored)
        return other
    }

    private mutating func restore(_ restored: RestoredPosition?) {
        guard let restored else { return }
        memory.reportedAt = restored.reportedAt
        memory.seenAt = restored.reportedAt
        memory.inUse = restored.coordinate
        memory.acceptedAt = restored.acceptedAt
        memory.commandedAt = restored.isFollowed ? nil : restored.acceptedAt
        guard restored.isFollowed || restored.reportedAt != nil else { return }
        memory.lastFix = TrackedFix(
            coordinate: restored.coordinate,
            accuracyMetres: restored.accuracyMetres,
            reportedAt: restored.reportedAt,
            arrivedAt: restored.acceptedAt
        )
    }

    /// Judges a position at the moment of its arrival.
    ///
    /// In this order: null island, accuracy, retained against a newer command, order, speed, distance, interval, rate.
    /// What comes too soon or over the rate stays pending, in place of the one before it.
    ///
    /// A `tst` more than ``clockTolerance`` ahead of us, arriving or remembered, does not count, nor does a moment
    /// that is ahead of us by our own clock; and of fixes out of order, the second in a row that came as long after the
    /// one before as it was taken shows that the tracker's clock was set back. So no clock can lock the panel out, nor
    /// can a wrong fix that was believed: of the fixes too fast for it, the second in a row that agrees with the one
    /// before is believed.
    package mutating func judge(
        _ change: PositionChange,
        from origin: PositionOrigin = .command,
        at now: UTCInstant
    ) throws(PositionError) -> Decision {
        var change = change
        // Before a time that cannot be right is taken off: it is a tracker's all the same.
        let isFix = change.position.map { origin.isFollow || $0.reportedAt != nil } ?? false
        try checkContents(of: change)
        let horizon = now + Self.clockTolerance
        forgetTimes(after: horizon)
        if let tst = change.position?.reportedAt, tst > horizon { change.position?.reportedAt = nil }
        if origin == .follow(isRetained: true) { try checkRetained(change) }
        if isFix, let position = change.position {
            let fix = TrackedFix(position, arrivedAt: now)
            if fix.reportedAt != nil, fix.reportedAt == memory.reportedAt { return .noChange }
            try checkOrder(of: fix, id: change.id)
            try checkSpeed(of: fix, id: change.id)
            try checkDistance(of: fix, id: change.id)
        }
        let candidate = PendingPosition(change: change, origin: origin, isFix: isFix, arrivedAt: now)
        guard isIntervalOver(for: candidate, at: now) else {
            pending = candidate
            throw .tooSoon(interval: rules.minimumInterval, id: change.id)
        }
        guard window.admit(at: now) else {
            pending = candidate
            throw .rateLimited(commandsPerMinute: rules.commandsPerMinute, id: change.id)
        }
        accept(candidate, at: now)
        return .apply(change)
    }

    /// When the pending position can be taken; nil when there is none.
    package var nextOpening: UTCInstant? {
        guard let pending else { return nil }
        let interval = pending.isFix ? memory.acceptedAt.map { $0 + rules.minimumInterval } : nil
        return max(interval ?? pending.arrivedAt, window.nextOpening ?? pending.arrivedAt)
    }

    /// The pending position, once both the interval and the rate let it through; it is then accepted and no longer
    /// pending.
    package mutating func takePending(at now: UTCInstant) -> PendingPosition? {
        guard let pending, isIntervalOver(for: pending, at: now), window.admit(at: now) else { return nil }
        accept(pending, at: now)
        return pending
    }

    /// Takes the last acceptance back to the memory before it, as its position could not be stored; what is pending
    /// stays.
    package mutating func revert(to memory: Memory) {
        self.memory = memory
    }

    private mutating func accept(_ accepted: PendingPosition, at now: UTCInstant) {
        pending = nil
        memory.reportedAt = accepted.change.position?.reportedAt ?? memory.reportedAt
        memory.inUse = accepted.change.position?.coordinate
        memory.acceptedAt = now
        memory.commandedAt = accepted.origin.isFollow ? nil : now
    }
}

// MARK: The rules

extension PanelPositionState {
    private func checkContents(of change: PositionChange) throws(PositionError) {
        guard let position = change.position else { return }
        let coordinate = position.coordinate
        if rules.refusesNullIsland, abs(coordinate.latitude) < Self.nullIslandDegrees,
            abs(coordinate.longitude) < Self.nullIslandDegrees
        {
            throw .nullIsland(id: change.id)
        }
        if let limit = rules.maximumAccuracyMetres, let accuracy = position.accuracyMetres, accuracy > limit {
            throw .inaccurate(limitMetres: limit, id: change.id)
        }
    }

    /// What the broker has kept may be older than a command, whose time is ours.
    private func checkRetained(_ change: PositionChange) throws(PositionError) {
        guard let commandedAt = memory.commandedAt else { return }
        guard let tst = change.position?.reportedAt else { throw .retainedFix(id: change.id) }
        if tst <= commandedAt, tst != memory.reportedAt { throw .stale(id: change.id) }
    }

    private mutating func checkOrder(of fix: TrackedFix, id: RequestIdentifier?) throws(PositionError) {
        let straggler = memory.straggler
        memory.straggler = nil
        guard rules.refusesOutOfOrder, let tst = fix.reportedAt, let seen = memory.seenAt, tst < seen else { return }
        guard let straggler, fix.isLive(after: straggler) else {
            memory.straggler = fix
            throw .stale(id: id)
        }
        memory.reportedAt = nil
        memory.seenAt = nil
    }

    /// A fix that can be right is remembered, whatever becomes of it: it says where the tracker is.
    private mutating func checkSpeed(of fix: TrackedFix, id: RequestIdentifier?) throws(PositionError) {
        if let limit = rules.maximumSpeedKmh, let last = memory.lastFix,
            !fix.isReachable(from: last, kilometresPerHour: limit)
        {
            let suspect = memory.suspect
            memory.suspect = fix
            guard let suspect, !fix.isRepeat(of: suspect), fix.isReachable(from: suspect, kilometresPerHour: limit)
            else { throw .tooFast(limitKmh: limit, id: id) }
        }
        memory.lastFix = fix
        memory.suspect = nil
        memory.seenAt = [memory.seenAt, fix.reportedAt].compactMap(\.self).max()
    }

    private mutating func checkDistance(of fix: TrackedFix, id: RequestIdentifier?) throws(PositionError) {
        let distance = fix.coordinate.distanceMetres(to: memory.inUse ?? configured)
        guard distance < rules.minimumDistanceMetres else { return }
        // The tracker is back from where it was to go.
        if pending?.isFix == true { pending = nil }
        throw .tooNear(limitMetres: rules.minimumDistanceMetres, id: id)
    }

    private func isIntervalOver(for candidate: PendingPosition, at now: UTCInstant) -> Bool {
        guard candidate.isFix, let acceptedAt = memory.acceptedAt else { return true }
        // What lies ahead was accepted before the clock was set back.
        return acceptedAt > now || now - acceptedAt >= rules.minimumInterval
    }

    private mutating func forgetTimes(after horizon: UTCInstant) {
        func isTooLate(_ moment: UTCInstant?) -> Bool { moment.map { $0 > horizon } ?? false }
        if isTooLate(memory.reportedAt) { memory.reportedAt = nil }
        if isTooLate(memory.seenAt) { memory.seenAt = memory.reportedAt }
        if isTooLate(memory.commandedAt) { memory.commandedAt = nil }
        if isTooLate(memory.lastFix?.reportedAt) { memory.lastFix?.reportedAt = nil }
        if isTooLate(memory.suspect?.reportedAt) { memory.suspect?.reportedAt = nil }
        if isTooLate(memory.straggler?.reportedAt) { memory.straggler = nil }
    }
}

extension TrackedFix {
    fileprivate init(_ position: ReportedPosition, arrivedAt: UTCInstant) {
        coordinate = position.coordinate
        accuracyMetres = position.accuracyMetres
        reportedAt = position.reportedAt
        self.arrivedAt = arrivedAt
    }
}

extension PositionChange {
    /// Nil for a reset.
    fileprivate var position: ReportedPosition? {
        get { if case .set(let position) = self { position } else { nil } }
        set { if let newValue { self = .set(newValue) } }
    }
}
