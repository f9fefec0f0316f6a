import Configuration
import Faults
import Messaging
import Time
import Topics

extension BridgeState {
    /// Takes in what the broker has not taken in time, and what it refuses or cannot take.
    mutating func noteMissing(overdue: [MissingValue], refused: [MissingValue], at now: UTCInstant) -> [Effect] {
        let changed = faults.setUntaken(Set((overdue + refused).compactMap { panel(ofTopic: $0.topic) }))
        let late = overdue.filter { panel(ofTopic: $0.topic) != nil }
        let effects = late.isEmpty ? faultEnded(.deliveries, at: now) : faultBegan(.deliveries(late), at: now)
        guard !changed.isEmpty else { return effects }
        guard changed.count <= Round.panelsPerBatch else { return effects + [.round(.panels(.state))] }
        var cache = EncodingCache()
        return effects + [
            .publish(changed.sorted().flatMap { presenter.messages(of: $0, .state, cache: &cache, at: now) })
        ]
    }

    /// The panel that a topic is of; nil where there is none.
    private func panel(ofTopic topic: String) -> String? {
        setup.topics.panelLevel(of: topic).flatMap { panels[$0]?.configuration.id }
    }
}
