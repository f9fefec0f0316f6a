/// The values of an outbox that the broker refused, with the time of their next attempt: its rules may be corrected,
/// and a full broker may get space.
struct RefusedValues {
    typealias Instant = ContinuousClock.Instant

    private let growth: BackoffConfiguration.Growth
    private var retries = 0

    var chain = SlotTable.Chain()
    private(set) var count = 0
    private(set) var bytes = 0
    private(set) var retryAt: Instant?

    /// The number of topics whose refusal was reported and still holds.
    var told = 0
    /// True once the last of them was accepted.
    var hasRecovered = false

    init(growth: BackoffConfiguration.Growth) {
        self.growth = growth
    }

    func isDue(at now: Instant) -> Bool { retryAt.map { $0 <= now } ?? false }

    /// Adds a value; the wait for the next attempt doubles while nothing is accepted.
    mutating func add(_ bytes: Int, now: Instant) {
        count += 1
        self.bytes += bytes
        guard retryAt == nil else { return }
        retryAt = now + min(growth.initial * (1 << min(retries, 16)), growth.maximum)
        retries += 1
    }

    mutating func take(_ bytes: Int) {
        count -= 1
        self.bytes -= bytes
        if count == 0 { retryAt = nil }
    }

    /// Records that a refused topic was accepted.
    mutating func accepted() {
        told -= 1
        retries = 0
        if told == 0 { hasRecovered = true }
    }
}
