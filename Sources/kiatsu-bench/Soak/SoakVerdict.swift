/// The verdict on growth after the warm-up.
///
/// Figures are judged at rest: without faults, and with nothing on its way to the broker. Figures at other moments
/// follow the work; they are printed and bounded, too.
struct SoakVerdict {
    private static let mostGrowthMiB = 1.0
    /// The most memory above that at rest, at any moment.
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

    /// True if nothing grew; true as well while there are no figures after the warm-up.
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
            \(isFlat ? "flat" : "GROWN") (at rest at most \(Self.mostGrowthMiB.text(decimals: 0)) MiB, no descriptor, \
            no thread; at any moment at most \(Self.mostPeakMiB.text(decimals: 0)) MiB)
            """
    }
}
