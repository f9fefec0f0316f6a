package import Time
package import Weather

/// The memory of one panel by which its next position is judged.
///
/// A value. Where an accepted position cannot be stored, ``revert(to:)`` the memory; otherwise a repetition of the
/// position would count as known.
package struct PanelPositionState: Sendable, Equatable {
    /// The consequence of a position that passed the rules.
    package enum Decision: Sendable, Equatable {
        /// The position is to be stored and applied.
        case apply(PositionChange)
        /// The fix repeats the latest accepted one: nothing changes; the response reports the position in use.
        case noChange
    }

    /// The accepted positions, and later fixes of the tracker.
    package struct Memory: Sendable, Equatable {
        /// The latest `tst` accepted; kept across commands without one, and resets.
        package internal(set) var reportedAt: UTCInstant?
        /// The latest `tst` of a plausible fix, accepted or not.
        var seenAt: UTCInstant?
        /// The position in use; nil for the configured one.
        var inUse: Coordinate?
        var acceptedAt: UTCInstant?
        /// The moment of the last command on the panel's own topic; nil where a followed topic came later.
        var commandedAt: UTCInstant?
        /// The last plausible fix.
        var lastFix: TrackedFix?
        /// The last fix, where it was implausible after the one before.
        var suspect: TrackedFix?
        /// The last fix, where it was older than the newest one known.
        var straggler: TrackedFix?
    }

    /// The time by which a device's clock may be ahead of the bridge's.
    package static let clockTolerance = Duration.seconds(5 * 60)
    /// The distance from 0° north, 0° east, in degrees, within which a position counts as a device without a fix.
    private static let nullIslandDegrees = 0.01

    /// A value on the heap, shared by copies: thousands of panels have the same rules, and few have a tracker.
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

    /// The rules by which positions are judged.
    package var rules: PositionRules { boxedRules.value }

    /// The memory that the next position is judged by.
    package private(set) var memory: Memory {
        get { boxedMemory.value }
        set { boxedMemory = .value(newValue) }
    }

    private var pending: PendingPosition? {
        get { boxedPending?.value }
        set { boxedPending = newValue.map(Box.value) }
    }

    /// `configured` is the position until a command or fix arrives, and after a reset.
    package init(rules: PositionRules, configured: Coordinate, restored: RestoredPosition? = nil) {
        boxedRules = .value(rules)
        self.configured = configured
        window = RateWindow(limit: rules.commandsPerMinute)
        restore(restored)
    }

    /// The state of another panel with the same rules and no memory but the restored position.
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
    /// A position that comes too soon or exceeds the rate becomes pending and replaces an earlier pending one.
    ///
    /// Wrong clocks and wrong fixes must not lock a panel out. A `tst` more than ``clockTolerance`` ahead of the
    /// bridge's clock does not count, whether it arrives or is remembered. Of fixes out of order, the second in a row
    /// whose distance in time to the one before is the same by both clocks shows that the tracker's clock was set back.
    /// Of fixes that are too fast, the second in a row that agrees with the one before is accepted.
    package mutating func judge(
        _ change: PositionChange,
        from origin: PositionOrigin = .command,
        at now: UTCInstant
    ) throws(PositionError) -> Decision {
        var change = change
        // Before an impossible time is removed: a tracker sent it all the same.
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

    /// The moment at which the pending position may be applied; nil where there is none.
    package var nextOpening: UTCInstant? {
        guard let pending else { return nil }
        let interval = pending.isFix ? memory.acceptedAt.map { $0 + rules.minimumInterval } : nil
        return max(interval ?? pending.arrivedAt, window.nextOpening ?? pending.arrivedAt)
    }

    /// The pending position, once interval and rate allow it; it then counts as accepted and is no longer pending.
    package mutating func takePending(at now: UTCInstant) -> PendingPosition? {
        guard let pending, isIntervalOver(for: pending, at: now), window.admit(at: now) else { return nil }
        accept(pending, at: now)
        return pending
    }

    /// Restores the memory before the last acceptance, whose position could not be stored; a pending position stays.
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

    /// Refuses a retained message that may be older than a command, whose time is the bridge's.
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

    /// Refuses a fix that is too fast; a plausible fix is remembered in any case, as it is the tracker's position.
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
        // The tracker has returned from the pending position.
        if pending?.isFix == true { pending = nil }
        throw .tooNear(limitMetres: rules.minimumDistanceMetres, id: id)
    }

    private func isIntervalOver(for candidate: PendingPosition, at now: UTCInstant) -> Bool {
        guard candidate.isFix, let acceptedAt = memory.acceptedAt else { return true }
        // A moment in the future was recorded before the clock was set back.
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
