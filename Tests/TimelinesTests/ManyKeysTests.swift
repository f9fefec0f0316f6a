import Testing
import Time

@testable import Timelines

@Suite struct ManyKeysTests {
    @Test func `thousands of keys, each with its own request, come due in rounds of a second`() {
        var scheduler = TimelineScheduler<Int, Hourly>(
            policy: ReloadPolicy(),
            mostInFlight: .max,
            lead: .zero,
            now: midnight,
            seed: { UInt64($0) },
            placeholder: { Hourly(date: $0, text: "sample") }
        )
        let timeline = Timeline(
            entries: (0..<5).map { Hourly(date: midnight.addingHours($0), text: "real") },
            obtained: midnight
        )
        let asked = TimelineScheduler<Int, Hourly>.Asking(askedAt: midnight, failures: 0, nextAt: midnight)
        for key in 0..<3000 { scheduler.insert(key, timeline: timeline, asking: asked, now: midnight) }
        var rounds = 0
        var keys: Set<Int> = []
        while scheduler.nextDeadline() < midnight.addingHours(2) {
            let now = scheduler.nextDeadline()
            for case .reload(let due) in scheduler.advance(to: now) {
                rounds += 1
                for key in due {
                    #expect(keys.insert(key).inserted)
                    let own = scheduler.asking(of: key)?.nextAt ?? .distantFuture
                    #expect(now <= own && own <= now + .seconds(1), "at its own moment, or a second before")
                }
            }
        }
        #expect(keys.count == 3000)
        #expect((30...61).contains(rounds))
    }
}
