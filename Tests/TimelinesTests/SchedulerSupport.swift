import Time
import Timelines

struct Hourly: TimelineEntry {
    var date: UTCInstant
    var text: String
    var end: UTCInstant

    init(date: UTCInstant, text: String, end: UTCInstant? = nil) {
        self.date = date
        self.text = text
        self.end = end ?? date.addingHours(1)
    }
}

typealias Scheduler = TimelineScheduler<String, Hourly>

let midnight = UTCInstant(unixSeconds: 1_774_656_000)  // 2026-03-28T00:00:00Z

func timeline(from instant: UTCInstant, text: String = "real") -> Timeline<Hourly> {
    Timeline(
        entries: (0..<5).map { Hourly(date: instant.hourStart.addingHours($0), text: "\(text) \($0)") },
        obtained: instant
    )
}

func reloaded(from instant: UTCInstant, text: String = "real") -> ReloadedTimeline<Hourly> {
    ReloadedTimeline(timeline: timeline(from: instant, text: text), archive: [])
}

func makeScheduler(
    at now: UTCInstant,
    policy: ReloadPolicy = ReloadPolicy(),
    mostInFlight: Int = .max,
    lead: Duration = .zero
) -> Scheduler {
    Scheduler(
        policy: policy,
        mostInFlight: mostInFlight,
        lead: lead,
        now: now,
        seed: { UInt64($0.utf8.reduce(0) { $0 &* 31 &+ Int($1) }) },
        placeholder: { Hourly(date: $0.hourStart, text: "sample") }
    )
}

let failure = ReloadFailure(reason: "answered 500", retry: .backoff)
