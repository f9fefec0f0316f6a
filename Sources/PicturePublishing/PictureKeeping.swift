package import Pictures
package import Support
package import Time
import Widgets

/// A picture that is to be drawn, and whom for.
package struct PictureWork: Sendable {
    /// The picture.
    package var key: PictureKey
    /// At least one.
    package var targets: [PictureTarget]
    /// True if a requester waits for it.
    package var isAwaited = false
}

/// The pictures to draw next, those published, and those that failed.
///
/// It is found by looking at what panels want and have: nothing queues up, whatever changes how often.
package struct PictureKeeping: Sendable {
    /// The most pictures found in one look.
    private static let mostFound = 256
    /// The most panels drawn before others; with more, the next look finds them.
    private static let mostAwaited = 256

    /// Set when there may be something to draw.
    package let changed = Flag()
    /// The pictures on the broker.
    package var published = PublishedPictures()
    /// The pictures drawn last.
    package var cache = PictureCache()
    /// The pictures that could not be drawn.
    package var troubles = PictureTroubles()
    /// The characters without a font of which the log has told.
    package var missing = MissingGlyphWarnings()
    /// True if some panel may want another picture than it has.
    package private(set) var mustLook = false
    /// The time at which the last look began.
    package private(set) var lookedAt: UTCInstant?
    /// The panels that somebody waits for, who waited longest first.
    package private(set) var awaited: [String] = []
    /// The pictures from the last look still to be drawn, the next one last.
    private var found: [PictureWork] = []

    package init() {}

    /// Makes the next call look at all panels.
    package mutating func lookAgain() { mustLook = true }

    /// Draws a panel's pictures before those of others.
    package mutating func expect(_ panel: String) {
        guard !awaited.contains(panel) else { return }
        awaited.append(panel)
        guard awaited.count > Self.mostAwaited else { return }
        awaited.removeFirst()
        mustLook = true
    }

    /// The broker may have lost everything.
    package mutating func connectionBegan() {
        published.forgetAll()
        found = []
        awaited = []
        mustLook = true
    }

    // MARK: Next

    /// The next picture that a requester waits for and that can be drawn now.
    package mutating func nextAwaited(at now: UTCInstant, wanted: (String) -> [WantedPicture]) -> PictureWork? {
        while let panel = awaited.first {
            for wanted in wanted(panel) where isDue(wanted, isAwaited: true, at: now) {
                return PictureWork(key: wanted.key, targets: [wanted.target], isAwaited: true)
            }
            awaited.removeFirst()
        }
        return nil
    }

    /// The next picture from the last look that can still be drawn.
    package mutating func nextFound(at now: UTCInstant) -> PictureWork? {
        while let work = found.popLast() {
            if troubles.mayDraw(work.key, isAwaited: false, at: now) { return work }
        }
        return nil
    }

    private func isDue(_ wanted: WantedPicture, isAwaited: Bool, at now: UTCInstant) -> Bool {
        !published.has(wanted) && troubles.mayDraw(wanted.key, isAwaited: isAwaited, at: now)
    }

    // MARK: Looking

    /// The result of one look at all panels.
    package struct Look {
        fileprivate var order: [PictureKey] = []
        fileprivate var targets: [PictureKey: [PictureTarget]] = [:]
        /// The pictures that cannot be drawn now.
        fileprivate var waiting: Set<PictureKey> = []
        fileprivate var isIncomplete = false
        fileprivate var hour: UTCInstant?
    }

    /// Begins a look at all panels.
    package mutating func beginLook(at now: UTCInstant) -> Look {
        mustLook = false
        lookedAt = now
        return Look()
    }

    /// Takes in a picture that a panel should show, during a look.
    package func consider(_ wanted: WantedPicture, in look: inout Look, at now: UTCInstant) {
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
    package mutating func end(_ look: Look, isDrawn: (PictureTarget) -> Bool) -> Bool {
        published.keep(only: isDrawn)
        if let hour = look.hour { cache.keep(only: hour) }
        troubles.keep(only: look.waiting.union(look.order))
        found = look.order.reversed().map { PictureWork(key: $0, targets: look.targets[$0] ?? []) }
        if look.isIncomplete { mustLook = true }
        return look.order.isEmpty && look.waiting.isEmpty && troubles.settled()
    }

    // MARK: Drawn

    /// Takes in a picture that was drawn.
    package mutating func drew(_ picture: Picture, for key: PictureKey) {
        cache.keep(picture, for: key)
        // Only the next look can find that no fault is left.
        if troubles.isAny { mustLook = true }
        troubles.succeeded(key)
    }
}
