/// What the figures say of growth after the warm-up.
///
/// Judged is what is there at rest: with no fault left and nothing on its way to the broker. What there is at other
/// moments comes and goes with the work; it is told, and is bounded, too.
struct SoakVerdict {
    private static let mostGrowthMiB = 1.0
    /// How much more than at rest there may be at any moment.
    private static let mostPeakMiB = 16.0

    /// The most at rest during the warm-up, and the memory at its end.
    private var warm: SoakFigures?
    /// The most at rest since.
    private var rest: SoakFigures?
    /// The most at any moment since.
    private var peak: SoakFigures?
    private var isWarm = false

    /// Takes what there is while something happens.
    mutating func take(_ figures: SoakFigures) {
        if isWarm { peak = peak?.most(figures) ?? figures }
    }

    /// Takes what there is at rest; the first after the warm-up is the measure for those that follow.
    mutating func takeAtRest(_ figures: SoakFigures, isWarm: Bool) {
        take(figures)
        if self.isWarm {
            rest = rest?.most(figures) ?? figures
        } else {
            let counts = warm?.most(figures) ?? figures
            warm = figures
            warm?.descriptors = counts.descriptors
            warm?.threads = counts.threads
        }
        self.isWarm = isWarm
    }

    /// Whether nothing grew; so far as nothing came after the warm-up nobody can tell, and nothing did.
    var isFlat: Bool {
        guard let warm, let rest, let peak else { return true }
        let heapGrowth = (rest.heap?.usedMiB ?? 0) - (warm.heap?.usedMiB ?? 0)
        return max(rest.residentMiB - warm.residentMiB, heapGrowth) <= Self.mostGrowthMiB
            && peak.residentMiB - warm.residentMiB <= Self.mostPeakMiB && rest.descriptors <= warm.descriptors
            && rest.threadCount <= warm.threadCount
    }

    var description: String {
        guard let warm, let rest, let peak else { return "too short to tell what grows" }
        return """
            at rest after the warm-up:  \(warm.line)
            at rest since, at the most: \(rest.line)
            at any moment since:        \(peak.line)
            \(isFlat ? "flat" : "GROWN") (at rest at most \(Self.mostGrowthMiB.text(decimals: 0)) MiB, no descriptor, no \
            thread; at any moment at most \(Self.mostPeakMiB.text(decimals: 0)) MiB)
            """
    }
}
