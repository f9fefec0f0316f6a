package import Pictures
package import Time
import Widgets

/// The pictures that could not be drawn, and the times of their retries.
package struct PictureTroubles: Sendable {
    /// The kind of failure.
    package enum Kind: String {
        case notUnderstood
        case unavailable
        case failed

        package init(_ error: PictureError) {
            self =
                switch error {
                case .notUnderstood: .notUnderstood
                case .unavailable: .unavailable
                case .failed: .failed
                }
        }
    }

    /// A wait that doubles with each failure in a row.
    private struct Wait {
        var failures = 0
        var until = UTCInstant(unixSeconds: 0)

        mutating func prolong(at now: UTCInstant) {
            failures += 1
            until = now + min(longestWait, firstWait * (1 << min(failures - 1, 10)))
        }

        /// Also where the clock was set back.
        func isOver(at now: UTCInstant) -> Bool { until <= now || until - now > longestWait }
    }

    private static let firstWait = Duration.seconds(60)
    private static let longestWait = Duration.seconds(3600)
    /// So many failures in a row are the drawer's fault, not the pictures'.
    private static let mostInARow = 8
    /// The most pictures with a retry of their own; beyond that, the one due first may be tried early.
    private static let mostWaits = 256

    private var waits: [PictureKey: Wait] = [:]
    /// For all pictures.
    private var pause: Wait?
    /// The hour of the picture that the pause began with.
    private var pausedHour: UTCInstant?
    private var failuresInARow = 0
    /// True if a drawing has failed since the last time when none did.
    package private(set) var isAny = false

    /// True if a picture may be tried now.
    ///
    /// During a pause, those of a new hour may, and those that somebody waits for: the drawer may have been mended.
    package func mayDraw(_ key: PictureKey, isAwaited: Bool, at now: UTCInstant) -> Bool {
        if let wait = waits[key] { return wait.isOver(at: now) }
        return pause?.isOver(at: now) ?? true || isAwaited || pausedHour != key.context.hour
    }

    /// The time of the next retry that is not due yet; nil if there is none.
    package func nextTry(after now: UTCInstant) -> UTCInstant? {
        (waits.values + [pause].compactMap(\.self)).filter { !$0.isOver(at: now) }.map(\.until).min()
    }

    /// Takes in that a picture could not be drawn, and puts it in words.
    package mutating func failed(
        _ key: PictureKey,
        for target: PictureTarget,
        _ error: PictureError,
        at now: UTCInstant
    ) -> (kind: Kind, message: String) {
        isAny = true
        failuresInARow += 1
        let kind = Kind(error)
        var wait = waits.removeValue(forKey: key) ?? Wait()
        wait.prolong(at: now)
        if waits.count >= Self.mostWaits, let first = waits.min(by: { $0.value.until < $1.value.until }) {
            waits[first.key] = nil
        }
        waits[key] = wait
        if kind == .unavailable || failuresInARow >= Self.mostInARow {
            var wait = pause ?? Wait()
            wait.prolong(at: now)
            (pause, pausedHour) = (wait, key.context.hour)
        }
        let next = max(wait.until, pause?.until ?? wait.until)
        let what = kind == .unavailable ? "pictures are" : "the picture \(target.panel)/\(target.widget) is"
        let message = "\(what) not drawn: \(error.advice); what was drawn before stays, next try at \(next.iso8601)"
        return (kind, message)
    }

    /// Takes in that a picture was drawn.
    package mutating func succeeded(_ key: PictureKey) {
        waits[key] = nil
        pause = nil
        failuresInARow = 0
    }

    /// Forgets pictures that nobody wants any more.
    package mutating func keep(only wanted: Set<PictureKey>) {
        guard !waits.isEmpty else { return }
        waits = waits.filter { wanted.contains($0.key) }
    }

    /// Takes in that nothing is left to be drawn; whether something could not be drawn before.
    package mutating func settled() -> Bool {
        guard isAny else { return false }
        self = PictureTroubles()
        return true
    }
}
