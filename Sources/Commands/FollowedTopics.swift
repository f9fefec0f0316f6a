package import Time
package import Topics
import Weather

/// The topics that a panel follows, and the positions that come from them.
///
/// A value that does no I/O. A message is a position in any of the forms of ``PositionCommand``, or one attribute of
/// one, as Home Assistant's MQTT Statestream publishes them: a topic each, with the attribute's name as its last level
/// and a number as its payload. Attributes under the same parent make a fix, once latitude and longitude have both come
/// anew and none of them has come for a second: so the accuracy counts in whatever order they come.
package struct FollowedTopics: Sendable, Equatable {
    /// A position of a followed topic.
    package struct Fix: Sendable, Equatable {
        package let position: ReportedPosition
        /// Whether the broker had kept any part of it.
        package let isRetained: Bool
        /// The topic, or for attributes their parent.
        package let topic: String
    }

    /// What a message was.
    package enum Outcome: Sendable, Equatable {
        case fix(Fix)
        /// Nothing that concerns us: a part of a fix, another attribute, another kind of message, a cleared topic.
        case passedOver
        /// What looks like a mistake, in words for the log, with no position in them.
        case ignored(reason: String)
    }

    /// How many parents of attributes are kept; of more the one goes that was silent for longest.
    package static let mostParents = 64
    /// How long a parent's attributes must be silent until its fix is whole.
    package static let settlingTime = Duration.seconds(1)
    /// When a whole fix is given out though its attributes keep coming; and how old the other half of one may be.
    static let longestWait = Duration.seconds(5)

    package let filters: [TopicFilter]
    private let baseTopic: String
    private var parents: [[UInt8]: Parent] = [:]

    /// Topics at or below `baseTopic` are ours: no position comes from them, whatever the filters say.
    package init(filters: [TopicFilter], baseTopic: String) {
        self.filters = filters
        self.baseTopic = baseTopic
    }

    /// Whether the topic is followed.
    package func follows(_ topic: String) -> Bool {
        filters.contains { $0.matches(topic) } && !Topics.isTopic(topic, atOrBelow: baseTopic)
    }

    /// Takes in a message; nil for one of a topic that is not followed.
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
                // What was cut short is no JSON.
                case .tooLarge: PositionDocument.isOfAnotherType(payload)
                default: false
                }
            return isOther ? .passedOver : .ignored(reason: error.message)
        }
    }

    /// Whether a message is taken for another attribute of a thing: one that trackers have, one beside attributes that came,
    /// or whatever is under a filter that asks for all of them.
    private func isOtherAttribute(_ name: String, of parent: String, _ topic: String) -> Bool {
        parents[Array(parent.utf8)] != nil || Self.otherAttributes.contains(name)
            || Attribute(name) == nil && filters.contains { $0.endsInWildcard && $0.matches(topic) }
    }

    /// When ``due(at:)`` is to be called next; nil when no fix waits.
    package var nextDeadline: UTCInstant? { parents.values.compactMap(\.deadline).min() }

    /// The fixes that are whole by now, each given out once, the one that was whole first before the others.
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
        let isRight = parents[key, default: Parent(touchedAt: part.arrivedAt)].take(part)
        return isRight ? .passedOver : .ignored(reason: "latitude is -90 to 90, longitude is -180 to 180")
    }

    /// What is before the last level, and the last level.
    private static func split(_ topic: String) -> (parent: String, name: String) {
        let end = topic.utf8.lastIndex(of: UInt8(ascii: "/"))
        guard let end else { return ("", topic) }
        return (String(topic[..<end]), String(topic[topic.utf8.index(after: end)...]))
    }

    /// What Home Assistant's trackers have beside a position, and Statestream beside attributes.
    private static let otherAttributes: Set<String> = [
        "state", "last_changed", "last_updated", "source_type", "battery_level", "battery", "friendly_name", "icon",
        "entity_picture", "altitude", "vertical_accuracy", "course", "speed", "velocity", "in_zones", "address",
        "device_trackers", "user_id", "editable", "source", "persons", "ip", "mac", "host_name",
    ]
}
