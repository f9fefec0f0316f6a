package import Time

/// What a panel accepts.
package struct PositionRules: Sendable, Equatable {
    /// A position that is said to be less accurate is refused; nil takes any, as does a position that says nothing.
    package var maximumAccuracyMetres: Double?
    /// Positions and resets together; at least 1.
    package var commandsPerMinute: Int

    package init(maximumAccuracyMetres: Double?, commandsPerMinute: Int) {
        self.maximumAccuracyMetres = maximumAccuracyMetres
        self.commandsPerMinute = commandsPerMinute
    }
}

/// What one panel remembers to judge its next command by.
///
/// A value. When an accepted position cannot be stored, ``revert(to:)`` it, or it would be taken for a repeat when it is
/// sent again.
package struct PanelPositionState: Sendable, Equatable {
    /// What is to be done about a command that passed.
    package enum Decision: Sendable, Equatable {
        case apply(PositionChange)
        /// The latest fix accepted, once more: nothing changes, and the reply is that of the position in use.
        case noChange
    }

    /// How far a device's clock may be ahead of ours.
    package static let clockTolerance = Duration.seconds(5 * 60)

    package let rules: PositionRules
    /// The latest `tst` accepted; survives commands without one, and resets.
    package private(set) var reportedAt: UTCInstant?
    private var window: RateWindow
    private var pending: PositionChange?

    /// `reportedAt` is that of the stored position, after a restart.
    package init(rules: PositionRules, reportedAt: UTCInstant? = nil) {
        self.rules = rules
        self.reportedAt = reportedAt
        window = RateWindow(limit: rules.commandsPerMinute)
    }

    /// Judges a command at the moment of its arrival.
    ///
    /// In this order: the accuracy, the time of the fix against that of the position in use and of a pending one, the
    /// rate. A `tst` more than ``clockTolerance`` ahead of us, arriving or remembered, does not count: a wrong
    /// clock cannot lock the panel out. A command refused for the rate stays pending in place of the one before it.
    package mutating func judge(_ change: PositionChange, at now: UTCInstant) throws(PositionError) -> Decision {
        var change = change
        if let limit = rules.maximumAccuracyMetres, let accuracy = change.position?.accuracyMetres, accuracy > limit {
            throw .inaccurate(limitMetres: limit, id: change.id)
        }
        let horizon = now + Self.clockTolerance
        if let tst = change.position?.reportedAt, tst > horizon { change.position?.reportedAt = nil }
        if let accepted = reportedAt, accepted > horizon { reportedAt = nil }
        if let tst = change.position?.reportedAt {
            if let accepted = reportedAt, tst == accepted { return .noChange }
            let newest = [reportedAt, pending?.position?.reportedAt].compactMap(\.self).max()
            if let newest, tst < newest { throw .stale(id: change.id) }
        }
        guard window.admit(at: now) else {
            pending = change
            throw .rateLimited(commandsPerMinute: rules.commandsPerMinute, id: change.id)
        }
        accept(change)
        return .apply(change)
    }

    /// When the pending command can be taken; nil when there is none.
    package var nextOpening: UTCInstant? { pending == nil ? nil : window.nextOpening }

    /// The pending command, once the window is open; it is then accepted and no longer pending.
    package mutating func takePending(at now: UTCInstant) -> PositionChange? {
        guard let change = pending, window.admit(at: now) else { return nil }
        accept(change)
        return change
    }

    /// Takes the last acceptance back to the `tst` before it, as its position could not be stored; what is pending stays.
    package mutating func revert(to reportedAt: UTCInstant?) {
        self.reportedAt = reportedAt
    }

    private mutating func accept(_ change: PositionChange) {
        pending = nil
        reportedAt = change.position?.reportedAt ?? reportedAt
    }
}

extension PositionChange {
    /// Nil for a reset.
    fileprivate var position: ReportedPosition? {
        get { if case .set(let position) = self { position } else { nil } }
        set { if let newValue { self = .set(newValue) } }
    }
}
