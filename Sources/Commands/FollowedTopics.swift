package import Time
package import Topics
import Weather

/// The topics that a panel follows, and the positions received on them.
///
/// A value without I/O. A message is a position in any form of ``PositionCommand``, or one attribute of a position, as
/// Home Assistant's MQTT Statestream publishes them: one topic each, with the attribute's name as its last level and a
/// number as its payload. Attributes with the same parent make a fix once latitude and longitude have both arrived anew
/// and none has arrived for a second: so the accuracy counts in any order of arrival.
package struct FollowedTopics: Sendable, Equatable {
    /// A position received on a followed topic.
    package struct Fix: Sendable, Equatable {
        /// The position.
        package let position: ReportedPosition
        /// True where any part of it was a retained message.
        package let isRetained: Bool
        /// The topic; for attributes their parent.
        package let topic: String
    }

    /// The meaning of a message.
    package enum Outcome: Sendable, Equatable {
        /// A complete position.
        case fix(Fix)
        /// A message without effect: part of a fix, another attribute, another kind of message, a cleared topic.
        case passedOver
        /// A probable mistake; the reason for the log, without a position.
        case ignored(reason: String)
    }

    /// The most parents of attributes that are kept; beyond it the one silent for longest is evicted.
    package static let mostParents = 64
    /// The time without further attributes after which a parent's fix is complete.
    package static let settlingTime = Duration.seconds(1)
    /// The time after which a fix is returned though attributes keep arriving, and the greatest age of its other half.
    static let longestWait = Duration.seconds(5)

    /// The filters of the followed topics.
    package let filters: [TopicFilter]
    private let baseTopic: String
    private var parents: [[UInt8]: Parent] = [:]

    /// Topics at or below `baseTopic` give no positions, even where a filter matches them.
    package init(filters: [TopicFilter], baseTopic: String) {
        self.filters = filters
        self.baseTopic = baseTopic
    }

    /// True for a followed topic.
    package func follows(_ topic: String) -> Bool {
        filters.contains { $0.matches(topic) } && !Topics.isTopic(topic, atOrBelow: baseTopic)
    }

    /// The outcome of a message; nil for a topic that is not followed.
    package mutating func receive(topic: String, payload: [UInt8], isRetained: Bool, at now: UTCInstant) -> Outcome? {
        guard follows(topic) else { return nil }
        guard !payload.isEmpty else { return .passedOver }
        let (parent, name) = Self.split(topic)
        if let attribute = Attribute(name) {
            switch JSONScalar(payload) {
            case .null: return .passedOver
            case .number(let value):
                let part = Part(attribute: attribute, value: value, isRetained: isRetained, arrivedAt: now)
                return take(part, of: parent)
            case nil: break
            }
        }
        do throws(PositionError) {
            switch try PositionCommand.parse(payload: payload, maximumBytes: PositionCommand.maximumFollowedBytes) {
            case .change(.set(let position)):
                return .fix(Fix(position: position, isRetained: isRetained, topic: topic))
            case .change(.reset):
                return .ignored(reason: "a reset counts on the panel's own topic alone")
            case .ignored:
                return .passedOver
            }
        } catch {
            let isOther: Bool =
                switch error.code {
                case .malformed: isOtherAttribute(name, of: parent, topic) && !PositionDocument.isMeant(payload)
                // A payload that was cut is not valid JSON.
                case .tooLarge: PositionDocument.isOfAnotherType(payload)
                default: false
                }
            return isOther ? .passedOver : .ignored(reason: error.message)
        }
    }

    /// True for a message with another attribute: one that trackers publish, one beside known attributes, or any under
    /// a filter that ends in a wildcard.
    private func isOtherAttribute(_ name: String, of parent: String, _ topic: String) -> Bool {
        parents[Array(parent.utf8)] != nil || Self.otherAttributes.contains(name)
            || Attribute(name) == nil && filters.contains { $0.endsInWildcard && $0.matches(topic) }
    }

    /// The moment of the next call to ``due(at:)``; nil where no fix is pending.
    package var nextDeadline: UTCInstant? { parents.values.compactMap(\.deadline).min() }

    /// The fixes complete by now, each returned once, the earliest first.
    package mutating func due(at now: UTCInstant) -> [Fix] {
        let keys = parents.filter { $0.value.isDue(at: now) }.keys
        return keys.compactMap { key in parents[key]?.takeFix().map { (key, $0) } }
            .sorted { ($0.1.completedAt, $0.0.count) < ($1.1.completedAt, $1.0.count) }
            .map { key, whole in
                Fix(
                    position: ReportedPosition(coordinate: whole.coordinate, accuracyMetres: whole.accuracyMetres),
                    isRetained: whole.isRetained,
                    topic: String(decoding: key, as: UTF8.self)
                )
            }
    }

    private mutating func take(_ part: Part, of parent: String) -> Outcome {
        if part.attribute == .accuracy, part.value < 0 { return .ignored(reason: "the accuracy is negative") }
        let key = Array(parent.utf8)
        if parents[key] == nil, parents.count >= Self.mostParents,
            let oldest = parents.min(by: { $0.value.touchedAt < $1.value.touchedAt })
        {
            parents[oldest.key] = nil
        }
        let isRight = parents[key, default: Parent(touchedAt: part.arrivedAt)].add(part)
        return isRight ? .passedOver : .ignored(reason: "latitude is -90 to 90, longitude is -180 to 180")
    }

    /// The levels before the last one, and the last one.
    private static func split(_ topic: String) -> (parent: String, name: String) {
        let end = topic.utf8.lastIndex(of: UInt8(ascii: "/"))
        guard let end else { return ("", topic) }
        return (String(topic[..<end]), String(topic[topic.utf8.index(after: end)...]))
    }

    /// The attributes of Home Assistant's trackers besides a position, and Statestream's own.
    private static let otherAttributes: Set<String> = [
        "state", "last_changed", "last_updated", "source_type", "battery_level", "battery", "friendly_name", "icon",
        "entity_picture", "altitude", "vertical_accuracy", "course", "speed", "velocity", "in_zones", "address",
        "device_trackers", "user_id", "editable", "source", "persons", "ip", "mac", "host_name",
    ]
}
