/// A topic that takes commands.
package enum CommandTopic: Sendable, Equatable {
    /// The level of the panel may be any text but an empty one and the reserved levels: a command to a panel that cannot
    /// exist is answered, too.
    case location(panel: String)
    case refresh(panel: String)
    /// The panel's client tells its limits.
    case hello(panel: String)
    /// To the bridge itself; the verb, such as `panel/options`, need not be one that it knows.
    case request(verb: String)

    package var kind: Topic.Kind {
        switch self {
        case .location: .locationCommand
        case .refresh: .refresh
        case .hello: .hello
        case .request: .request
        }
    }
}

extension Topics {
    /// Reads a topic; nil for one that takes no commands, or of another base topic.
    package func command(at topic: String) -> CommandTopic? {
        guard let levels = levels(of: topic), let panel = levels.first, !panel.isEmpty else { return nil }
        if levels.starts(with: ["bridge", "request"]), levels.count > 2 {
            return .request(verb: levels.dropFirst(2).joined(separator: "/"))
        }
        guard !Self.reservedLevels.contains(panel) else { return nil }
        return switch levels.dropFirst() {
        case ["location", "set"]: .location(panel: panel)
        case ["refresh"]: .refresh(panel: panel)
        case ["hello"]: .hello(panel: panel)
        default: nil
        }
    }

    /// A filter that takes in commands, which would come twice then.
    package func takesCommands(_ filter: TopicFilter) -> Bool {
        Topic.Kind.commands.contains { (try? TopicFilter(self.filter($0))).map(filter.overlaps) ?? false }
    }

    /// A filter that takes in topics below the base topic, or is the base topic.
    package func contains(_ filter: TopicFilter) -> Bool {
        filter.text == base || (try? TopicFilter("\(base)/+/#")).map(filter.overlaps) ?? false
    }

    /// The base topic and all that is below it.
    package func contains(_ topic: String) -> Bool { Self.isTopic(topic, atOrBelow: base) }

    /// The topics of pictures.
    package func isPicture(_ topic: String) -> Bool { Self.isTopic(topic, atOrBelow: "\(base)/\(Self.pictureLevel)") }

    /// The panel and the widget that a topic of a picture or of a label is of; nil for other topics.
    package func pictureSource(of topic: String) -> (panel: String, widget: String)? {
        guard let levels = levels(of: topic) else { return nil }
        if levels.count >= 3, levels[0] == Self.pictureLevel {
            return (levels[1], String(levels[2].prefix { $0 != "." }))
        }
        return levels.count == 3 && levels[2] == Self.labelLevel ? (levels[0], levels[1]) : nil
    }

    /// The first level below the base topic: a panel's id, for a topic of a panel; nil for other base topics.
    package func panelLevel(of topic: String) -> String? { levels(of: topic)?.first }

    /// Compares by bytes and whole levels, as brokers do.
    package static func isTopic(_ topic: String, atOrBelow prefix: String) -> Bool {
        topic.utf8.elementsEqual(prefix.utf8) || topic.utf8.starts(with: (prefix + "/").utf8)
    }

    /// The levels below the base topic, at least one; nil for other topics.
    func levels(of topic: String) -> [String]? {
        // By bytes, as the broker compares: to Swift's strings two spellings of “é” are one.
        guard topic.utf8.starts(with: (base + "/").utf8) else { return nil }
        return topic.utf8.dropFirst(base.utf8.count + 1)
            .split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .map { String(Substring($0)) }
    }
}
