import Pictures
import Support
import Time
import Widgets

/// A picture that is to be drawn, and whom for.
struct PictureWork: Sendable {
    var key: PictureKey
    /// At least one.
    var targets: [PictureTarget]
    /// Whether somebody waits for it.
    var isAwaited = false
}

/// What is to be drawn next, what was, and what could not be.
///
/// It is found by looking at what panels want and have: nothing queues up, whatever changes how often.
struct PictureKeeping: Sendable {
    /// How many pictures a look finds.
    private static let mostFound = 256
    /// How many panels are drawn before others; with more, the next look finds them.
    private static let mostAwaited = 256

    /// Set when there may be something to draw.
    let changed = Flag()
    var published = PublishedPictures()
    var cache = PictureCache()
    var troubles = PictureTroubles()
    var missing = MissingGlyphWarnings()
    /// Whether any panel may want another picture than it has.
    private(set) var mustLook = false
    /// When the last look began.
    private(set) var lookedAt: UTCInstant?
    /// The panels that somebody waits for, who waited longest first.
    private(set) var awaited: [String] = []
    /// What the last look found and is still to be drawn, the next one last.
    private var found: [PictureWork] = []

    mutating func lookAgain() { mustLook = true }

    /// Draws a panel's pictures before those of others.
    mutating func expect(_ panel: String) {
        guard !awaited.contains(panel) else { return }
        awaited.append(panel)
        guard awaited.count > Self.mostAwaited else { return }
        awaited.removeFirst()
        mustLook = true
    }

    /// The broker may have lost everything.
    mutating func connectionBegan() {
        published.forgetAll()
        found = []
        awaited = []
        mustLook = true
    }

    // MARK: Next

    /// What somebody waits for, and can be drawn now.
    mutating func nextAwaited(at now: UTCInstant, wanted: (String) -> [WantedPicture]) -> PictureWork? {
        while let panel = awaited.first {
            for wanted in wanted(panel) where isDue(wanted, isAwaited: true, at: now) {
                return PictureWork(key: wanted.key, targets: [wanted.target], isAwaited: true)
            }
            awaited.removeFirst()
        }
        return nil
    }

    /// What the last look found, as far as it can still be drawn.
    mutating func nextFound(at now: UTCInstant) -> PictureWork? {
        while let work = found.popLast() {
            if troubles.mayDraw(work.key, isAwaited: false, at: now) { return work }
        }
        return nil
    }

    private func isDue(_ wanted: WantedPicture, isAwaited: Bool, at now: UTCInstant) -> Bool {
        !published.has(wanted) && troubles.mayDraw(wanted.key, isAwaited: isAwaited, at: now)
    }

    // MARK: Looking

    /// What one look at all panels has come upon.
    struct Look {
        fileprivate var order: [PictureKey] = []
        fileprivate var targets: [PictureKey: [PictureTarget]] = [:]
        /// What cannot be drawn now.
        fileprivate var waiting: Set<PictureKey> = []
        fileprivate var isIncomplete = false
        fileprivate var hour: UTCInstant?
    }

    mutating func beginLook(at now: UTCInstant) -> Look {
        mustLook = false
        lookedAt = now
        return Look()
    }

    func consider(_ wanted: WantedPicture, in look: inout Look, at now: UTCInstant) {
        look.hour = wanted.key.context.hour
        guard !published.has(wanted) else { return }
        guard troubles.mayDraw(wanted.key, isAwaited: false, at: now) else {
            look.waiting.insert(wanted.key)
            return
        }
        if look.targets[wanted.key] == nil {
            guard look.order.count < Self.mostFound else {
                look.isIncomplete = true
                return
            }
            look.order.append(wanted.key)
        }
        look.targets[wanted.key, default: []].append(wanted.target)
    }

    /// Takes over what a look has found; whether that is nothing, after troubles.
    mutating func end(_ look: Look, isDrawn: (PictureTarget) -> Bool) -> Bool {
        published.keep(only: isDrawn)
        if let hour = look.hour { cache.keep(only: hour) }
        troubles.keep(only: look.waiting.union(look.order))
        found = look.order.reversed().map { PictureWork(key: $0, targets: look.targets[$0] ?? []) }
        if look.isIncomplete { mustLook = true }
        return look.order.isEmpty && look.waiting.isEmpty && troubles.settled()
    }

    // MARK: Drawn

    mutating func drew(_ picture: Picture, for key: PictureKey) {
        cache.keep(picture, for: key)
        // Only a look can tell that all is well again.
        if troubles.isAny { mustLook = true }
        troubles.succeeded(key)
    }
}
