package import Time

/// Lets through so many commands in any minute.
package struct RateWindow: Sendable, Equatable {
    /// A minute.
    package static let length = Duration.seconds(60)

    /// At least 1.
    package let limit: Int
    /// The admissions of the last minute, at most ``limit`` of them, ascending.
    private var admissions: [UTCInstant] = []

    package init(limit: Int) {
        self.limit = max(1, limit)
    }

    /// Counts a command in if it is within the limit.
    package mutating func admit(at now: UTCInstant) -> Bool {
        // What lies ahead was counted before the clock was set back: it would shut the window for too long.
        admissions.removeAll { $0 > now || now - $0 >= Self.length }
        guard admissions.count < limit else { return false }
        admissions.append(now)
        return true
    }

    /// Whether nothing that was admitted counts any more.
    package func isIdle(at now: UTCInstant) -> Bool {
        admissions.allSatisfy { $0 > now || now - $0 >= Self.length }
    }

    /// When the next command will be admitted, if all of the window is taken; nil when it is open.
    package var nextOpening: UTCInstant? {
        admissions.count < limit ? nil : admissions.first.map { $0 + Self.length }
    }
}
