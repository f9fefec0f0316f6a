import Commands
import Configuration
import Faults
import Messaging
import Support
import Time
import Topics

/// Positions from topics that are not ours: a telephone's, a tracker's.
extension BridgeState {
    /// True for one of the topics, without wildcards, that are subscribed to.
    func isSubscribed(to topic: String) -> Bool { topic == setup.birthTopic || moves.isSubscribed(to: topic) }

    /// Takes in a message on a topic that panels may follow.
    mutating func receiveFollowed(_ message: IncomingMessage, at now: UTCInstant) -> [Effect] {
        var effects: [Effect] = []
        for (id, outcome) in moves.receive(message, at: now) {
            switch outcome {
            case .fix(let fix): effects += take(fix, panel: id, at: now)
            case .ignored(let reason):
                effects += faultBegan(Self.noPosition(on: message.topic, of: id, reason), at: now)
            case .passedOver: break
            }
        }
        return effects
    }

    private static func noPosition(on topic: String, of id: String, _ reason: String) -> FaultReport {
        FaultReport(
            key: .follow(id),
            // A sender that encrypts one topic may encrypt another.
            cause: reason == PositionError.encrypted.message ? "\(topic): \(reason)" : reason,
            message: "panel \(id) follows \(topic), which has no position: \(reason); the panel stays where it is; "
                + "check its `follow`, and what is sent there",
            recovery: "panel \(id) gets positions from what it follows again, or nothing",
            quietTime: .seconds(86_400)
        )
    }

    /// Takes in fixes whose parts came one by one, once they are whole.
    mutating func takeSettledFixes(at now: UTCInstant) -> [Effect] {
        var effects: [Effect] = []
        for (id, fix) in moves.fixesDue(at: now) { effects += take(fix, panel: id, at: now) }
        return effects
    }

    /// Nobody asked, so nobody is answered.
    private mutating func take(_ fix: FollowedTopics.Fix, panel id: String, at now: UTCInstant) -> [Effect] {
        guard let rules = panels[id]?.rules else { return [] }
        let origin = PositionOrigin.follow(isRetained: fix.isRetained)
        let over = faultEnded(.follow(id), at: now)
        do throws(PositionError) {
            guard case .apply(let change) = try judge(.set(fix.position), from: origin, panel: id, at: now) else {
                return over
            }
            return over + startMove(of: id, change, from: origin, rulesBefore: rules.memory, address: nil, at: now)
        } catch {
            return over
                + [.log(.debug, "panel \(id): a position of \(fix.topic) is passed over: \(error.code.rawValue)")]
        }
    }
}
